import { expect, test } from 'vitest';
import { fieldsOf, listRows, placesOf } from './row-places.ts';
import { FIRST_ROWS, type LoadedPage, type LoadedRows } from '../tables-query.ts';

const fields = ['id', 'name', 'note'].map((name) => ({ name, type: 'text', oid: 25 }));
const version = { name: 'xmin', type: 'text', oid: 25, role: 'version' as const };

function createPage(part: Partial<LoadedPage> = {}): LoadedPage {
  return {
    fields: [...fields, version],
    rows: [['1', 'a', 'b', '7']],
    nextCursor: null,
    previousCursor: null,
    total: 1,
    totalIsExact: true,
    milliseconds: 1,
    ...part,
  };
}

const columns = ['id', 'name', 'note'];

test('what was scrolled past and dropped stands there as empty rows, before and after', () => {
  const rows = Array.from({ length: FIRST_ROWS }, (_, row) => [String(row), 'a', 'b', '7']);
  const data: LoadedRows = {
    pages: [createPage({ rows, previousCursor: 'p', nextCursor: 'n' })],
    pageParams: [{ start: 200, reach: 500, offset: 200 }],
  };
  expect(placesOf(data)).toEqual({ start: 200, end: 300, base: 0, reach: 500 });
  const listed = listRows(data, columns);
  expect(listed).toHaveLength(500);
  expect(listed.map(({ index }) => index)).toEqual(Array.from({ length: 500 }, (_, row) => row));
  expect(listed.filter(({ cells }) => cells)).toHaveLength(100);
});

test('the last page says where the rows end, whatever was known before', () => {
  const data: LoadedRows = {
    pages: [createPage()],
    pageParams: [{ start: 0, reach: 900 }],
  };
  expect(placesOf(data)).toEqual({ start: 0, end: 1, base: 0, reach: 1 });
});

test('columns that were not read leave their places free', () => {
  const key = { name: 'id', type: 'text', oid: 25, role: 'extra' as const };
  const page = createPage({ fields: [fields[2]!, key, version], rows: [['b', '1', '7']] });
  const data: LoadedRows = { pages: [page], pageParams: [{ start: 0, reach: 0 }] };
  expect(listRows(data, columns)[0]?.cells).toEqual(['1', undefined, 'b', '7']);
  expect(fieldsOf(data, columns).findIndex(({ role }) => role === 'version')).toBe(3);
});

test('the last rows of a long table stand at its end, whatever lies before them', () => {
  const rows = Array.from({ length: FIRST_ROWS }, (_, row) => [String(row), 'a', 'b', '7']);
  const data: LoadedRows = {
    pages: [createPage({ rows, previousCursor: 'p' })],
    pageParams: [{ start: 1_150, reach: 1_250, last: true }],
  };
  expect(placesOf(data)).toEqual({ start: 1_150, end: 1_250, base: 0, reach: 1_250 });
});

test('a table longer than a browser can scroll has places around what was jumped to', () => {
  const rows = Array.from({ length: FIRST_ROWS }, (_, row) => [String(row), 'a', 'b', '7']);
  const place = { start: 9_999_900, reach: 10_000_000, base: 9_000_000, last: true as const };
  const data: LoadedRows = {
    pages: [createPage({ rows, previousCursor: 'p' })],
    pageParams: [place],
  };
  const listed = listRows(data, columns);
  expect(listed).toHaveLength(1_000_000);
  expect(listed[0]).toEqual({ index: 9_000_000 });
  expect(listed.at(-1)).toMatchObject({ index: 9_999_999, cells: ['99', 'a', 'b', '7'] });
});
