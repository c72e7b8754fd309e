import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings, readSettings, settingsChange, userSettings } from './settings.ts';

describe('SET-1 the settings of a user', () => {
  test('SET-1 a new user has exactly these settings', () => {
    expect(readSettings({})).toEqual({
      theme: 'auto',
      lang: 'en',
      availableUiLanguages: ['en', 'de'],
      uiLang: null,
      showRawNames: false,
      exploreModes: [],
      layout: {
        leftPane: true,
        bottomPane: false,
        bottomPaneHeight: 300,
        rightPaneWidth: 400,
        intelligencePosition: 'bottom',
      },
      pins: [],
      favorites: [],
      sidebarCollapsedStates: [],
      sidebarSectionOrders: [],
    });
  });

  test.each(['auto', 'dark', 'light'])('SET-1 the theme may be %s', (theme) => {
    expect(readSettings({ theme }).theme).toBe(theme);
  });

  test('SET-1 a damaged field falls back to its default and leaves the others alone', () => {
    expect(readSettings({ theme: 'purple', lang: 'de', pins: 'none', showRawNames: true })).toEqual(
      { ...defaultSettings, lang: 'de', showRawNames: true },
    );
  });

  test('SET-1 a damaged field of the layout leaves the rest of the layout alone', () => {
    expect(
      readSettings({ layout: { bottomPaneHeight: 'tall', rightPaneWidth: 520 } }).layout,
    ).toEqual({ ...defaultSettings.layout, rightPaneWidth: 520 });
  });

  test('SET-1 unknown fields are dropped', () => {
    expect(readSettings({ wallpaper: 'sea', theme: 'dark' })).toEqual({
      ...defaultSettings,
      theme: 'dark',
    });
  });

  test('SET-1 whatever is stored, complete settings come out', () => {
    const field = fc.constantFrom(...Object.keys(userSettings.shape), 'layout', '__proto__');
    const stored = fc.oneof(fc.anything(), fc.dictionary(field, fc.anything()));
    fc.assert(
      fc.property(stored, (value) => {
        expect(userSettings.safeParse(readSettings(value)).success).toBe(true);
      }),
    );
  });

  test('SET-1 reading settings twice changes nothing', () => {
    const once = readSettings({ theme: 'dark', pins: [{ url: '/', name: 'Home', extra: 1 }] });
    expect(readSettings(once)).toEqual(once);
  });

  test('SET-1 a change that names an unknown field or a wrong value is refused', () => {
    expect(settingsChange.safeParse({ wallpaper: 'sea' }).success).toBe(false);
    expect(settingsChange.safeParse({ theme: 'purple' }).success).toBe(false);
    expect(settingsChange.safeParse({ layout: { leftPane: false } }).success).toBe(true);
  });
});

test('SET-6 content is read in any of four languages, the product is shown in two', () => {
  for (const lang of ['en', 'de', 'fr', 'it']) {
    expect(settingsChange.safeParse({ lang }).success).toBe(true);
  }
  expect(settingsChange.safeParse({ lang: 'es' }).success).toBe(false);
  expect(settingsChange.safeParse({ uiLang: 'fr' }).success).toBe(false);
});

test('SET-4 of 201 explore modes the newest 200 are kept', () => {
  const exploreModes = Array.from({ length: 201 }, (_, at) => ({
    url: `/explore/t${at}`,
    mode: 'table',
    scopeId: '',
  }));
  const kept = settingsChange.parse({ exploreModes }).exploreModes ?? [];
  expect(kept).toHaveLength(200);
  expect(kept[0]?.url).toBe('/explore/t1');
  expect(readSettings({ exploreModes }).exploreModes).toHaveLength(200);
});
