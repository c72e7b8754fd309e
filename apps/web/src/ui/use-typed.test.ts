import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useTyped } from './use-typed.ts';

test('a field shows what others make of its value, until somebody types in it', () => {
  const { result, rerender } = renderHook(({ kept }) => useTyped(kept), {
    initialProps: { kept: 'Bakery' },
  });
  rerender({ kept: 'Bakery North' });
  expect(result.current.value).toBe('Bakery North');
  act(() => result.current.type('Bakery South'));
  rerender({ kept: 'Bakery East' });
  expect(result.current.value).toBe('Bakery South');
});

test('once what was typed is kept, the field shows what is kept; what was typed since stays', () => {
  const { result } = renderHook(() => useTyped('Bakery'));
  act(() => result.current.type('North'));
  act(() => result.current.settle('North'));
  expect(result.current.value).toBe('Bakery');
  act(() => result.current.type('North East'));
  act(() => result.current.settle('North'));
  expect(result.current.value).toBe('North East');
});
