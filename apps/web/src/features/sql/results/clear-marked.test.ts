import { expect, test } from 'vitest';
import { clearMarked } from './clear-marked.ts';
import type { GridEdits } from './drawn.ts';
import { createResultRows, type Row } from './result-rows.ts';

const given: Row[] = Array.from({ length: 500 }, (_, row) => [row, `name ${row}`, 'note', 1]);
const rows = createResultRows({ loadedRows: 510, rows: given }, async () => []);
const columns = [
  { name: 'id', isNullable: false },
  { name: 'name', isNullable: true },
  { name: 'note', isNullable: true },
  undefined,
];
const edits = {
  columnAt: (at: number) => columns[at],
  isRemoved: (row: number) => row === 2,
} as unknown as GridEdits;

test('SQL-8.7 Delete empties all marked cells that may be empty, in the order they are shown', () => {
  const range = { top: 0, bottom: 2, left: 0, right: 3 };
  const empty = ['name', 'note'].map((column) => ({ column, value: { null: true } }));
  expect(clearMarked({ range, order: undefined }, { rows, edits })).toEqual({
    changes: [
      { row: 0, edits: empty },
      { row: 1, edits: empty },
    ],
    left: 0,
  });
  const one = { range: { top: 0, bottom: 1, left: 2, right: 2 }, order: [7, 5, 6] };
  expect(clearMarked(one, { rows, edits }).changes.map(({ row }) => row)).toEqual([7, 5]);
});

test('SQL-8.7 rows that are not loaded are left as they are, and counted', () => {
  const range = { top: 499, bottom: 505, left: 1, right: 1 };
  const { changes, left } = clearMarked({ range, order: undefined }, { rows, edits });
  expect([changes.length, left]).toEqual([1, 6]);
  const key = { top: 499, bottom: 505, left: 0, right: 0 };
  expect(clearMarked({ range: key, order: undefined }, { rows, edits })).toEqual({
    changes: [],
    left: 0,
  });
});
