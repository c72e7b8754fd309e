import { expect, test } from 'vitest';
import { addUp } from './marked-figures.ts';

test('SQL-10 marked figures add up to the last digit, whatever their scale', () => {
  expect(addUp(['9007199254740993', '0.10', '0.2', null])).toEqual({
    text: '9007199254740993.30',
    count: 3,
  });
  expect(addUp(['-0.05', '-1'])).toEqual({ text: '-1.05', count: 2 });
});

test('what has no sum, or is not loaded, gets none', () => {
  expect(addUp(['1', 'NaN'])).toBeUndefined();
  expect(addUp(['1', undefined])).toBeUndefined();
});
