import { expect, test } from 'vitest';
import { findNumberProblem } from './number-text.ts';

test('SQL-10 whole numbers are checked to the last digit, far beyond what a float holds', () => {
  expect(findNumberProblem('9007199254740993', 'bigint')).toBeUndefined();
  expect(findNumberProblem('9223372036854775807', 'bigint')).toBeUndefined();
  expect(findNumberProblem('9223372036854775808', 'bigint')).toBe('outOfRange');
  expect(findNumberProblem('-2147483649', 'integer')).toBe('outOfRange');
  expect(findNumberProblem('1.5', 'integer')).toBe('notWhole');
  expect(findNumberProblem('', 'smallint')).toBe('notWhole');
});

test('SQL-10 decimals may be as long as they are, and NaN and Infinity are numbers', () => {
  for (const text of ['12345678901234567890.123456789', '.5', '1.', '1e-300', 'NaN', '-Infinity']) {
    expect(findNumberProblem(text, 'numeric')).toBeUndefined();
  }
  expect(findNumberProblem('1,5', 'numeric')).toBe('notNumber');
});
