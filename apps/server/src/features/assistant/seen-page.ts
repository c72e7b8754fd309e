import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import { findFindingOnPage } from './finding-on-page.ts';
import { errorForModel } from './tools/for-model.ts';
import type { ToolContext } from './tools/tool.ts';
import { isTold } from './tools/withheld.ts';
import { withoutValues } from './without-values.ts';

/** What a model is told of a page, and whose words are in it. */
export type SeenPage = { told: unknown; sources: string[] };

/** A page with what its ids mean. */
export async function seePage(
  context: ToolContext,
  page: PageContext,
  level: DataLevel,
): Promise<SeenPage> {
  const { findingId, ...place } = page;
  const finding =
    findingId === undefined ? undefined : await findFindingOnPage({ ...context, page });
  if (!finding || !(await isTold(context, finding))) {
    return { told: pageForModel(place, level), sources: sourcesOf(page, level) };
  }
  const { check, severity, schema, table, columns, facts, sql } = finding;
  const isOpen = level === 'samples' || level === 'full';
  const shown = {
    check,
    severity,
    schema,
    table,
    columns,
    ...(isOpen && { facts }),
    ...(sql !== null && { sql: withoutValues(sql, level) }),
  };
  return {
    told: { ...pageForModel(place, level), finding: shown },
    sources: [...sourcesOf(place, level), ...(isOpen ? ['findings'] : [])],
  };
}

/** A message of the database is told with the values in it, which others wrote. */
function sourcesOf({ error }: PageContext, level: DataLevel): string[] {
  return error !== undefined && (level === 'samples' || level === 'full') ? ['rows'] : [];
}

/**
 * A statement on a page is not what its person asked, and how it failed are words of the database: both
 * hold values, and go by the level like what a tool finds.
 */
function pageForModel(page: PageContext, level: DataLevel): object {
  const { error, sqlState, sql, ...place } = page;
  const told = sql === undefined ? undefined : withoutValues(sql, level);
  return {
    ...place,
    ...(told !== undefined && { sql: told }),
    ...(told !== sql && { note: 'Values in the statement are covered at this data level.' }),
    ...(error !== undefined && {
      error: errorForModel(
        { code: 'E_SQL', message: error, details: sqlState === undefined ? {} : { sqlState } },
        level,
      ),
    }),
  };
}
