import { expect, test } from 'vitest';
import { findIntervalParts, intervalText } from './interval-text.ts';

test('an interval is taken apart as Postgres prints it and written so that it reads the same', () => {
  const parts = findIntervalParts('1 year 2 mons -3 days +04:05:06.789');
  expect(parts).toEqual({
    years: '1',
    months: '2',
    days: '-3',
    hours: '4',
    minutes: '5',
    seconds: '6.789',
  });
  expect(parts && intervalText(parts)).toBe(
    '1 years 2 months -3 days 4 hours 5 minutes 6.789 seconds',
  );
});

test('a negative time is negative in each of its parts', () => {
  expect(findIntervalParts('-00:01:02')).toMatchObject({
    hours: '0',
    minutes: '-1',
    seconds: '-2',
  });
});

test('nothing is an interval too, and other ways to write one stay text', () => {
  const nothing = findIntervalParts('00:00:00');
  expect(nothing && intervalText(nothing)).toBe('0 seconds');
  expect(findIntervalParts('P1Y2M')).toBeUndefined();
  expect(findIntervalParts('')).toBeUndefined();
});
