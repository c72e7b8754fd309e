import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { expect, test } from 'vitest';
import { moveTile, resizeTile } from './arrange.ts';

const tile = (id: string, x: number, y: number, w = 6, h = 3): Tile => ({
  id,
  x,
  y,
  w,
  h,
  kind: 'text',
  title: '',
  text: '',
});
const placesOf = (tiles: Tile[]) =>
  Object.fromEntries(tiles.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));

test('DASH-5 a tile moved by keyboard passes its neighbours, and nothing overlaps', () => {
  const tiles = [tile('a', 0, 0), tile('b', 0, 3), tile('c', 6, 0)];
  expect(placesOf(moveTile(tiles, 'a', 'down'))).toEqual({
    a: [0, 3, 6, 3],
    b: [0, 0, 6, 3],
    c: [6, 0, 6, 3],
  });
  expect(placesOf(moveTile(tiles, 'b', 'up'))).toMatchObject({ a: [0, 3, 6, 3], b: [0, 0, 6, 3] });
  expect(placesOf(moveTile(tiles, 'a', 'left'))).toEqual(placesOf(tiles));
  const [a, , c] = moveTile(tiles, 'a', 'right');
  expect(a).toMatchObject({ x: 1 });
  expect(c?.y).toBeGreaterThanOrEqual(3);
});

test('DASH-5 a tile grows as far as the grid, and those below make room', () => {
  const tiles = [tile('a', 6, 0), tile('b', 0, 3)];
  expect(placesOf(resizeTile(tiles, 'a', { w: 99 }))).toEqual({
    a: [0, 0, 12, 3],
    b: [0, 3, 6, 3],
  });
  expect(placesOf(resizeTile(tiles, 'a', { h: 0 })).a).toEqual([6, 0, 6, 1]);
});
