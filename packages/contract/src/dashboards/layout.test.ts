import { expect, test } from 'vitest';
import { findRoom, firstSizes, inReadingOrder, onPhone, stackTabs, tilesOfTab } from './layout.ts';

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

test('DASH-5 a phone shows tiles as they are read, numbers two abreast, unless it has an order of its own', () => {
  const at = (id: string, kind: string, y: number, phone?: object) => ({
    id,
    kind,
    x: 0,
    y,
    w: 3,
    h: 4,
    ...(phone && { phone }),
  });
  const tiles = [
    at('revenue', 'number', 0),
    at('orders', 'number', 1),
    at('goal', 'gauge', 2),
    at('months', 'chart', 3),
  ];
  const names = (places: ReturnType<typeof onPhone<(typeof tiles)[number]>>) =>
    places.map(({ tile, isHalf }) => `${tile.id}${isHalf ? ' half' : ''}`);
  expect(names(onPhone(tiles))).toEqual(['revenue half', 'orders half', 'goal', 'months']);
  const own = [
    at('revenue', 'number', 0, { isHidden: true }),
    at('orders', 'number', 1),
    at('goal', 'gauge', 2),
    at('months', 'chart', 3, { place: 0, h: 9 }),
  ];
  const placed = onPhone(own);
  expect(names(placed)).toEqual(['months', 'revenue', 'orders half', 'goal half']);
  expect(placed[0]?.rows).toBe(9);
  expect(placed[1]?.isHidden).toBe(true);
});

test('DASH-2 a tile whose tab is gone lies on the first one', () => {
  const tiles = [{ id: 'a' }, { id: 'b', tab: 'two' }, { id: 'c', tab: 'gone' }];
  const tabs = [{ id: 'one' }, { id: 'two' }];
  expect(tilesOfTab(tiles, tabs, 'one').map(({ id }) => id)).toEqual(['a', 'c']);
  expect(tilesOfTab(tiles, tabs, 'two').map(({ id }) => id)).toEqual(['b']);
  expect(tilesOfTab(tiles, [], undefined)).toHaveLength(3);
});

test('DASH-8 on paper tabs follow each other, and no tile covers another', () => {
  const at = (id: string, y: number, tab?: string) => ({ id, x: 0, y, w: 3, h: 4, tab });
  const tiles = [at('a', 0, 'one'), at('b', 4, 'one'), at('c', 0, 'two'), at('d', 4, 'two')];
  const tabs = [{ id: 'one' }, { id: 'two' }];
  expect(stackTabs(tiles, tabs).map(({ id, y }) => [id, y])).toEqual([
    ['a', 0],
    ['b', 4],
    ['c', 8],
    ['d', 12],
  ]);
});
