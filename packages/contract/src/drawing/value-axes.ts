import type { Cell } from '../artifacts.ts';

/** Beyond this a series on the axis of another is a line along its bottom. */
const FAR = 20;

/**
 * Which of the two axes, left or right, each column of numbers is drawn along. Those much smaller
 * than the largest have the right one to themselves.
 */
export function axesOf(
  rows: readonly (readonly Cell[])[],
  ys: readonly number[],
): ('left' | 'right')[] {
  const sizes = ys.map((y) =>
    rows.reduce((most, row) => {
      const size = Math.abs(Number(row[y] ?? 0));
      return Number.isFinite(size) ? Math.max(most, size) : most;
    }, 0),
  );
  const largest = Math.max(0, ...sizes);
  return sizes.map((size) => (size > 0 && size * FAR < largest ? 'right' : 'left'));
}
