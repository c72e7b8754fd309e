import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';

test('SQL-10 a cell is compared with the database by the text the database itself would write', () => {
  expect(cellText(null)).toBeNull();
  expect(cellText(true)).toBe('true');
  expect(cellText(0.1)).toBe('0.1');
  expect(cellText(1e20)).toBe('1e+20');
  expect(cellText(1e15)).toBe('1e+15');
  expect(cellText(123456789012345)).toBe('123456789012345');
  expect(cellText(0.00001)).toBe('1e-05');
  expect(cellText(0.0001)).toBe('0.0001');
  expect(cellText(-0)).toBe('-0');
  expect(cellText('9007199254740993')).toBe('9007199254740993');
});
