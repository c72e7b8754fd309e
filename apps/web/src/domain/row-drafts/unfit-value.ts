import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import { findJsonProblem, type JsonProblem } from '#domain/value-editors/json-problem.ts';

export type UnfitValue = { ref: string; name: string; label: string; problem: JsonProblem };

type NamedColumn = Pick<TableColumn, 'name' | 'label' | 'baseType' | 'category' | 'enumValues'>;

/**
 * The first value that can not be saved whatever the database does: JSON that is not finished. Of other
 * values only the database can tell, as a trigger may still change them.
 */
export function findUnfitValue(
  changes: Iterable<DraftChange>,
  columns: readonly NamedColumn[],
): UnfitValue | undefined {
  const ofJson = columns.filter((column) => editorKindOf(column) === 'json');
  if (ofJson.length === 0) return undefined;
  for (const change of changes) {
    if (change.kind === 'delete') continue;
    for (const { name, label } of ofJson) {
      const value = change.values[name];
      const problem = value && 'set' in value ? findJsonProblem(value.set) : undefined;
      if (problem) return { ref: change.ref, name, label, problem };
    }
  }
  return undefined;
}
