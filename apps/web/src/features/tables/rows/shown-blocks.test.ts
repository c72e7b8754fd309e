import { expect, test } from 'vitest';
import { shownBlocks } from '../grid/lines-grid.tsx';

test('SQL-3 the footer counts the cards that are on screen, not those below', () => {
  const cards = { lineHeight: 200, perLine: 3 };
  expect(shownBlocks({ scrollTop: 0, clientHeight: 650 }, cards)).toEqual([0, 8]);
  expect(shownBlocks({ scrollTop: 400, clientHeight: 650 }, cards)).toEqual([6, 14]);
  const one = { lineHeight: 900, perLine: 1 };
  expect(shownBlocks({ scrollTop: 0, clientHeight: 650 }, one)).toEqual([0, 0]);
});
