import type { fileRoutes } from '@causeway/contract/sql/files.ts';
import type { RouteParsed } from '@causeway/contract/route.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { readStatement, withTables } from '#platform/files/query-files.ts';
import type { Services } from '#platform/services.ts';
import { askReady } from './ask-ready.ts';
import { bind } from './bind.ts';
import { askPlaced, counted, longestRun } from './run.ts';

type PlanBody = RouteParsed<typeof fileRoutes.plan>['body'];

/** DuckDB plans over the files themselves, so what the statement names is fetched first: that costs. */
export async function planStatement(
  services: Services,
  call: FilesCall,
  { analyze, ...body }: PlanBody,
): Promise<{ plan: unknown }> {
  const bound = await bind(services.sqlParser, body);
  const { text: sql, values } = bound;
  const { signal, opened } = call;
  const limitMs = longestRun(opened.connector);
  return counted(services, call, () =>
    askPlaced(bound, async () => {
      const named = await readStatement(services, call, sql);
      return withTables(services, call, named, async (ready) => {
        const { tables, tellNames } = ready;
        const work = { kind: 'plan', sql, values, tables, analyze } as const;
        const text = await askReady<'plan'>(services, ready, work, { signal, limitMs });
        const plan: unknown = JSON.parse(text, (key, value: unknown) => {
          // It repeats the statement with our own words in front.
          if (key === 'query_name') return undefined;
          return typeof value === 'string' ? tellNames(value) : value;
        });
        return { plan };
      });
    }),
  );
}
