import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPin, movePin, removePin, renamePin } from './pins.ts';
import { changeSettings, mergeList } from './change.ts';
import { defaultSettings, MAX_EXPLORE_MODES, type UserSettings } from './settings.ts';

const orders = { url: '/explore/orders', name: 'Orders' };
const editor = { url: '/sql/editor', name: 'Editor' };
const home = { url: '/', name: 'Home' };

describe('SESS-6 two tabs change settings at the same time', () => {
  test('SESS-6 each tab adds a pin, both stay', () => {
    const base = withPins([orders]);
    const afterFirst = changeSettings(base, { pins: addPin(base.pins, editor) }, base);
    const afterBoth = changeSettings(afterFirst, { pins: addPin(base.pins, home) }, base);
    expect(afterBoth.pins).toEqual(expect.arrayContaining([orders, editor, home]));
    expect(afterBoth.pins).toHaveLength(3);
  });

  test('SESS-6 one tab removes a pin, the other renames another', () => {
    const base = withPins([orders, editor]);
    const afterFirst = changeSettings(base, { pins: removePin(base.pins, orders.url) }, base);
    const renamed = renamePin(base.pins, editor.url, 'SQL');
    expect(changeSettings(afterFirst, { pins: renamed }, base).pins).toEqual([
      { url: editor.url, name: 'SQL' },
    ]);
  });

  test('SESS-6 one tab renames a pin, the other moves it', () => {
    const base = withPins([orders, editor]);
    const afterFirst = changeSettings(
      base,
      { pins: renamePin(base.pins, editor.url, 'SQL') },
      base,
    );
    const moved = movePin(base.pins, editor.url, 0);
    expect(changeSettings(afterFirst, { pins: moved }, base).pins).toEqual([
      { url: editor.url, name: 'SQL' },
      orders,
    ]);
  });

  test('SESS-6 changes of different fields never meet', () => {
    const afterFirst = changeSettings(defaultSettings, { theme: 'dark' });
    const afterBoth = changeSettings(afterFirst, { layout: { leftPane: false } });
    expect(afterBoth.theme).toBe('dark');
    expect(afterBoth.layout).toEqual({ ...defaultSettings.layout, leftPane: false });
  });

  test('SESS-6 panes resized in two tabs keep both sizes', () => {
    const afterFirst = changeSettings(defaultSettings, { layout: { rightPaneWidth: 500 } });
    const afterBoth = changeSettings(afterFirst, { layout: { bottomPaneHeight: 200 } });
    expect(afterBoth.layout).toMatchObject({ rightPaneWidth: 500, bottomPaneHeight: 200 });
  });

  test('SESS-6 without knowing where the sender started, what it sends is taken', () => {
    expect(changeSettings(withPins([orders]), { pins: [home] }).pins).toEqual([home]);
  });

  test('SET-4 merged explore modes stay within the limit', () => {
    const current = { ...defaultSettings, exploreModes: modesFrom(0) };
    const merged = changeSettings(current, { exploreModes: modesFrom(150) }, { exploreModes: [] });
    expect(merged.exploreModes).toHaveLength(MAX_EXPLORE_MODES);
  });
});

describe('SESS-6 lists changed by two tabs, whatever they change', () => {
  const items = fc.uniqueArray(
    fc.record({ key: fc.constantFrom(...'abcdefgh'), text: fc.constantFrom('x', 'y', 'z') }),
    { selector: (item) => item.key, maxLength: 8 },
  );
  const threeLists = fc.tuple(items, items, items).map(([base, theirs, mine]) => ({
    base,
    theirs,
    mine,
    merged: merge(theirs, mine, base),
  }));

  test('SESS-6 what either tab added is there', () => {
    fc.assert(
      fc.property(threeLists, ({ base, theirs, mine, merged }) => {
        const added = [...theirs, ...mine].filter((item) => !find(base, item.key));
        expect(added.filter((item) => !find(merged, item.key))).toEqual([]);
      }),
    );
  });

  test('SESS-6 what either tab removed is gone, unless the other edited it', () => {
    fc.assert(
      fc.property(threeLists, ({ base, theirs, mine, merged }) => {
        const removed = base.filter((item) => {
          const left = [find(theirs, item.key), find(mine, item.key)].filter((one) => one);
          return left.length < 2 && left.every((one) => one?.text === item.text);
        });
        expect(removed.filter((item) => find(merged, item.key))).toEqual([]);
      }),
    );
  });

  test('SESS-6 an edit of one tab survives when the other left the entry alone', () => {
    fc.assert(
      fc.property(threeLists, ({ base, theirs, mine, merged }) => {
        const inAll = base.filter((item) => find(theirs, item.key) && find(mine, item.key));
        const untouchedByMe = inAll.filter((item) => find(mine, item.key)?.text === item.text);
        const untouchedByThem = inAll.filter((item) => find(theirs, item.key)?.text === item.text);
        expect(untouchedByMe.map((item) => find(merged, item.key))).toEqual(
          untouchedByMe.map((item) => find(theirs, item.key)),
        );
        expect(untouchedByThem.map((item) => find(merged, item.key))).toEqual(
          untouchedByThem.map((item) => find(mine, item.key)),
        );
      }),
    );
  });

  test('SESS-6 an edit survives when the other tab had removed the entry', () => {
    fc.assert(
      fc.property(threeLists, ({ base, theirs, mine, merged }) => {
        const edited = mine.filter((item) => {
          const before = find(base, item.key);
          return before && before.text !== item.text && !find(theirs, item.key);
        });
        expect(edited.map((item) => find(merged, item.key))).toEqual(edited);
      }),
    );
  });

  test('SESS-6 no entry is there twice', () => {
    fc.assert(
      fc.property(threeLists, ({ merged }) => {
        expect(new Set(merged.map((item) => item.key)).size).toBe(merged.length);
      }),
    );
  });

  test('SESS-6 a tab that changed nothing takes the entries of the other', () => {
    fc.assert(
      fc.property(threeLists, ({ base, theirs }) => {
        expect(merge(theirs, base, base).toSorted(byKey)).toEqual(theirs.toSorted(byKey));
      }),
    );
  });
});

type Item = { key: string; text: string };

function merge(theirs: Item[], mine: Item[], base: Item[]): Item[] {
  return mergeList(theirs, mine, base, (item) => item.key);
}

function find(list: Item[], key: string): Item | undefined {
  return list.find((item) => item.key === key);
}

function byKey(one: Item, other: Item): number {
  return one.key.localeCompare(other.key);
}

function withPins(pins: UserSettings['pins']): UserSettings {
  return { ...defaultSettings, pins };
}

function modesFrom(first: number): UserSettings['exploreModes'] {
  return Array.from({ length: 150 }, (_, index) => ({
    url: `/explore/${first + index}`,
    mode: 'grid',
    scopeId: '',
  }));
}
