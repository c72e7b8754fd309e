import { expect, test } from 'vitest';
import { formatsOf, regionOf } from './use-formats.ts';

test('SET-3 dates and numbers are written the way of the language', () => {
  expect(formatsOf('en').number(1234567.5)).toBe('1,234,567.5');
  expect(formatsOf('de').number(1234567.5)).toBe('1.234.567,5');
  expect(formatsOf('en').date('2026-03-09T12:00:00Z')).toBe('Mar 9, 2026');
  expect(formatsOf('de').date('2026-03-09T12:00:00Z')).toBe('09.03.2026');
});

test('SET-3 English is written as where the reader is, not always as in the United States', () => {
  expect(regionOf('en', ['en-GB', 'en'])).toBe('en-GB');
  expect(regionOf('en', ['en-US'])).toBe('en-US');
  expect(regionOf('en', ['de-DE', 'de'])).toBe('en-GB');
  expect(regionOf('de', ['de-CH', 'en'])).toBe('de-CH');
  expect(formatsOf(regionOf('en', ['de'])).date('2026-03-09T12:00:00Z')).toBe('9 Mar 2026');
});

test('SET-3 how long ago is told in words', () => {
  const now = Date.parse('2026-03-09T12:00:00Z');
  expect(formatsOf('en').ago('2026-03-09T11:58:00Z', now)).toBe('2 minutes ago');
  expect(formatsOf('de').ago('2026-03-08T12:00:00Z', now)).toBe('gestern');
  expect(formatsOf('en').ago('2026-03-09T11:59:59Z', now)).toBe('this minute');
});

test('SET-3 yesterday and tomorrow are days of the reader’s calendar, not 24 hours and more', () => {
  const now = Date.parse('2026-03-11T00:30:00Z');
  const { ago } = formatsOf('en', 'UTC');
  expect(ago('2026-03-09T23:00:00Z', now)).toBe('2 days ago');
  expect(ago('2026-03-10T00:10:00Z', now)).toBe('yesterday');
  expect(ago('2026-03-12T05:00:00Z', now)).toBe('tomorrow');
  expect(ago('2026-03-13T00:20:00Z', now)).toBe('in 2 days');
  expect(formatsOf('de', 'America/New_York').ago('2026-03-09T23:00:00Z', now)).toBe('gestern');
});

test('SET-3 weeks, months and years are counted: the last month is mostly not a month ago', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const { ago } = formatsOf('en', 'UTC');
  expect(ago('2026-11-06T12:00:00Z', now)).toBe('1 week ago');
  expect(ago('2026-09-21T12:00:00Z', now)).toBe('1 month ago');
  expect(ago('2024-11-20T12:00:00Z', now)).toBe('1 year ago');
});

test('SET-3 how long something takes is told in the unit people would use', () => {
  expect(formatsOf('en').duration(0.2)).toBe('1 second');
  expect(formatsOf('de').duration(75)).toBe('75 Sekunden');
  expect(formatsOf('en').duration(150)).toBe('3 minutes');
  expect(formatsOf('de').duration(7_200)).toBe('2 Stunden');
});
