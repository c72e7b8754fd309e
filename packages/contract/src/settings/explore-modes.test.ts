import { expect, test } from 'vitest';
import { exploreModeKey, exploreModeOf, rememberExploreMode } from './explore-modes.ts';
import { MAX_EXPLORE_MODES, settingsChange, type UserSettings } from './settings.ts';

const page = '/explore/orders?projectId=p1&connectorId=c1';

test('SET-4 of the address only the path, the project and the connector count', () => {
  expect(exploreModeKey('/explore/a%20b?sort=x&connectorId=c1&page=2&projectId=p1#row')).toBe(
    '/explore/a%20b?projectId=p1&connectorId=c1',
  );
  expect(exploreModeKey('/explore?filter=1')).toBe('/explore');
});

test('SET-4 a database opens as table, everything else as grid', () => {
  expect(exploreModeOf([], page, 'sql')).toBe('table');
  expect(exploreModeOf([], page, 's3')).toBe('grid');
  expect(exploreModeOf([], page, '')).toBe('grid');
});

test('SET-4 a page opens in the mode chosen for it, whatever else is in its address', () => {
  const modes = rememberExploreMode([], `${page}&sort=name`, 'grid');
  expect(exploreModeOf(modes, `${page}&page=7`, 'sql')).toBe('grid');
  expect(exploreModeOf(modes, page.replace('c1', 'c2'), 'sql')).toBe('table');
});

test('SET-4 choosing again replaces the earlier choice', () => {
  const modes = rememberExploreMode(rememberExploreMode([], page, 'grid'), page, 'table');
  expect(modes).toEqual([{ url: page, mode: 'table', scopeId: 'c1' }]);
});

test('SET-4 at most 200 choices are kept, the oldest is dropped', () => {
  let modes: UserSettings['exploreModes'] = [];
  for (let number = 0; number <= MAX_EXPLORE_MODES; number += 1) {
    modes = rememberExploreMode(modes, `/explore/t${number}`, 'grid');
  }
  expect(modes).toHaveLength(200);
  expect(modes[0]?.url).toBe('/explore/t1');
  expect(modes.at(-1)?.url).toBe('/explore/t200');
});

test('SET-4 an address too long to store is not remembered, so that saving never fails', () => {
  const modes = rememberExploreMode([], `/explore/${'x'.repeat(3000)}`, 'table');
  expect(settingsChange.safeParse({ exploreModes: modes }).success).toBe(true);
});
