import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSingleTap } from './single-tap.ts';

afterEach(() => vi.useRealTimers());

test('SHELL-6.2 a double tap within 300 ms counts once, a later tap counts again', () => {
  vi.useFakeTimers();
  const act = vi.fn<(text: string) => void>();
  const { result } = renderHook(() => useSingleTap(act));
  result.current('first');
  vi.advanceTimersByTime(299);
  result.current('second');
  expect(act.mock.calls).toEqual([['first']]);
  vi.advanceTimersByTime(1);
  result.current('third');
  expect(act.mock.calls).toEqual([['first'], ['third']]);
});
