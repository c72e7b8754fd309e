import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import { findValueProblem, type ValueProblem } from '#domain/value-editors/value-problem.ts';

export type DoubtfulValue = {
  label: string;
  problem: ValueProblem;
  /** Which of the rows, where there are several: by its key, a new one by its place among the new ones. */
  row?: { key: string } | { added: number } | undefined;
};

/** More than that nobody reads while there is something to mend. */
const MOST = 5;

/**
 * Staged values that do not look like their column's type. They can be saved all the same, as a
 * trigger may still mend them; whoever typed them is told before the database is asked.
 */
export function findDoubtful(
  changes: readonly DraftChange[],
  columns: readonly DataColumn[],
): DoubtfulValue[] {
  const found: DoubtfulValue[] = [];
  let added = 0;
  for (const change of changes) {
    if (change.kind === 'delete') continue;
    if (change.kind === 'insert') added += 1;
    const row =
      change.kind === 'insert' ? { added } : { key: Object.values(change.key).join(', ') };
    for (const column of columns) {
      const problem = findValueProblem(column, change.values[column.name]);
      if (problem && problem.key !== 'notJson') {
        found.push({ label: column.label, problem, row: changes.length > 1 ? row : undefined });
      }
      if (found.length === MOST) return found;
    }
  }
  return found;
}
