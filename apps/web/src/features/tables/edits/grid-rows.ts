import {
  refOfKey,
  type DraftChange,
  type RowImage,
  type StagedValue,
  type TextKey,
} from '@causeway/contract/tables/edits.ts';
import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { Row } from '../rows/use-rows.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import type { Draft } from '#domain/row-drafts/draft-changes.ts';
import type { RowProblem } from '#domain/row-drafts/use-unfit.ts';
import type { SeenRow } from '#domain/row-drafts/stage.ts';

/** A row on screen: one of the database with what is staged for it, or one that is to be added. */
export type GridRow = Row & {
  change?: DraftChange | undefined;
  /** What the database said about it when it was to be saved. */
  problem?: RowProblem | undefined;
};

/** Where the parts of a row's identity stand among its cells. */
export type RowLayout = {
  columns: readonly ShownColumn[];
  key: readonly string[];
  versionAt: number;
};

export function rowLayoutOf(
  columns: readonly ShownColumn[],
  key: readonly string[] | null,
  fields: RowsPage['fields'],
): RowLayout | undefined {
  if (!key || fields.length === 0) return undefined;
  return { columns, key, versionAt: fields.findIndex(({ role }) => role === 'version') };
}

/** What a row is known by; undefined until its cells are there, and for rows that are to be added. */
export function findKey(row: Row, { columns, key }: RowLayout): TextKey | undefined {
  const { cells } = row;
  if (!cells || row.index < 0) return undefined;
  const placeOf = (name: string) => columns.find((column) => column.name === name)?.place ?? -1;
  return Object.fromEntries(key.map((name) => [name, cellText(cells[placeOf(name)]) ?? '']));
}

export function findSeen(row: Row, layout: RowLayout): SeenRow | undefined {
  const key = findKey(row, layout);
  if (!key || !row.cells) return undefined;
  const { cells } = row;
  // Hidden columns are not read, so nothing was seen of them.
  const seen = layout.columns.filter(({ place }) => cells[place] !== undefined);
  const image: RowImage = Object.fromEntries(
    seen.map(({ name, place }) => [name, cellText(cells[place])]),
  );
  const version = layout.versionAt === -1 ? null : cellText(cells[layout.versionAt]);
  return { key, version, image };
}

const refs = new WeakMap<Row, { layout: RowLayout; ref: string | undefined }>();

export function findRef(row: GridRow, layout: RowLayout): string | undefined {
  if (row.change) return row.change.ref;
  const known = refs.get(row);
  if (known?.layout === layout) return known.ref;
  const key = findKey(row, layout);
  const ref = key && refOfKey(key);
  refs.set(row, { layout, ref });
  return ref;
}

/** The row that was at a place, wherever it stands since rows were read again. */
export function findAgain(
  rows: readonly GridRow[],
  { index, ref }: { index: number; ref: string | undefined },
  layout: RowLayout | undefined,
): GridRow | undefined {
  const there = rows.find((row) => row.index === index);
  if (!layout || ref === undefined || (there && findRef(there, layout) === ref)) return there;
  return rows.find((row) => findRef(row, layout) === ref);
}

const drawn = new WeakMap<Row, GridRow>();

/**
 * Rows with what is staged for them. New rows stand below the row they were made from, or on top. A row
 * without edits stays the very object it was, so that only what changed is drawn again.
 */
export function overlayRows(
  rows: readonly Row[],
  draft: Draft,
  layout: RowLayout | undefined,
): GridRow[] {
  if (draft.size === 0 || !layout) return rows as GridRow[];
  const inserts = [...draft.values()].filter((change) => change.kind === 'insert');
  const indexOf = new Map(inserts.map(({ ref }, at) => [ref, -1 - at]));
  const added = (change: DraftChange): GridRow => ({
    index: indexOf.get(change.ref) ?? -1,
    change,
  });
  const below = Map.groupBy(inserts, ({ after }) => after ?? '');
  const placed = new Set<string>();
  const result: GridRow[] = [];
  function placeBelow(ref: string): void {
    for (const change of below.get(ref) ?? []) {
      if (placed.has(change.ref)) continue;
      placed.add(change.ref);
      result.push(added(change));
      placeBelow(change.ref);
    }
  }
  for (const row of rows) {
    // Most rows of a long table are not loaded.
    const ref = row.cells && findRef(row, layout);
    result.push(ref === undefined ? row : withChange(row, draft.get(ref)));
    if (ref !== undefined && below.size > 0) placeBelow(ref);
  }
  const onTop = inserts.filter(({ ref }) => !placed.has(ref)).map(added);
  return [...onTop, ...result];
}

function withChange(row: Row, change: DraftChange | undefined): GridRow {
  if (!change || change.kind === 'insert') return row;
  const known = drawn.get(row);
  if (known?.change === change) return known;
  const next = { ...row, change };
  drawn.set(row, next);
  return next;
}

/** What a cell is to be; undefined where a new row leaves it to the table. */
export function valueIn(row: GridRow, column: ShownColumn): StagedValue | undefined {
  const staged = stagedIn(row, column);
  if (staged || row.change?.kind === 'insert') return staged;
  const text = cellText(row.cells?.[column.place]);
  return text === null ? { null: true } : { set: text };
}

/** The same by the column's name; undefined where nothing is known of it. */
export function valueOf(
  row: GridRow,
  columns: readonly ShownColumn[],
  name: string,
): StagedValue | undefined {
  const column = columns.find((one) => one.name === name);
  return column && valueIn(row, column);
}

export function stagedIn({ change }: GridRow, { name }: ShownColumn): StagedValue | undefined {
  return change && change.kind !== 'delete' ? change.values[name] : undefined;
}

/** A staged value as a cell, for copying and for the value panel. */
export function cellIn(row: GridRow, column: ShownColumn): Cell | undefined {
  const staged = stagedIn(row, column);
  if (staged && 'set' in staged) return staged.set;
  if (staged && 'null' in staged) return null;
  return row.change?.kind === 'insert' ? null : row.cells?.[column.place];
}

/** The row that was refused, marked; a new object, so that it is drawn again. */
export function withProblem(
  rows: GridRow[],
  ref: string | undefined,
  problem: RowProblem,
  layout: RowLayout | undefined,
): GridRow[] {
  const place = layout ? rows.findIndex((row) => row.change && findRef(row, layout) === ref) : -1;
  const row = rows[place];
  return row ? rows.with(place, { ...row, problem }) : rows;
}
