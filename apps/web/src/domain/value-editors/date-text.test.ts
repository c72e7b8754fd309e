import { expect, test } from 'vitest';
import {
  clockOf,
  dayOf,
  findDateParts,
  nowText,
  withClock,
  withClockOnly,
  withDay,
} from './date-text.ts';

test('SQL-10 another day keeps microseconds and zone to the letter', () => {
  const text = '2021-09-27 20:55:25.625535+00';
  expect(dayOf(text)).toBe('2021-09-27');
  expect(withDay(text, '2022-01-03')).toBe('2022-01-03 20:55:25.625535+00');
});

test('SQL-10 an hour that the browser’s own zone skips stays what it is', () => {
  const text = '2024-03-31 02:30:00';
  expect(clockOf(text)).toBe('02:30:00');
  expect(withDay(text, '2024-03-31')).toBe(text);
  expect(withClock(text, '02:30:00', '1999-01-01')).toBe(text);
});

test('another time keeps day and zone; a fraction belongs to its own second', () => {
  expect(withClock('2021-09-27 20:55:25.625535+05:30', '08:00', '1999-01-01')).toBe(
    '2021-09-27 08:00:00+05:30',
  );
  expect(withClock('1975-05-11', '08:00', '1999-01-01')).toBe('1975-05-11 08:00:00');
  expect(withClock('', '08:00', '1999-01-01')).toBe('1999-01-01 08:00:00');
  expect(withClockOnly('10:00:00.5+02', '10:00:00')).toBe('10:00:00.5+02');
});

test('what no calendar shows is left alone', () => {
  for (const text of ['infinity', '0044-03-15 BC', '12024-01-01', 'tomorrow', '']) {
    expect(findDateParts(text)).toBeUndefined();
    expect(dayOf(text)).toBe('');
  }
});

test('now is written with the zone it was read in, where the column keeps one', () => {
  const now = new Date(2026, 0, 5, 7, 8, 9);
  expect(nowText('date', false, now)).toBe('2026-01-05');
  expect(nowText('timestamp', false, now)).toBe('2026-01-05 07:08:09');
  expect(nowText('timestamp', true, now)).toMatch(/^2026-01-05 07:08:09[+-]\d\d(:\d\d)?$/);
});
