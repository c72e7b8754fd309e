import { expect, test } from 'vitest';
import { isPlainNumber, writeNumber } from './write-number.ts';

test('SET-3 numbers of a tile follow the language and keep every digit they may show', () => {
  expect(writeNumber('282.60', 'en', { mostDigits: 2 })).toBe('282.60');
  expect(writeNumber('282.60', 'de', { mostDigits: 2 })).toBe('282,60');
  expect(writeNumber('0.1234', 'en', { mostDigits: 2 })).toBe('0.12');
  expect(writeNumber('105', 'en', { mostDigits: 2 })).toBe('105');
  expect(writeNumber('9007199254740993.125', 'en', { mostDigits: 20 })).toBe(
    '9,007,199,254,740,993.125',
  );
  expect([isPlainNumber('1e5'), isPlainNumber('NaN'), isPlainNumber('$5')]).toEqual([
    true,
    false,
    false,
  ]);
});
