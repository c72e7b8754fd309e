import { expect, test } from 'vitest';
import { findRangeParts, rangeText } from './range-text.ts';

test('SQL-10 ranges are taken apart and put together again to the letter', () => {
  for (const text of [
    '[1,10)',
    '(,5]',
    '[3,)',
    '(,)',
    'empty',
    '["2024-01-01 00:00:00","2024-02-01 00:00:00")',
  ]) {
    const parts = findRangeParts(text);
    expect(parts && rangeText(parts)).toBe(text);
  }
  expect(findRangeParts('[1,10)')).toMatchObject({
    lower: '1',
    upper: '10',
    hasLower: true,
    hasUpper: false,
  });
  expect(findRangeParts('(,5]')).toMatchObject({ lower: undefined, upper: '5' });
});

test('several ranges in one, and what is none, stay text', () => {
  expect(findRangeParts('{[1,2),[3,4)}')).toBeUndefined();
  expect(findRangeParts('1-10')).toBeUndefined();
});
