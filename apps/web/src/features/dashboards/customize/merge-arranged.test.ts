import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { expect, test } from 'vitest';
import { compareArranged, mergeArranged, mergeUnasked } from './merge-arranged.ts';
import { firstChoices } from './merge-tiles.ts';

function tile(id: string, x: number, more: object = {}): Tile {
  return { id, kind: 'text', title: id, text: '', x, y: 0, w: 3, h: 3, ...more };
}
const arranged = (tiles: Tile[], tabs: { id: string; name: string }[] = []) => ({
  tiles,
  tabs,
  settings: {},
});
const base = arranged([tile('a', 0), tile('b', 3), tile('c', 6)]);

test('DASH-5 one moves tiles and the other deletes one: both is done, and nobody is asked', () => {
  const theirs = arranged([tile('a', 3), tile('b', 0), tile('c', 6)]);
  const mine = arranged([tile('a', 0), tile('b', 3)]);
  const merged = mergeUnasked({ base, mine, theirs });
  expect(merged?.tiles.map(({ id, x }) => [id, x]).toSorted()).toEqual([
    ['a', 3],
    ['b', 0],
  ]);
  const both = arranged([tile('a', 0, { title: 'mine' }), tile('b', 3), tile('c', 6)]);
  const other = arranged([tile('a', 0, { title: 'theirs' }), tile('b', 3), tile('c', 6)]);
  expect(mergeUnasked({ base, mine: both, theirs: other })).toBeUndefined();
});

test('DASH-5 a tab that one removes and the other puts a tile on is asked for, and stays unless somebody says so', () => {
  const tabs = [
    { id: 'one', name: 'One' },
    { id: 'two', name: 'Two' },
  ];
  const begun = arranged([tile('a', 0)], tabs);
  const mine = arranged([tile('a', 0)], tabs.slice(0, 1));
  const theirs = arranged([tile('a', 0), tile('new', 0, { tab: 'two' })], tabs);
  const sides = { base: begun, mine, theirs };
  const difference = compareArranged(sides);
  expect(difference).toMatchObject({ isAsked: true, tabs: [{ id: 'two', removedBy: 'mine' }] });
  const kept = mergeArranged(sides, firstChoices(difference));
  expect(kept.tabs.map(({ id }) => id)).toEqual(['one', 'two']);
  const removed = { ...firstChoices(difference), tabs: { two: 'mine' as const } };
  expect(mergeArranged(sides, removed).tabs.map(({ id }) => id)).toEqual(['one']);
  const unused = arranged([tile('a', 0)], [tabs[0]!, { id: 'two', name: 'Renamed' }]);
  expect(compareArranged({ ...sides, theirs: unused }).isAsked).toBe(false);
});
