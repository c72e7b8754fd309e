import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import { MOST_PLACES, reachOf, type LoadedPage, type LoadedRows } from '../tables-query.ts';
import type { Row } from './use-rows.ts';

/** Where the loaded rows begin and end, and from where to where there are places to scroll to. */
export type Places = { start: number; end: number; base: number; reach: number };

export function placesOf({ pages, pageParams }: LoadedRows): Places {
  // Rows deleted meanwhile leave fewer before a page than there were pages.
  const isFirst = pages[0]?.previousCursor === null;
  const [{ start: asked, base: from = 0 } = { start: 0 }] = pageParams;
  const start = isFirst ? 0 : asked;
  const base = isFirst ? 0 : from;
  const end = start + pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const isLast = pages.at(-1)?.nextCursor === null;
  const reach = isLast ? end : Math.max(end, reachOf(pageParams));
  return { start, end, base, reach: Math.max(end, Math.min(reach, base + MOST_PLACES)) };
}

/** Every row there is a place for, those that are not loaded without cells. */
export function listRows(data: LoadedRows, columns: readonly string[]): Row[] {
  const { start, base, reach } = placesOf(data);
  // A million places are copied in one go, and only the loaded ones are looked at.
  const rows = blankRows(base, reach - base).slice(0, reach - base);
  let place = start;
  for (const page of data.pages) {
    for (const cells of cellsOf(page, columns)) rows[place - base] = rowAt(place++, cells);
  }
  return rows;
}

/**
 * What stands at each place of a row: every column of the table at its own, read or not, and the
 * version of the row behind them.
 */
export function fieldsOf(
  data: LoadedRows | undefined,
  columns: readonly string[],
): RowsPage['fields'] {
  const [page] = data?.pages ?? [];
  if (!page || isWhole(page, columns)) return page?.fields ?? [];
  const byName = new Map(page.fields.map((field) => [field.name, field]));
  const version = page.fields.filter(({ role }) => role === 'version');
  return [...columns.map((name) => byName.get(name) ?? { name, type: '', oid: 0 }), ...version];
}

/** Kept, since a row that is the same object need not be drawn again. */
const arranged = new WeakMap<LoadedPage, Cell[][]>();

function cellsOf(page: LoadedPage, columns: readonly string[]): Cell[][] {
  if (isWhole(page, columns)) return page.rows;
  const known = arranged.get(page);
  if (known) return known;
  const places = page.fields.map(({ name, role }) =>
    role === 'version' ? columns.length : columns.indexOf(name),
  );
  const rows = page.rows.map((row) => {
    const cells: Cell[] = [];
    row.forEach((cell, index) => {
      const place = places[index] ?? -1;
      if (place >= 0) cells[place] = cell;
    });
    return cells;
  });
  arranged.set(page, rows);
  return rows;
}

const drawn = new WeakMap<Cell[], Row>();

/** The same row is the same object for as long as it is where it was: the grid then leaves it alone. */
function rowAt(index: number, cells: Cell[]): Row {
  const known = drawn.get(cells);
  if (known?.index === index) return known;
  const row = { index, cells };
  drawn.set(cells, row);
  return row;
}

/** All columns were read, in their own order. */
function isWhole({ fields }: LoadedPage, columns: readonly string[]): boolean {
  return columns.every((name, place) => fields[place]?.name === name);
}

let blank: { base: number; rows: Row[] } = { base: 0, rows: [] };

/** The same objects for every table: they are many, and nothing is known of them but their place. */
function blankRows(base: number, count: number): Row[] {
  const known = blank.base === base ? blank.rows : [];
  if (known.length < count) {
    const more = Array.from({ length: count - known.length }, (_, place) => ({
      index: base + known.length + place,
    }));
    blank = { base, rows: [...known, ...more] };
  }
  return blank.rows;
}
