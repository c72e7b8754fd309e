import { expect, test } from 'vitest';
import { keepColours } from './keep-colours.ts';
import { mergeSettings, mergeTabs } from './merge-tabs.ts';

const tab = (id: string, name = id) => ({ id, name });

test('DASH-5 tabs that two people add, rename and remove are all kept as each meant it', () => {
  const base = [tab('a'), tab('b'), tab('c')];
  const mine = [tab('a', 'mine'), tab('b'), tab('c'), tab('new')];
  const theirs = [tab('a'), tab('b', 'theirs'), tab('more')];
  expect(mergeTabs({ base, mine, theirs })).toEqual([
    tab('a', 'mine'),
    tab('b', 'theirs'),
    tab('new'),
    tab('more'),
  ]);
});

test('DASH-5 a setting is the one that was changed; where both changed it, mine', () => {
  const merged = mergeSettings({
    base: { refresh: 0 },
    mine: { refresh: 0 },
    theirs: { refresh: 60 },
  });
  expect(merged).toEqual({ refresh: 60 });
  expect(mergeSettings({ base: {}, mine: { refresh: 30 }, theirs: { refresh: 60 } })).toEqual({
    refresh: 30,
  });
});

test('DASH-2 a name has one colour on the whole dashboard, and keeps it when others come', () => {
  const first = keepColours(
    [],
    [
      ['app', 'web'],
      ['web', 'phone', 'app'],
    ],
  );
  expect(first).toEqual([
    { value: 'app', slot: 0 },
    { value: 'web', slot: 1 },
    { value: 'phone', slot: 2 },
  ]);
  const second = keepColours(first, [
    ['new', 'web'],
    ['new', 'app'],
  ]);
  expect(second.slice(0, 3)).toEqual(first);
  expect(second[3]).toEqual({ value: 'new', slot: 0 });
  const many = Array.from({ length: 12 }, (_, at) => `name ${at}`);
  expect(keepColours([], [many])).toHaveLength(8);
});
