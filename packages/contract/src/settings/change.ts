import { MAX_EXPLORE_MODES, type SettingsChange, type UserSettings } from './settings.ts';

/**
 * Applies a change to settings that may have moved on since the sender last saw them. `base` holds
 * the values the sender started from: where it names a list, only what the sender added, removed or
 * edited is carried over, so two tabs that each add a pin end with both. Without a base the value
 * replaces what was there.
 */
export function changeSettings(
  current: UserSettings,
  change: SettingsChange,
  base: SettingsChange = {},
): UserSettings {
  const merged: UserSettings = {
    ...current,
    ...change,
    layout: { ...current.layout, ...change.layout },
  };
  if (change.pins) merged.pins = mergeList(current.pins, change.pins, base.pins, (pin) => pin.url);
  if (change.favorites) {
    merged.favorites = mergeList(
      current.favorites,
      change.favorites,
      base.favorites,
      (favorite) => favorite.projectId,
    );
  }
  if (change.sidebarCollapsedStates) {
    merged.sidebarCollapsedStates = mergeList(
      current.sidebarCollapsedStates,
      change.sidebarCollapsedStates,
      base.sidebarCollapsedStates,
      (section) => section,
    );
  }
  if (change.exploreModes) {
    merged.exploreModes = mergeList(
      current.exploreModes,
      change.exploreModes,
      base.exploreModes,
      (entry) => `${entry.scopeId} ${entry.url}`,
    ).slice(-MAX_EXPLORE_MODES);
  }
  return merged;
}

/** Three-way merge of a list by key: the sender's order wins, what others added meanwhile is kept. */
export function mergeList<Item>(
  theirs: Item[],
  mine: Item[],
  base: Item[] | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  if (!base) return mine;
  const baseByKey = indexBy(base, keyOf);
  const mineByKey = indexBy(mine, keyOf);
  const theirsByKey = indexBy(theirs, keyOf);

  const kept = mine.filter((item) => {
    const removedByThem = baseByKey.has(keyOf(item)) && !theirsByKey.has(keyOf(item));
    return !removedByThem || !sameItem(item, baseByKey.get(keyOf(item)));
  });
  const resolved = kept.map((item) => {
    const untouchedByMe = sameItem(item, baseByKey.get(keyOf(item)));
    return (untouchedByMe && theirsByKey.get(keyOf(item))) || item;
  });
  const addedByThem = theirs.filter((item) => {
    return !mineByKey.has(keyOf(item)) && !baseByKey.has(keyOf(item));
  });
  return [...resolved, ...addedByThem];
}

function indexBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

function sameItem(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
