import {
  refOfKey,
  type DraftChange,
  type RowImage,
  type StagedInsert,
  type StagedUpdate,
  type StagedValue,
  type TextKey,
} from '@causeway/contract/tables/edits.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { Draft, Patch } from './draft-changes.ts';
import { noPatch } from './draft-changes.ts';

/** A row of the database as it was read. */
export type SeenRow = { key: TextKey; version: string | null; image: RowImage };

/** One cell that is to change; undefined takes the change back, or leaves the column of a new row out. */
export type CellEdit = { column: string; value: StagedValue | undefined };

/** Edits of a row that is in the database. What equals the old value is no change. */
export function stageCells(draft: Draft, seen: SeenRow, edits: CellEdit[]): Patch {
  const ref = refOfKey(seen.key);
  const staged = draft.get(ref);
  // A row that is to be deleted is brought back before it is edited.
  if (staged?.kind === 'delete') return noPatch;
  const before: StagedUpdate =
    staged?.kind === 'update'
      ? staged
      : { kind: 'update', ref, key: seen.key, version: seen.version, base: {}, values: {} };
  const after = edits.reduce((change, edit) => withCell(change, seen, edit), before);
  if (Object.keys(after.values).length > 0) return { put: [after], drop: [] };
  return staged ? { put: [], drop: [ref] } : noPatch;
}

function withCell(change: StagedUpdate, seen: SeenRow, { column, value }: CellEdit): StagedUpdate {
  // What was seen first counts: it is what the edit was made against.
  const old = column in change.base ? change.base[column] : seen.image[column];
  const values = { ...change.values };
  const base = { ...change.base };
  if (value === undefined || (old !== undefined && isOld(value, old))) {
    delete values[column];
    delete base[column];
  } else {
    values[column] = value;
    // Nothing was seen of a column that was not read.
    if (old !== undefined) base[column] = old;
  }
  return { ...change, values, base };
}

function isOld(value: StagedValue, old: string | null): boolean {
  if ('null' in value) return old === null;
  return 'set' in value && value.set === old;
}

/** Edits of a row that is not in the database yet. */
export function stageNewCells(draft: Draft, ref: string, edits: CellEdit[]): Patch {
  const staged = draft.get(ref);
  if (staged?.kind !== 'insert') return noPatch;
  const values = { ...staged.values };
  for (const { column, value } of edits) {
    if (value === undefined) delete values[column];
    else values[column] = value;
  }
  return { put: [{ ...staged, values }], drop: [] };
}

export function stageInsert(values: Record<string, StagedValue>, after?: string): StagedInsert {
  return { kind: 'insert', ref: crypto.randomUUID(), values, ...(after && { after }) };
}

/** Rows of the database are marked, new ones are gone. */
export function stageDeletes(seen: SeenRow[], newRefs: string[]): Patch {
  const put = seen.map(({ key, version, image }): DraftChange => ({
    kind: 'delete',
    ref: refOfKey(key),
    key,
    version,
    base: image,
  }));
  return { put, drop: newRefs };
}

/** A column that is filled by the database itself, and by nobody else. */
export function isComputed(column: Pick<TableColumn, 'generated' | 'identity'>): boolean {
  return column.generated !== null || column.identity === 'always';
}

/** What a copy of a row takes along: not what counts up, nor keys the database makes. */
export function listCopiedValues(
  image: RowImage,
  columns: readonly TableColumn[],
  key: readonly string[],
): Record<string, StagedValue> {
  const copied = columns.filter(
    (column) =>
      !isComputed(column) &&
      column.identity === null &&
      !column.defaultValue?.startsWith('nextval(') &&
      !(key.includes(column.name) && column.defaultValue !== null),
  );
  return Object.fromEntries(
    copied.map(({ name }): [string, StagedValue] => {
      const text = image[name] ?? null;
      return [name, text === null ? { null: true } : { set: text }];
    }),
  );
}
