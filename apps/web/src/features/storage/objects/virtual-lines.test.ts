import { expect, test } from 'vitest';
import { linesInView, scrollTopFor } from './virtual-lines.ts';

test('OBJ-2 of a hundred thousand lines only those around the view are drawn', () => {
  const view = { scrollTop: 1_500_000, height: 600, lineHeight: 30, lineCount: 100_000 };
  const { first, last } = linesInView(view);
  expect(first).toBeLessThanOrEqual(50_000);
  expect(last).toBeGreaterThanOrEqual(50_020);
  expect(last - first).toBeLessThan(40);
  expect(linesInView({ ...view, scrollTop: 0, lineCount: 3 })).toEqual({ first: 0, last: 2 });
});

test('the keyboard scrolls only as far as it needs to', () => {
  const view = { scrollTop: 300, height: 600, lineHeight: 30 };
  expect(scrollTopFor(12, view)).toBeUndefined();
  expect(scrollTopFor(2, view)).toBe(60);
  expect(scrollTopFor(40, view)).toBe(630);
});
