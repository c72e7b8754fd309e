import { afterEach, expect, test, vi } from 'vitest';
import { createRangeStore } from './shown-range.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what is on screen is told at once, then seldom while it goes on changing, and last as it is', () => {
  vi.useFakeTimers();
  const store = createRangeStore();
  const told: number[] = [];
  store.subscribe(() => told.push(store.get().first));
  for (let first = 1; first <= 9; first += 1) {
    store.set({ first, last: first + 20 });
    vi.advanceTimersByTime(30);
  }
  expect(told).toEqual([1, 4, 7]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([1, 4, 7, 9]);
  store.set({ first: 9, last: 29 });
  expect(told).toHaveLength(4);
  store.set({ first: 0, last: 20 });
  expect(told.at(-1)).toBe(0);
});
