import type { DraftChange, RowImage, StagedValue } from '@causeway/contract/tables/edits.ts';
import type { ChangedSince } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { asChange, type StoredChange } from '#platform/ledger/changes.ts';
import { isImage } from '#platform/ledger/looks-done.ts';
import { asTextKey, imageOf, type RowState } from '#platform/rows/cells.ts';
import { keyText, lockRows } from '#platform/rows/lock-rows.ts';

/** The change that takes a change back. */
export function inverseOf(table: CatalogTable, change: StoredChange): DraftChange {
  const ref = String(change.position);
  if (change.kind === 'delete') return { kind: 'insert', ref, values: oldValues(table, change) };
  const key = asTextKey(change.keyColumns, change.keyAfter ?? []);
  const base = told(change.columns, change.after);
  return change.kind === 'insert'
    ? { kind: 'delete', ref, key, version: null, base }
    : { kind: 'update', ref, key, version: null, base, values: oldValues(table, change) };
}

/** Of columns that are still there and that can be written: all of a deleted row, else the changed. */
function oldValues(
  table: CatalogTable,
  { columns, kind, before, after }: StoredChange,
): Record<string, StagedValue> {
  const values = table.columns.flatMap(({ name, generated }): [string, StagedValue][] => {
    const place = columns.indexOf(name);
    const old = before?.[place] ?? null;
    const isUnchanged = kind === 'update' && old === (after?.[place] ?? null);
    if (place === -1 || generated !== null || isUnchanged) return [];
    return [[name, old === null ? { null: true } : { set: old }]];
  });
  return Object.fromEntries(values);
}

export type Looked = {
  changes: StoredChange[];
  changed: ChangedSince['changed'];
  /** The rows as they are, to be changed back. */
  rows: ReadonlyMap<string, RowState>;
};

/** Holds the rows of some changes, and tells those that are what the change made them from the others. */
export async function lockUntouched(
  query: QueryInTransaction,
  table: CatalogTable,
  { changes, transactionId }: { changes: StoredChange[]; transactionId: string | null },
): Promise<Looked> {
  const keys = changes.flatMap(({ keyAfter, keyBefore }) => {
    return [keyAfter, keyBefore].filter((key) => key !== null);
  });
  const rows = await lockRows(query, table, keys);
  const looked = changes
    .map((change) => {
      const row = rows.get(keyText(change.keyAfter ?? change.keyBefore ?? []));
      return { change, row, isUntouched: isAsMade(table, change, { row, transactionId }) };
    })
    .filter(({ change, isUntouched }) => isUntouched || !isHandedBack(table, change, rows));
  return {
    rows,
    changes: looked.filter(({ isUntouched }) => isUntouched).map(({ change }) => change),
    changed: looked
      .filter(({ isUntouched }) => !isUntouched)
      .map(({ change, row }) => toChanged(table, change, row)),
  };
}

/**
 * Rows that a foreign key changed along with another are changed back along with it, which has
 * happened by the time they are looked at. (A row that is still what the change made it was not: what
 * stands under its old key is another that took it over.)
 */
function isHandedBack(
  table: CatalogTable,
  change: StoredChange,
  rows: ReadonlyMap<string, RowState>,
): boolean {
  const { kind, columns, keyBefore, before } = change;
  if (kind !== 'update' || !keyBefore || isOfGoneColumns(table, change)) return false;
  const row = rows.get(keyText(keyBefore));
  return row !== undefined && before !== null && isImage(table, columns, before, row);
}

function isAsMade(
  table: CatalogTable,
  change: StoredChange,
  { row, transactionId }: { row: RowState | undefined; transactionId: string | null },
): boolean {
  if (change.kind === 'delete') return row === undefined && change.before !== null;
  if (!row || isOfGoneColumns(table, change)) return false;
  if (change.after) return isImage(table, change.columns, change.after, row);
  return transactionId !== null && row.version === versionOf(transactionId);
}

/** Of what was changed nothing is there any more to be changed back. */
function isOfGoneColumns(
  table: CatalogTable,
  { kind, columns, before, after }: StoredChange,
): boolean {
  const names = new Set(table.columns.map(({ name }) => name));
  const changed = columns.filter((_, place) => before?.[place] !== after?.[place]);
  return kind === 'update' && changed.length > 0 && changed.every((name) => !names.has(name));
}

/** A row's version is the number of the transaction that wrote it, without its higher half. */
export function versionOf(transactionId: string): string {
  return String(BigInt.asUintN(32, BigInt(transactionId)));
}

function toChanged(
  table: CatalogTable,
  change: StoredChange,
  row: RowState | undefined,
): ChangedSince['changed'][number] {
  const { schema, table: name, keyBefore, keyAfter, after } = asChange(change);
  return {
    schema,
    table: name,
    key: keyAfter ?? keyBefore ?? {},
    expected: after,
    current: row ? imageOf(table.columns, row.cells) : null,
  };
}

function told(columns: string[], cells: (string | null)[] | null): RowImage {
  return cells
    ? imageOf(
        columns.map((name) => ({ name })),
        cells,
      )
    : {};
}
