import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPin, isPinned, movePin, removePin, renamePin, returnPin } from './pins.ts';
import { settingsChange } from './settings.ts';

const orders = { url: '/explore/orders', name: 'Orders' };
const editor = { url: '/sql/editor', name: 'Editor' };
const home = { url: '/', name: 'Home' };

test('SET-5 a page is pinned at the end of the list', () => {
  expect(addPin([orders], editor)).toEqual([orders, editor]);
  expect(isPinned([orders, editor], '/sql/editor')).toBe(true);
});

test('SET-5 pinning a page twice keeps the first pin', () => {
  expect(addPin([orders], { url: orders.url, name: 'Again' })).toEqual([orders]);
});

test('SET-5 a pin without a name shows its address', () => {
  expect(addPin([], { url: '/chat', name: ' ' })).toEqual([{ url: '/chat', name: '/chat' }]);
});

test('SET-5 a pin is renamed where it stands', () => {
  expect(renamePin([orders, editor], orders.url, ' Sales ')).toEqual([
    { url: orders.url, name: 'Sales' },
    editor,
  ]);
});

test('SET-5 an empty new name leaves the pin as it was', () => {
  expect(renamePin([orders], orders.url, '  ')).toEqual([orders]);
});

test('SET-5 a pin is removed', () => {
  expect(removePin([orders, editor], orders.url)).toEqual([editor]);
});

test('SET-5 a pin that was removed comes back to its place, and what was pinned since stays', () => {
  const since = addPin(removePin([orders, editor], orders.url), home);
  expect(returnPin(since, orders, 0)).toEqual([orders, editor, home]);
  expect(returnPin([], home, 7)).toEqual([home]);
});

test('SET-5 a pin is moved to another place', () => {
  expect(movePin([orders, editor, home], home.url, 0)).toEqual([home, orders, editor]);
  expect(movePin([orders, editor, home], orders.url, 1)).toEqual([editor, orders, home]);
  expect(movePin([orders, editor, home], orders.url, 99)).toEqual([editor, home, orders]);
  expect(movePin([orders, editor, home], editor.url, -5)).toEqual([editor, orders, home]);
});

test('SET-5 moving never loses or doubles a pin', () => {
  const urls = fc.uniqueArray(fc.webPath({ size: 'small' }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(urls, fc.nat(7), fc.integer({ min: -2, max: 10 }), (list, which, place) => {
      const pins = list.map((url) => ({ url, name: url }));
      const moved = movePin(pins, list[which % list.length] ?? '', place);
      expect(moved.map((pin) => pin.url).toSorted()).toEqual(list.toSorted());
    }),
  );
});

test('SET-5 whatever is pinned can be saved', () => {
  const long = addPin([], { url: '/explore/x', name: 'n'.repeat(5000) });
  const tooLong = addPin(long, { url: `/${'x'.repeat(5000)}`, name: 'Far' });
  expect(tooLong).toHaveLength(1);
  expect(settingsChange.safeParse({ pins: tooLong }).success).toBe(true);
});
