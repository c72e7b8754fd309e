import { expect, test } from 'vitest';
import { dayIn, startOfDay } from './time-zones.ts';

test.each([
  ['Europe/Berlin', '2026-11-16', '2026-11-15T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['America/New_York', '2026-07-04', '2026-07-04T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  ['UTC', '2026-02-28', '2026-02-28T00:00:00.000Z'],
  // Its clock went from 23:59 to 1:00 that night.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
])('TEAM-1 in %s the day %s begins at %s', (zone, day, start) => {
  expect(startOfDay(zone, day).toISOString()).toBe(start);
  expect(dayIn(zone, new Date(start))).toBe(day);
  expect(dayIn(zone, new Date(Date.parse(start) - 1)) < day).toBe(true);
});
