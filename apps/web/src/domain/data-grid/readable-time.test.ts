import { expect, test } from 'vitest';
import { writeTime } from './readable-time.ts';

const reader = { timeZone: 'Asia/Kolkata', dates: 'exact', region: 'en-GB' } as const;
const instant = '2026-03-05 20:30:15.123456+00';

test('SET-3 an instant is read by the clock of its reader, to the last digit', () => {
  expect(writeTime(instant, 'timestamptz', reader)).toBe('2026-03-06 02:00:15.123456+05:30');
  expect(writeTime(instant, 'timestamp with time zone', { ...reader, timeZone: null })).toBe(
    instant,
  );
  const inBerlin = { ...reader, timeZone: 'Europe/Berlin' };
  expect(writeTime('2026-07-01 12:00:00-03:00', 'timestamptz', inBerlin)).toBe(
    '2026-07-01 17:00:00+02',
  );
});

test('SET-3 what has no zone is never moved, however short it is written', () => {
  expect(writeTime('2026-03-05 23:30:15', 'timestamp', reader)).toBe('2026-03-05 23:30:15');
  expect(writeTime('2026-03-05', 'date', reader)).toBe('2026-03-05');
  const short = { ...reader, dates: 'region' } as const;
  expect(writeTime('2026-03-05 23:30:15', 'timestamp', short)).toBe('05/03/2026, 23:30');
  expect(writeTime('2026-03-05', 'date', short)).toBe('05/03/2026');
  expect(writeTime('2026-03-05', 'date', { ...short, region: 'de-DE' })).toBe('05.03.2026');
  expect(writeTime(instant, 'timestamptz', { ...reader, dates: 'iso' })).toBe('2026-03-06 02:00');
});

test('SQL-10 what is no common date stays as it is', () => {
  for (const text of ['infinity', '0044-03-15 BC', '2026-13-45', '']) {
    expect(writeTime(text, 'timestamptz', { ...reader, dates: 'region' })).toBe(text);
    expect(writeTime(text, 'date', { ...reader, dates: 'region' })).toBe(text);
  }
  expect(writeTime('2026-03-05', 'text', { ...reader, dates: 'region' })).toBe('2026-03-05');
});
