import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { readColumn, typed } from '#platform/connectors/sql/table-sql.ts';
import { sql } from '#platform/db/sql.ts';
import { textOfStaged } from '#platform/rows/cells.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';

/**
 * Postgres names the column of a missing value, but not that of a text it can't read: the values of
 * the refused change are tried one by one.
 */
export async function withColumnAtFault(
  { databases }: Services,
  { opened, table }: TableCall,
  { error, changes }: { error: unknown; changes: readonly DraftChange[] },
): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'E_SQL_INVALID_VALUE') return error;
  const change = changes.find(({ ref }) => ref === error.details?.ref);
  if (!change || change.kind === 'delete' || error.details?.column !== undefined) return error;
  for (const [column, value] of Object.entries(change.values)) {
    const text = textOfStaged(value);
    if (typeof text !== 'string') continue;
    const trial = sql`select ${typed(text, readColumn(table, column))}`;
    const isRead = await databases.read(opened.target, trial.text, [...trial.values]).then(
      () => true,
      () => false,
    );
    if (!isRead) return new Failure(error.code, error.message, { ...error.details, column });
  }
  return error;
}
