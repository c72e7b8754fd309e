import { expect, test } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import {
  findLastRead,
  type LoadedPage,
  type LoadedRows,
  PART,
  rowsKey,
  rowsQuery,
  shareRows,
} from './tables-query.ts';

const source = {
  connectorId: 'c',
  name: { schema: 'public', table: 'items' },
  view: { filters: [], where: '', sorts: [] },
};

function createPage(start: number, count: number, part: Partial<LoadedPage> = {}): LoadedPage {
  return {
    fields: [{ name: 'id', type: 'int8', oid: 20 }],
    rows: Array.from({ length: count }, (_, row) => [String(start + row)]),
    nextCursor: `after ${start + count}`,
    previousCursor: start === 0 ? null : `before ${start}`,
    total: null,
    totalIsExact: false,
    milliseconds: 1,
    ...part,
  };
}

function load(...pages: [start: number, count: number][]): LoadedRows {
  return {
    pages: pages.map(([start, count]) => createPage(start, count)),
    pageParams: pages.map(([start, count]) => ({ start, count, reach: 0 })),
  };
}

test('the first page is short, those after it are longer, and none leaves a gap before another', () => {
  const { getNextPageParam, getPreviousPageParam, initialPageParam } = rowsQuery(source);
  expect(initialPageParam).toMatchObject({ start: 0, count: 100 });
  const { pages, pageParams } = load([0, 100], [100, 200]);
  const next = getNextPageParam(pages[1]!, pages, pageParams[1]!, pageParams);
  expect(next).toMatchObject({ start: 300, after: 'after 300' });
  expect(getNextPageParam(pages[0]!, pages, pageParams[0]!, pageParams)).toMatchObject({
    start: 100,
  });
  const later = load([300, 200]);
  expect(
    getPreviousPageParam?.(later.pages[0]!, later.pages, later.pageParams[0]!, later.pageParams),
  ).toMatchObject({ start: 100, count: 200 });
  const second = load([100, 200]);
  expect(
    getPreviousPageParam?.(
      second.pages[0]!,
      second.pages,
      second.pageParams[0]!,
      second.pageParams,
    ),
  ).toMatchObject({ start: 0, count: 100 });
});

test('rows that were read again and say the same are the same, also once pages before them are dropped', () => {
  const before = load([0, 2], [2, 2], [4, 2]);
  expect(shareRows(before, load([0, 2], [2, 2], [4, 2]))).toBe(before);
  const after = shareRows(before, load([2, 2], [4, 2], [6, 2]));
  expect(after.pages[0]).toBe(before.pages[1]);
  expect(after.pages[1]).toBe(before.pages[2]);
  const edited = load([2, 2], [4, 2]);
  edited.pages[1]!.rows[0] = ['changed'];
  const shared = shareRows(before, edited);
  expect(shared.pages[1]?.rows).toEqual([['changed'], ['5']]);
  expect(shared.pages[1]?.rows[1]).toBe(before.pages[2]?.rows[1]);
});

test('a single row or a stack that was read last does not pass for the rows from before', () => {
  const pages = load([0, 2]);
  const part = [...rowsQuery(source).queryKey, PART];
  queryClient.setQueryData(part, load([0, 1]), { updatedAt: 3 });
  queryClient.setQueryData(rowsQuery(source).queryKey, pages, { updatedAt: 1 });
  const whole = [...rowsKey(source.connectorId, source.name), 'whole', { id: '1' }];
  queryClient.setQueryData(whole, { fields: [], row: ['1'] }, { updatedAt: 2 });
  expect(findLastRead(source)).toBe(pages);
  queryClient.clear();
});
