import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chosenRowsOf, useChosenRows } from './use-chosen-rows.ts';

test('SQL-7 all rows but some, or some only, are chosen, whether they were loaded or not', () => {
  const { result, rerender } = renderHook(({ of }) => useChosenRows(of), {
    initialProps: { of: 'cat' },
  });
  const told = () => chosenRowsOf(result.current.choice, 3);
  expect(told()).toEqual({ excluded: [] });
  act(() => result.current.take([{ id: '1' }], false));
  expect(told()).toEqual({ excluded: [{ id: '1' }] });
  expect(result.current.isTaken({ id: '1' })).toBe(false);
  act(() => result.current.takeAll(false));
  expect(told()).toBeUndefined();
  act(() => result.current.take([{ id: '2' }], true));
  expect(told()).toEqual({ excluded: [], only: [{ id: '2' }] });
  expect(result.current.isTaken({ id: '1' })).toBe(false);
  act(() => result.current.take([{ id: '2' }], false));
  expect(told()).toBeUndefined();
  rerender({ of: 'dog' });
  expect(told()).toEqual({ excluded: [] });
});
