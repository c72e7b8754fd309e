import { expect, test } from 'vitest';
import { cardInGrid } from './card-keys.ts';

const go = (key: string, at: number) => cardInGrid(key, { at, perLine: 3, count: 8 });

test('SQL-3 arrows go between the cards of a gallery and stop at its edges', () => {
  expect([go('ArrowRight', 1), go('ArrowRight', 2), go('ArrowRight', 7)]).toEqual([2, 3, 7]);
  expect([go('ArrowLeft', 3), go('ArrowLeft', 0)]).toEqual([2, 0]);
  expect([go('ArrowUp', 4), go('ArrowUp', 1)]).toEqual([1, 1]);
  expect([go('ArrowDown', 1), go('ArrowDown', 7)]).toEqual([4, 7]);
  // The last line is shorter: below the gap is its last card.
  expect(go('ArrowDown', 5)).toBe(7);
  expect(go('Enter', 5)).toBeUndefined();
});
