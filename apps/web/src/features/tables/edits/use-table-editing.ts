import type { StagedInsert, StagedValue } from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import { useMemo } from 'react';
import type { ShownColumn } from '../table-columns.ts';
import type { Row } from '../rows/use-rows.ts';
import type { Patch } from '#domain/row-drafts/draft-changes.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { findRef, findSeen, overlayRows, rowLayoutOf, type GridRow } from './grid-rows.ts';
import type { ReadOnlyReason } from './read-only-reason.ts';
import { readImage } from './row-query.ts';
import type { RowEdits } from '../ranges/spread.ts';
import {
  isComputed,
  listCopiedValues,
  stageCells,
  stageDeletes,
  stageInsert,
  stageNewCells,
} from '#domain/row-drafts/stage.ts';
import { useDraft } from '#domain/row-drafts/use-draft.ts';

type EditingInput = DraftSource & {
  details: TableDetails;
  /** Every column, shown or not. */
  columns: ShownColumn[];
  fields: RowsPage['fields'];
  rows: Row[];
  readOnlyReason: ReadOnlyReason | undefined;
};

export type TableEditing = ReturnType<typeof useTableEditing>;

/** The rows of a table with what is staged for them, and every way to stage more. */
export function useTableEditing(input: EditingInput) {
  const { connectorId, name, details, columns, fields, rows, readOnlyReason } = input;
  const inUse = useDraft({ connectorId, name });
  const { store, draft, isLoaded } = inUse;
  // Columns are new objects with every drawing; what counts of them is who stands where.
  const shape = JSON.stringify([columns.map((column) => column.name), details.key, fields]);
  // oxlint-disable-next-line react/exhaustive-deps
  const layout = useMemo(() => rowLayoutOf(columns, details.key, fields), [shape]);
  const shown = useMemo(() => overlayRows(rows, draft, layout), [rows, draft, layout]);
  const mayEdit = !readOnlyReason && isLoaded && layout !== undefined;

  function isEditable(row: GridRow, column: ShownColumn): boolean {
    const isThere = row.cells !== undefined || row.change?.kind === 'insert';
    return mayEdit && isThere && row.change?.kind !== 'delete' && !isComputed(column);
  }

  function patchOf({ row, edits }: RowEdits): Patch | undefined {
    const allowed = edits.filter(({ column: wanted }) =>
      columns.some((column) => column.name === wanted && isEditable(row, column)),
    );
    if (allowed.length === 0 || !layout) return undefined;
    const draft = store.shown();
    const { change } = row;
    const isNew = change?.kind === 'insert';
    if (isNew && draft.has(change.ref)) return stageNewCells(draft, change.ref, allowed);
    // An editor that is open since before a save has the row as it was then.
    const seen = isNew ? store.findSaved(change.ref) : findSeen(row, layout);
    return seen && stageCells(draft, store.seenNow(seen), allowed);
  }

  /** Rows are different ones, so their steps simply add up. */
  function edit(many: RowEdits[], session?: unknown, added: Record<string, StagedValue>[] = []) {
    const patches = many.flatMap((one) => patchOf(one) ?? []);
    const inserts = added.map((values) => stageInsert(values));
    store.stage(
      {
        put: [...patches.flatMap(({ put }) => put), ...inserts],
        drop: patches.flatMap(({ drop }) => drop),
      },
      session,
    );
  }

  function addRows(values: Record<string, StagedValue>[], below?: GridRow): string[] {
    if (!mayEdit) return [];
    const after = below && findRef(below, layout);
    const put = values.map((one) => stageInsert(one, after));
    store.stage({ put, drop: [] });
    return put.map(({ ref }) => ref);
  }

  /** Columns that are hidden were not read, so a copy asks for the whole row first. */
  async function duplicateRows(copied: GridRow[]): Promise<void> {
    if (!mayEdit) return;
    const put: StagedInsert[] = [];
    for (const row of copied) {
      const after = findRef(row, layout);
      if (row.change?.kind === 'insert') put.push(stageInsert(row.change.values, after));
      const seen = findSeen(row, layout);
      if (!seen) continue;
      const isWhole = columns.every((column) => column.name in seen.image);
      const image = isWhole ? seen.image : await readImage({ connectorId, name }, seen.key);
      const staged = row.change?.kind === 'update' ? row.change.values : {};
      const values = listCopiedValues(image, details.columns, details.key ?? []);
      const kept = Object.entries(staged).filter(([column]) => column in values);
      put.push(stageInsert({ ...values, ...Object.fromEntries(kept) }, after));
    }
    store.stage({ put, drop: [] });
  }

  function removeRows(removed: GridRow[]): void {
    if (!mayEdit) return;
    const seen = removed.flatMap((row) => findSeen(row, layout) ?? []);
    const added = removed.flatMap(({ change }) => (change?.kind === 'insert' ? change.ref : []));
    store.stage(stageDeletes(seen, added));
  }

  /** Whatever is staged for these rows is taken back. */
  function revertRows(reverted: GridRow[]): void {
    store.stage({ put: [], drop: reverted.flatMap(({ change }) => change?.ref ?? []) });
  }

  return {
    ...inUse,
    layout,
    rows: shown,
    mayEdit,
    readOnlyReason,
    isAwaited: !readOnlyReason && inUse.isAwaited,
    isEditable,
    edit,
    addRows,
    duplicateRows,
    removeRows,
    revertRows,
  };
}
