import { expect, test } from 'vitest';
import { drawRows } from './reused-rows.ts';

const named = (row: number) => `row ${row}`;
const from = (first: number, count = 4) => Array.from({ length: count }, (_, at) => first + at);

function makeGrid() {
  const current = document.createElement('div');
  const grid = { current };
  return {
    draw: (rows: number[]) => drawRows(grid, rows, named),
    pass: () => void (current.dataset['passing'] = ''),
    stand: () => void delete current.dataset['passing'],
  };
}

test('SQL-3 rows that come while others pass are drawn into the elements of those that left', () => {
  const { draw, pass } = makeGrid();
  expect(draw(from(0))).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
  pass();
  expect(draw(from(2))).toEqual([
    [4, 1],
    [5, 2],
    [2, 3],
    [3, 4],
  ]);
  expect(draw(from(1))).toEqual([
    [4, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
});

test('SQL-3 rows that stand are in order, in the elements they have, and new ones in new ones', () => {
  const { draw, pass, stand } = makeGrid();
  draw(from(0));
  pass();
  draw(from(2));
  stand();
  expect(draw(from(2))).toEqual([
    [2, 3],
    [3, 4],
    [4, 1],
    [5, 2],
  ]);
  expect(draw(from(3))).toEqual([
    [3, 4],
    [4, 1],
    [5, 2],
    [6, 5],
  ]);
});

test('SQL-3 no two rows share an element, however many are shown at a time', () => {
  const { draw, pass, stand } = makeGrid();
  let first = 0;
  for (const [step, count] of [
    [0, 5],
    [3, 6],
    [-2, 4],
    [40, 6],
    [-39, 7],
    [1, 1],
    [2, 6],
  ] as const) {
    pass();
    first += step;
    // The row the cursor is in is drawn, too, wherever it is.
    const rows = [...from(first, count), 1_000];
    const passing = draw(rows);
    expect(new Set(passing.map(([, element]) => element)).size).toBe(count + 1);
    expect(passing.map(([row]) => row).toSorted((one, other) => one - other)).toEqual(rows);
    stand();
    expect(draw(rows).map(([row]) => row)).toEqual(rows);
    const elementOf = (drawn: [number, number][], row: number) =>
      drawn.find(([at]) => at === row)?.[1];
    expect(elementOf(draw(rows), 1_000)).toBe(elementOf(passing, 1_000));
  }
});
