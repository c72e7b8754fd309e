import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLostNumber, parseWithAllDigits } from './all-digits.ts';

test.each([
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890.123456789',
  '0.12345678901234567890',
  '1180591620717411303424',
  '1e400',
  '1e-400',
])('SQL-10 %s has more digits than a number keeps', (written) => {
  const text = `{"a":["123",{"b":${written}}]}`;
  expect(findLostNumber(text)).toBe(written);
  expect(parseWithAllDigits(text)).toEqual({ a: ['123', { b: written }] });
});

test.each(['9007199254740992', '0.10000000000000001', '1.50000000000000000000', '1e300', '-0.0'])(
  'SQL-10 %s stays what it is',
  (written) => {
    expect(findLostNumber(`[${written}]`)).toBeUndefined();
    expect(parseWithAllDigits(`[${written}]`)).toEqual([Number(written)]);
  },
);

test.each(['.', ''])(
  'SQL-10 a number as long as a body may be is read at once: 1%s0…01',
  (point) => {
    const written = `1${point}${'0'.repeat(1_000_000)}1`;
    expect(findLostNumber(`[${written}]`)).toBe(written);
    expect(parseWithAllDigits(`[${written}]`)).toEqual([written]);
  },
);

test('SQL-10 a text of digits is no number', () => {
  expect(findLostNumber('{"9007199254740993":"9007199254740993"}')).toBeUndefined();
});

test('SQL-10 every number that a program prints from a double stays what it is', () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
      for (const written of [String(number), number.toExponential(16), number.toPrecision(17)]) {
        expect(findLostNumber(`[${written}]`)).toBeUndefined();
      }
    }),
  );
});

test('SQL-10 every whole number either stays what it is or is told', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (number) => {
      const [read] = parseWithAllDigits(`[${number}]`) as [number | string];
      expect(
        BigInt(Number.isInteger(read) && String(read).includes('e') ? read : String(read)),
      ).toBe(number);
    }),
  );
});
