import { RESULT_PAGE_ROWS } from '@causeway/contract/sql/editor.ts';
import { expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createResultRows } from './result-rows.ts';

function pageOf(page: number) {
  return Array.from({ length: RESULT_PAGE_ROWS }, (_, row) => [page * RESULT_PAGE_ROWS + row]);
}

test('SQL-8.5 rows are fetched when they come into sight, and only some are kept', async () => {
  const readPage = vi.fn(async (page: number) => pageOf(page));
  const rows = createResultRows({ loadedRows: 100_000, rows: pageOf(0) }, readPage);
  expect(rows.rowAt(3)).toEqual([3]);
  expect(rows.rowAt(60_000)).toBeUndefined();
  rows.show(60_000, 60_040);
  await eventually(() => expect(rows.rowAt(60_000)).toEqual([60_000]));
  for (let at = 0; at < 100_000; at += RESULT_PAGE_ROWS) rows.show(at, at + 30);
  await eventually(() => expect(rows.rowAt(99_999)).toEqual([99_999]));
  const held = Array.from({ length: 100_000 }, (_, row) => rows.rowAt(row)).filter(Boolean);
  expect(held.length).toBeLessThanOrEqual(22 * RESULT_PAGE_ROWS);
  expect(rows.rowAt(0)).toEqual([0]);
});

test('SQL-8.5 of a long result only the pages of the rows that are copied are read', async () => {
  const readPage = vi.fn(async (page: number) => pageOf(page));
  const rows = createResultRows({ loadedRows: 100_000, rows: pageOf(0) }, readPage);
  const first = 3 * RESULT_PAGE_ROWS - 2;
  const read = await rows.readFrom(first, 4);
  expect(read.map(([number]) => number)).toEqual([first, first + 1, first + 2, first + 3]);
  expect(readPage.mock.calls.map(([page]) => page)).toEqual([2, 3]);
  expect(await rows.readFrom(99_999, 10)).toEqual([[99_999]]);
});

test('SQL-8.5 what is copied at once is all there when it is looked at, wherever it begins', async () => {
  const rows = createResultRows({ loadedRows: 100_000, rows: pageOf(0) }, async (page) =>
    pageOf(page),
  );
  const first = 30 * RESULT_PAGE_ROWS + 7;
  await rows.readFrom(first, 10_000);
  const places = Array.from({ length: 10_000 }, (_, at) => first + at);
  expect(places.filter((place) => rows.rowAt(place) === undefined)).toEqual([]);
});

test('SQL-8.5 a page is asked for once, however often it is looked at meanwhile', async () => {
  const readPage = vi.fn(async (page: number) => pageOf(page));
  const rows = createResultRows({ loadedRows: 2_000, rows: pageOf(0) }, readPage);
  rows.show(600, 640);
  rows.show(610, 650);
  expect(await rows.readFirst(1_200)).toHaveLength(1_200);
  expect(readPage.mock.calls.map(([page]) => page)).toEqual([1, 2]);
});
