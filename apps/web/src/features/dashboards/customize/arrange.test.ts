import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { expect, test } from 'vitest';
import { onPhone } from '@causeway/contract/dashboards/layout.ts';
import {
  changePhone,
  movePhone,
  moveTile,
  moveToTab,
  removeTab,
  resizeTile,
  settleTabs,
} from './arrange.ts';

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

const tabs = [
  { id: 'one', name: 'One' },
  { id: 'two', name: 'Two' },
];

test('DASH-5 a tile goes to another tab where there is room, and comes back below when its tab goes', () => {
  const tiles = [tile('a', 0, 0), tile('b', 0, 3), { ...tile('c', 0, 0), tab: 'two' }];
  const moved = moveToTab({ tiles, tabs }, 'b', 'two');
  expect(moved[1]).toMatchObject({ tab: 'two', x: 6, y: 0 });
  const { tabs: left, tiles: back } = removeTab({ tiles: moved, tabs }, 'two');
  expect(left).toEqual([tabs[0]]);
  expect(placesOf(back)).toEqual({ a: [0, 0, 6, 3], b: [6, 3, 6, 3], c: [0, 3, 6, 3] });
  expect(back.every(({ tab }) => tab === undefined || tab === 'one')).toBe(true);
});

test('DASH-5 tiles of one tab make no room for those of another', () => {
  const tiles = [tile('a', 0, 0), { ...tile('b', 0, 0), tab: 'two' }];
  expect(placesOf(settleTabs(tiles, tabs))).toEqual({ a: [0, 0, 6, 3], b: [0, 0, 6, 3] });
});

test('DASH-5 a phone has an order and a choice of tiles of its own; the desk stays as it is', () => {
  const tiles = [tile('a', 0, 0), tile('b', 0, 3), tile('c', 0, 6)];
  const moved = changePhone(movePhone(tiles, 'c', -1), 'a', { isHidden: true });
  expect(onPhone(moved).map((place) => [place.tile.id, place.isHidden])).toEqual([
    ['a', true],
    ['c', false],
    ['b', false],
  ]);
  expect(placesOf(moved)).toEqual(placesOf(tiles));
});
