import type {
  DraftChange,
  EditConflict,
  StagedDelete,
  StagedUpdate,
} from '@causeway/contract/tables/edits.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { imageOf, isSameText, keyValues, type RowState } from './cells.ts';
import { keyText } from './lock-rows.ts';

/** Changes to rows that are not what their writer saw. */
export function findConflicts(
  table: CatalogTable,
  changes: readonly DraftChange[],
  rows: ReadonlyMap<string, RowState>,
): EditConflict[] {
  return changes.flatMap((change) => {
    if (change.kind === 'insert') return [];
    const row = rows.get(keyText(keyValues(table, change.key)));
    return row && isAsSeen(table, change, row) ? [] : [toConflict(table, change, row)];
  });
}

/**
 * The same version is the same row. Another version is the same row only if all of it was seen and
 * all of it is as it was seen.
 */
function isAsSeen(
  table: CatalogTable,
  { version, base }: StagedUpdate | StagedDelete,
  row: RowState,
): boolean {
  const isSame = table.columns.every((column, index) => {
    // A column may be called as something every object has.
    const seen = Object.hasOwn(base, column.name) ? base[column.name] : undefined;
    return seen === undefined || isSameText(column, seen, row.cells[index] ?? null);
  });
  if (!isSame) return false;
  if (version === null || row.version === null || version === row.version) return true;
  return table.columns.every(({ name }) => Object.hasOwn(base, name));
}

function toConflict(
  table: CatalogTable,
  change: StagedUpdate | StagedDelete,
  row: RowState | undefined,
): EditConflict {
  const { ref, key, base } = change;
  return {
    ref,
    key,
    base,
    mine: change.kind === 'update' ? change.values : {},
    theirs: row ? imageOf(table.columns, row.cells) : null,
    version: row?.version ?? null,
  };
}
