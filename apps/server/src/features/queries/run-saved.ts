import {
  MOST_SHOWN_ROWS,
  type QueryRows,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import type { RunSaved, SavedRun } from '#platform/queries/saved-run.ts';
import type { Services } from '#platform/services.ts';
import type { StoredQuery } from './saved.ts';

type Asked = Pick<SavedRun, 'db' | 'actor' | 'signal'> & {
  query: StoredQuery;
  parameters: RunParameter[];
};

/** The rows of a saved query for whoever uses it, as JSON text, with the moment they were true. */
export async function runSavedQuery(
  services: Services,
  run: RunSaved,
  { query, parameters, ...call }: Asked,
): Promise<Buffer> {
  const asOf = new Date().toISOString();
  const startedAt = performance.now();
  const { fields, rows, hasMore } = await run(services, {
    ...call,
    sql: query.sql,
    bindings: await bindingsOf(services, query, parameters),
    rowLimit: MOST_SHOWN_ROWS,
  });
  const head: Omit<QueryRows, 'rows' | 'fields'> & { fields: unknown[] } = {
    fields,
    hasMore,
    version: query.version,
    asOf,
    milliseconds: performance.now() - startedAt,
  };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`),
    rows,
    Buffer.from(']}'),
  ]);
}

/** What the caller wants, else what was saved; only what the statement names. */
async function bindingsOf(
  { sqlParser }: Services,
  { sql, parameters }: StoredQuery,
  wanted: RunParameter[],
) {
  const named = await sqlParser.read('parameters', { sql });
  const values = new Map([...parameters, ...wanted].map(({ name, value }) => [name, value]));
  return Object.fromEntries(named.map(({ name }) => [name, values.get(name) ?? null]));
}
