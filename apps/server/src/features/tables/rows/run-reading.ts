import { runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import type { Sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';

/**
 * A statement of ours about a table, as far as its first rows. Only tables run nothing but what we
 * wrote: a view may call anything, and so may a condition somebody typed.
 */
export async function runReading(
  { databases }: Services,
  { opened, table, signal }: TableCall,
  { text: statement }: { text: Sql },
  { rowLimit, isForeign }: { rowLimit: number; isForeign: boolean },
): Promise<Completed> {
  const isOurs = !isForeign && (table.kind === 'table' || table.kind === 'partitioned');
  return runStatement(databases, opened.target, {
    text: statement.text,
    values: [...statement.values],
    mode: 'reading',
    reuse: isOurs ? 'as-is' : 'after-reset',
    rowLimit,
    failsBeyond: false,
    cutsAtLimit: false,
    signal,
    placeInOriginal: (place) => place,
  });
}
