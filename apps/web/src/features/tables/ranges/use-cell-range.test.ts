import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GridRow } from '../edits/grid-rows.ts';
import { useCellRange } from './use-cell-range.ts';

const names = {
  refOf: ({ cells }: GridRow) => (cells ? String(cells[0]) : undefined),
  refNow: (ref: string) => ref,
};

/** Rows by their keys; without one it is not read. */
function list(...ids: (string | undefined)[]): GridRow[] {
  return ids.map((id, index) => (id === undefined ? { index } : { index, cells: [id] }));
}

function mark(first: GridRow[], top: number, bottom: number) {
  const { result, rerender } = renderHook(
    ({ rows }) => {
      const end = { rowIdx: rows.length - 1, idx: 2 };
      return useCellRange({ end, rows, names, selection: '', pageRows: () => 10 });
    },
    { initialProps: { rows: first } },
  );
  act(() => result.current.markFrom({ rowIdx: top, idx: 1 }, { rowIdx: bottom, idx: 2 }));
  return (rows: GridRow[]) => {
    rerender({ rows });
    return result.current.range !== undefined;
  };
}

test('SQL-3 marked cells are let go when other rows stand at their places', () => {
  const read = mark(list('a', 'b', 'c', 'd'), 1, 2);
  expect(read(list('a', 'b', 'c', 'd', 'e'))).toBe(true);
  expect(read(list('new', 'a', 'b', 'c', 'd'))).toBe(false);
});

test('SQL-3 marked cells stay marked while their rows are out of memory', () => {
  const read = mark(list('a', 'b', 'c'), 0, 2);
  expect(read(list(undefined, 'b', undefined))).toBe(true);
  expect(read(list('a', 'b', 'c'))).toBe(true);
  expect(read(list('a', 'c'))).toBe(false);
});
