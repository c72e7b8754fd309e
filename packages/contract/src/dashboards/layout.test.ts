import { expect, test } from 'vitest';
import { findRoom, firstSizes, inReadingOrder } from './layout.ts';

test('DASH-5 a new tile takes the first room that is large enough for it', () => {
  const tiles = [
    { x: 0, y: 0, w: 3, h: 3 },
    { x: 3, y: 0, w: 3, h: 3 },
    { x: 0, y: 3, w: 12, h: 5 },
  ];
  expect(findRoom([], firstSizes.chart)).toEqual({ x: 0, y: 0, w: 6, h: 7 });
  expect(findRoom(tiles, firstSizes.number)).toEqual({ x: 6, y: 0, w: 3, h: 3 });
  expect(findRoom(tiles, firstSizes.chart)).toEqual({ x: 0, y: 8, w: 6, h: 7 });
});

test('tiles are read row by row', () => {
  const [a, b, c] = [
    { x: 6, y: 0, w: 6, h: 2 },
    { x: 0, y: 2, w: 6, h: 2 },
    { x: 0, y: 0, w: 6, h: 2 },
  ];
  expect(inReadingOrder([a, b, c])).toEqual([c, a, b]);
});
