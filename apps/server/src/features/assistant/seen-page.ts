import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import { withoutValues } from './without-values.ts';
import { errorForModel } from './tools/for-model.ts';

/**
 * What a model is told of the page somebody is on. A statement there is not what they asked, and how it
 * failed are words of the database: both hold values, and go by the level like what a tool finds.
 */
export function pageForModel(page: PageContext, level: DataLevel): unknown {
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
