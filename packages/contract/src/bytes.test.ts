import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1024, '1.0 kB'],
  [1550, '1.6 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [12_345_678, '12.3 MB'],
  [5_000_000_000, '5.0 GB'],
  [2_500_000_000_000, '2.5 TB'],
  [3e15, '3.0 PB'],
  [4.2e18, '4.2 EB'],
  [5e21, '5,000.0 EB'],
])('RULE-2 %d bytes show as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test('RULE-2 the decimal separator follows the language', () => {
  expect(formatBytes(1_500_000, 'de')).toBe('1,5 MB');
});

test('RULE-2 a shown size is within half a tenth of its unit', () => {
  const factors: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 };
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (bytes) => {
      const [number = '', unit = ''] = formatBytes(bytes).split(' ');
      const factor = factors[unit] ?? Number.NaN;
      expect(Number(number)).toBeLessThan(1000);
      expect(Math.abs(Number(number) * factor - bytes)).toBeLessThanOrEqual(factor * 0.0501);
    }),
  );
});
