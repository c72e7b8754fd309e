import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { expect, test } from 'vitest';
import { findDifference, firstChoices, mergeTiles } from './merge-tiles.ts';

function tile(id: string, more: Partial<Extract<Tile, { kind: 'number' }>> = {}): Tile {
  const place = { x: 0, y: 0, w: 3, h: 3 };
  return { id, kind: 'number', title: id, queryId: 'q', parameters: [], ...place, ...more };
}

const base = [tile('a'), tile('b', { x: 3 }), tile('c', { x: 6 })];

test('DASH-5 two people who change different tiles of a dashboard both keep their work', () => {
  const mine = [tile('a', { title: 'mine' }), tile('b', { x: 3 }), tile('new', { x: 9 })];
  const theirs = [
    tile('a'),
    tile('b', { x: 3, kind: 'number', title: 'theirs' }),
    tile('c', { x: 6 }),
  ];
  const difference = findDifference({ base, mine, theirs });
  expect(difference).toMatchObject({
    places: undefined,
    tiles: [
      { id: 'a', side: 'mine', byMe: ['title'], byThem: [] },
      { id: 'b', side: 'theirs', byMe: [], byThem: ['title'] },
      { id: 'new', side: 'mine', byMe: ['added'] },
      { id: 'c', side: 'mine', byMe: ['removed'] },
    ],
  });
  const merged = mergeTiles({ mine, theirs }, firstChoices(difference));
  expect(merged.map(({ id, title }) => [id, title])).toEqual([
    ['a', 'mine'],
    ['b', 'theirs'],
    ['new', 'new'],
  ]);
});

test('DASH-5 where both changed a tile or moved tiles, somebody chooses, and nothing overlaps', () => {
  const mine = [tile('a', { title: 'mine', x: 9 }), tile('b', { x: 3 }), tile('c', { x: 6 })];
  const theirs = [tile('a', { title: 'theirs' }), tile('b', { x: 9 }), tile('c', { x: 6 })];
  const difference = findDifference({ base, mine, theirs });
  expect(difference.places).toBe('both');
  expect(difference.tiles).toMatchObject([{ id: 'a', side: 'both' }]);
  const first = firstChoices(difference);
  expect(mergeTiles({ mine, theirs }, first)).toMatchObject([
    { id: 'a', title: 'mine', x: 9 },
    { id: 'b', x: 3 },
    { id: 'c', x: 6 },
  ]);
  const theirsFirst = { tiles: { a: 'theirs' }, places: 'theirs' } as const;
  expect(mergeTiles({ mine, theirs }, theirsFirst)).toEqual(theirs);
  const crowded = [...mine, tile('new', { x: 9 })];
  const placed = mergeTiles({ mine: crowded, theirs: [...theirs] }, firstChoices(difference));
  expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length);
});
