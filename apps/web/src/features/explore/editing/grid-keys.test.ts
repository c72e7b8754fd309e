import { expect, test } from 'vitest';
import { findMovedHead, isInRange, rangeBetween } from './cell-range.ts';
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
  const end = { rowIdx: 9, idx: 6 };
  expect(findMovedHead({ rowIdx: 0, idx: 1 }, 'ArrowLeft', end)).toEqual({ rowIdx: 0, idx: 1 });
  expect(findMovedHead({ rowIdx: 9, idx: 6 }, 'ArrowDown', end)).toEqual({ rowIdx: 9, idx: 6 });
  expect(findMovedHead({ rowIdx: 1, idx: 1 }, 'Tab', end)).toBeUndefined();
});

function press(key: string, over: Partial<KeyboardEvent> = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...over };
}
