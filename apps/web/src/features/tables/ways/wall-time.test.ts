import { expect, test } from 'vitest';
import { firstMoment, momentOf, onDay } from './wall-time.ts';

// Clocks in Berlin went forward on 29 March 2026 at 2:00 and back on 25 October at 3:00.
const berlin = { timeZone: 'Europe/Berlin' };

test('SQL-3 an instant is on the day that a clock on the wall shows, a day on what it says', () => {
  expect(momentOf('2026-11-17 23:30:00+00', berlin)).toEqual({ day: '2026-11-18', time: '00:30' });
  expect(momentOf('2026-07-17 22:30:00+00', berlin)).toEqual({ day: '2026-07-18', time: '00:30' });
  expect(momentOf('2026-11-17 23:30:00', 'as-written')).toEqual({
    day: '2026-11-17',
    time: '23:30',
  });
  expect(momentOf('2026-11-17', 'as-written')).toEqual({ day: '2026-11-17', time: '' });
  for (const text of ['infinity', '0044-03-15 00:00:00 BC', 'tomorrow', '2026-13-40', '']) {
    expect(momentOf(text, 'as-written')).toBeUndefined();
  }
});

test.each([
  [
    'over the spring',
    '2026-03-28 09:15:00.123456+01',
    '2026-03-30',
    '2026-03-30 08:15:00.123456+01',
  ],
  ['over the autumn', '2026-10-24 09:15:00+02', '2026-10-26', '2026-10-26 10:15:00+02'],
  [
    'into an hour that is left out',
    '2026-03-28 02:30:00+01',
    '2026-03-29',
    '2026-03-29 02:30:00+01',
  ],
  [
    'into the second of two hours',
    '2026-10-26 02:30:00+01',
    '2026-10-25',
    '2026-10-25 02:30:00+01',
  ],
  ['into the first of two hours', '2026-10-24 02:30:00+02', '2026-10-25', '2026-10-25 02:30:00+02'],
  [
    'as another session writes it',
    '2026-03-28 08:15:00+00',
    '2026-03-30',
    '2026-03-30 07:15:00+00',
  ],
  ['late in the evening', '2026-11-17 23:30:00+00', '2026-11-20', '2026-11-19 23:30:00+00'],
])('SQL-3 a row keeps its time of day %s', (_, from, day, to) => {
  expect(onDay(from, day, berlin)).toBe(to);
});

test('SQL-3 a row that goes back to its day is there at the time it was', () => {
  for (const text of [
    '2026-03-28 08:15:00.5+00',
    '2026-10-25 00:30:00+00',
    '2026-10-25 01:30:00+00',
  ]) {
    const { day = '' } = momentOf(text, berlin) ?? {};
    for (const other of ['2026-06-01', '2026-12-01']) {
      const there = onDay(text, other, berlin) ?? '';
      const back = onDay(there, day, berlin) ?? '';
      expect(momentOf(back, berlin)).toEqual(momentOf(text, berlin));
    }
  }
});

test('SQL-3 years that nobody meant and days without end are on a calendar as well', () => {
  // Postgres writes the time that was told by the sun.
  expect(momentOf('0021-09-27 00:00:00+00:53:28', berlin)?.day).toBe('0021-09-27');
  expect(momentOf('0001-01-01 00:00:00+00', berlin)?.day).toBe('0001-01-01');
  expect(momentOf('9999-12-31 23:30:00+00', berlin)?.day).toBe('9999-12-31');
  expect(firstMoment('0021-09-27', berlin)).toContain('0021-09-2');
  expect(onDay('0021-09-27 10:00:00+00:53:28', '2021-09-27', berlin)).toBe(
    '2021-09-27 08:53:28+00:53:28',
  );
});

test('SQL-3 what has no zone keeps what it says', () => {
  expect(onDay('2026-03-28 02:30:00.25', '2026-03-29', 'as-written')).toBe(
    '2026-03-29 02:30:00.25',
  );
  expect(onDay('2026-03-28', '2026-03-29', 'as-written')).toBe('2026-03-29');
});

test('SQL-3 days begin when the clocks of their zone say so', () => {
  expect(firstMoment('2026-03-29', berlin)).toBe('2026-03-29 00:00:00+01');
  expect(firstMoment('2026-03-30', berlin)).toBe('2026-03-30 00:00:00+02');
  expect(firstMoment('2026-10-26', berlin)).toBe('2026-10-26 00:00:00+01');
  expect(firstMoment('2026-03-29', { timeZone: 'Asia/Kathmandu' })).toBe(
    '2026-03-29 00:00:00+05:45',
  );
  // There clocks went forward at midnight: the day began at one.
  expect(firstMoment('2018-11-04', { timeZone: 'America/Sao_Paulo' })).toBe(
    '2018-11-04 01:00:00-02',
  );
  expect(firstMoment('2026-03-29', 'as-written')).toBe('2026-03-29');
});
