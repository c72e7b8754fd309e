import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMarking } from './use-marking.ts';

test('SQL-3 SQL-10 cells that are marked are drawn anew only when others are marked', () => {
  const end = { rowIdx: 9, idx: 3 };
  const { result, rerender } = renderHook(() =>
    useMarking({ end, pageRows: () => 5, selection: '' }),
  );
  act(() => result.current.markFrom({ rowIdx: 1, idx: 1 }, { rowIdx: 3, idx: 2 }));
  const { range } = result.current;
  expect(range).toEqual({ top: 1, bottom: 3, left: 1, right: 2 });
  rerender();
  expect(result.current.range).toBe(range);
});
