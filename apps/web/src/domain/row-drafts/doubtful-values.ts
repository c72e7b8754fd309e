import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import { findValueProblem, type ValueProblem } from '#domain/value-editors/value-problem.ts';

export type DoubtfulValue = { label: string; problem: ValueProblem };

/** More than that nobody reads while there is something to mend. */
const MOST = 5;

/**
 * Staged values that do not look like their column's type. They can be saved all the same, as a
 * trigger may still mend them; whoever typed them is told before the database is asked.
 */
export function findDoubtful(
  changes: Iterable<DraftChange>,
  columns: readonly DataColumn[],
): DoubtfulValue[] {
  const found: DoubtfulValue[] = [];
  for (const change of changes) {
    if (change.kind === 'delete') continue;
    for (const column of columns) {
      const problem = findValueProblem(column, change.values[column.name]);
      if (problem && problem.key !== 'notJson') found.push({ label: column.label, problem });
      if (found.length === MOST) return found;
    }
  }
  return found;
}
