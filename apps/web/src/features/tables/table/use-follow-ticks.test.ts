import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import { useFollowTicks } from './use-follow-ticks.ts';

const column = {
  ...createColumn({ name: 'id' }),
  place: 0,
  isKey: true,
  isPinned: false,
  foreignKey: undefined,
};
const layout = { columns: [column], key: ['id'], versionAt: -1 };

/** Rows by their keys; without one it is not read. */
function list(...ids: (string | undefined)[]): GridRow[] {
  return ids.map((id, index) => (id === undefined ? { index } : { index, cells: [id] }));
}

function tick(first: GridRow[], ...places: number[]) {
  const { result, rerender } = renderHook(
    ({ rows }) => {
      const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
      const listTicked = useFollowTicks({ rows, layout, selected, setSelected });
      return { selected, setSelected, listTicked };
    },
    { initialProps: { rows: first } },
  );
  act(() => result.current.setSelected(new Set(places)));
  const read = (rows: GridRow[]) => {
    rerender({ rows });
    return [...result.current.selected];
  };
  return Object.assign(read, { listTicked: () => result.current.listTicked() });
}

test('SQL-3 ticks stay with their rows when those are read again and stand elsewhere', () => {
  const read = tick(list('a', 'b', 'c'), 1, 2);
  expect(read(list('a', 'b', 'c'))).toEqual([1, 2]);
  expect(read(list('new', 'a', 'b', 'c'))).toEqual([2, 3]);
  expect(read(list('new', 'c', 'a'))).toEqual([1]);
});

test('SQL-3 rows that leave the memory and come back keep their ticks', () => {
  const read = tick(list('a', 'b', 'c'), 1);
  expect(read(list(undefined, undefined, 'c'))).toEqual([1]);
  expect(read(list('a', 'b', 'c'))).toEqual([1]);
  expect(read(list('b', 'a', 'c'))).toEqual([0]);
});

test('SQL-3 a new row that was saved takes its tick along, not that of another one', () => {
  const added = (ref: string, index: number): GridRow => ({
    index,
    change: { kind: 'insert', ref, values: {} },
  });
  const read = tick([added('x', -1), added('y', -2), ...list('a')], -2);
  expect(read([added('y', -1), ...list('a')])).toEqual([-1]);
  expect(read(list('a'))).toEqual([]);
});

test('SQL-5 ticked rows that are out of memory since are exported with the others', () => {
  const read = tick(list('a', 'b', 'c'), 0, 2);
  read(list(undefined, undefined, 'c', 'd'));
  expect(read.listTicked()).toEqual([{ id: 'a' }, { id: 'c' }]);
});
