import { expect, test } from 'vitest';
import { findMovedHead, isInRange, rangeBetween } from '#domain/data-grid/ranges/cell-range.ts';
import { findGridCommand } from './grid-keys.ts';

test('keys of a spreadsheet do in the grid what they do there', () => {
  expect(findGridCommand(press('c', { ctrlKey: true }))).toBe('copy');
  expect(findGridCommand(press('D', { metaKey: true }))).toBe('fillDown');
  expect(findGridCommand(press('Delete'))).toBe('clear');
  expect(findGridCommand(press('Delete', { ctrlKey: true }))).toBe('removeRows');
  expect(findGridCommand(press(' '))).toBe('openValue');
});

test('what is typed, and Enter and F2, are left to the cell', () => {
  for (const key of ['a', 'Enter', 'F2', 'c', 'ArrowDown']) {
    expect(findGridCommand(press(key))).toBeUndefined();
  }
  expect(findGridCommand(press(' ', { shiftKey: true }))).toBeUndefined();
});

test('a range is drawn in any direction and stays among the cells', () => {
  const range = rangeBetween({ rowIdx: 4, idx: 3 }, { rowIdx: 2, idx: 5 });
  expect(range).toEqual({ top: 2, bottom: 4, left: 3, right: 5 });
  expect(isInRange(range, { rowIdx: 3, idx: 4 })).toBe(true);
  expect(isInRange(range, { rowIdx: 5, idx: 4 })).toBe(false);
});

test('keys with Shift move one corner of a range as in a spreadsheet, and never out of the table', () => {
  const extent = { end: { rowIdx: 99, idx: 6 }, pageRows: 20 };
  const move = (from: [number, number], key: string, over: Partial<KeyboardEvent> = {}) => {
    const head = findMovedHead({ rowIdx: from[0], idx: from[1] }, press(key, over), extent);
    return head && [head.rowIdx, head.idx];
  };
  expect(move([0, 1], 'ArrowLeft')).toEqual([0, 1]);
  expect(move([99, 6], 'ArrowDown')).toEqual([99, 6]);
  expect(move([5, 3], 'Home')).toEqual([5, 1]);
  expect(move([5, 3], 'End')).toEqual([5, 6]);
  expect(move([5, 3], 'PageDown')).toEqual([25, 3]);
  expect(move([5, 3], 'PageUp')).toEqual([0, 3]);
  expect(move([5, 3], 'ArrowDown', { ctrlKey: true })).toEqual([99, 3]);
  expect(move([5, 3], 'ArrowLeft', { metaKey: true })).toEqual([5, 1]);
  expect(move([5, 3], 'Home', { ctrlKey: true })).toEqual([0, 1]);
  expect(move([5, 3], 'End', { ctrlKey: true })).toEqual([99, 6]);
  expect(move([5, 3], 'Tab')).toBeUndefined();
});

function press(key: string, over: Partial<KeyboardEvent> = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...over };
}
