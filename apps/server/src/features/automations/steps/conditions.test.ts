import { expect, test } from 'vitest';
import { compare, holds } from './conditions.ts';

test('AUTO-3 large numbers of databases are compared with all their digits', () => {
  const [one, next] = ['1234567890123456788', '1234567890123456789'];
  expect(holds({ left: one, operator: 'equals', right: next })).toBe(false);
  expect(holds({ left: one, operator: 'less', right: next })).toBe(true);
  expect(holds({ left: next, operator: 'more', right: one })).toBe(true);
  expect(holds({ left: `-${one}`, operator: 'more', right: `-${next}` })).toBe(true);
  expect(compare('12345678901234567.88', '12345678901234567.89')).toBeLessThan(0);
});

test('AUTO-3 numbers are the same however they are written', () => {
  expect(compare('1.50', '1.5')).toBe(0);
  expect(compare('1234567890123456789.0', '+1234567890123456789')).toBe(0);
  expect(compare('1e3', '1000')).toBe(0);
  expect(compare(1000, '1000')).toBe(0);
  expect(compare('.5', '0.5')).toBe(0);
});
