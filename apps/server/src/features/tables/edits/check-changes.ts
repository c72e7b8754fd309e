import type { DraftChange, StagedValue } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { differingValues, keyValues } from '#platform/rows/cells.ts';
import { readOnly } from './read-only.ts';

/**
 * What a draft really asks for, checked against the table as it is now: columns that are there and
 * may be written, keys that are whole. What changes nothing is left out.
 */
export function checkChanges(table: CatalogTable, changes: readonly DraftChange[]): DraftChange[] {
  if (!table.isUpdatable) throw readOnly(table);
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  return changes.flatMap((change): DraftChange[] => {
    if (change.kind !== 'insert') {
      if (!table.key) throw readOnly(table);
      keyValues(table, change.key);
    }
    if (change.kind === 'delete') return [change];
    const values = change.kind === 'update' ? differingValues(table, change) : change.values;
    const written = Object.entries(values).filter(([name, value]) => {
      return isWritten(readColumnOf(columns, change, name), change, value);
    });
    if (change.kind === 'update' && written.length === 0) return [];
    return [{ ...change, values: Object.fromEntries(written) }];
  });
}

function readColumnOf(
  columns: ReadonlyMap<string, CatalogColumn>,
  { ref }: DraftChange,
  name: string,
): CatalogColumn {
  const column = columns.get(name);
  if (column) return column;
  throw new Failure('E_COLUMN_NOT_FOUND', `Column '${name}' not found`, { ref, column: name });
}

/** A column the database fills itself takes its default, which is leaving it out, and nothing else. */
function isWritten(column: CatalogColumn, change: DraftChange, value: StagedValue): boolean {
  const isOwn = column.generated !== null || column.identity === 'always';
  if (!isOwn) return true;
  if ('default' in value) return change.kind === 'update' && column.generated === null;
  throw new Failure('E_FIELD_NOT_ALLOWED', `The database fills column '${column.name}' itself.`, {
    ref: change.ref,
    column: column.name,
  });
}
