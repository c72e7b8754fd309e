import { expect, test } from 'vitest';
import { parsers, valueReader } from './cells.ts';

const moment = (unit: string) =>
  valueReader({
    name: 'at',
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit } as never,
  });

test('SQL-6 moments of a Parquet file have all their digits, whatever it counts them in', () => {
  expect(moment('NANOS')(1_632_776_125_625_535_123n)).toBe('2021-09-27 20:55:25.625535123+00');
  expect(moment('NANOS')(1_632_776_125_625_535_000n)).toBe('2021-09-27 20:55:25.625535+00');
  expect(moment('NANOS')(-1n)).toBe('1969-12-31 23:59:59.999999999+00');
  expect(moment('MICROS')(1_632_776_125_625_535n)).toBe('2021-09-27 20:55:25.625535+00');
  expect(moment('MILLIS')(-1n)).toBe('1969-12-31 23:59:59.999+00');
  expect(moment('MILLIS')(-63_517_780_800_000n)).toBe('0044-03-15 12:00:00+00 BC');
  expect(parsers.timestampFromNanoseconds(1n)).toBe('1970-01-01 00:00:00.000000001+00');
});
