import { expect, test } from 'vitest';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { addMonths, listMonth, listWeek, planSpans } from './calendar-days.ts';
import { dayFilters, dealDays, editsToDay, stagedDays } from './day-cards.ts';

const ends = (days: string[]) => [days.length, days[0], days.at(-1)];

test('SQL-3 a month is shown in whole weeks, as many as it has', () => {
  expect(ends(listMonth('2026-11-18'))).toEqual([42, '2026-10-26', '2026-12-06']);
  expect(ends(listMonth('2026-10-01'))).toEqual([35, '2026-09-28', '2026-11-01']);
  // It begins on a Monday and has four weeks.
  expect(ends(listMonth('2027-02-14'))).toEqual([28, '2027-02-01', '2027-02-28']);
  expect(ends(listWeek('2026-03-29'))).toEqual([7, '2026-03-23', '2026-03-29']);
});

test('SQL-3 months follow each other over the ends of years and of short months', () => {
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  // Somebody typed two digits of the year.
  expect(addMonths('0021-12-15', 1)).toBe('0022-01-15');
});

test('SQL-3 days with few rows are read together, one with many alone, and empty ones not at all', () => {
  const days = listWeek('2026-11-18');
  expect(planSpans(days, new Map())).toEqual([]);
  const counts = new Map([
    ['2026-11-16', 10],
    ['2026-11-17', 20],
    ['2026-11-18', 9_000],
    ['2026-11-20', 5],
  ]);
  expect(planSpans(days, counts)).toEqual([
    { from: '2026-11-16', to: '2026-11-17', rowCount: 30 },
    { from: '2026-11-18', to: '2026-11-18', rowCount: 9_000 },
    { from: '2026-11-19', to: '2026-11-22', rowCount: 5 },
  ]);
});

const start = { name: 'start', place: 1, baseType: 'timestamptz' } as ShownColumn;
const end = { name: 'end', place: 2, baseType: 'timestamptz' } as ShownColumn;
const dates = { start, end, clock: { timeZone: 'Europe/Berlin' } };
const row = (id: number, from: string | null, to: string | null = null): GridRow => ({
  index: id,
  cells: [id, from, to],
});

test('SQL-3 a row stands on each of its days, what goes on from before first', () => {
  const rows = [
    row(1, '2026-11-17 09:00:00+01'),
    row(2, '2026-11-16 22:00:00+01', '2026-11-18 08:00:00+01'),
    row(3, '2026-10-01 10:00:00+02', '2026-11-16 10:00:00+01'),
    row(4, null),
    row(5, '2026-11-17 08:00:00+01', '2026-11-16 08:00:00+01'),
  ];
  const days = listWeek('2026-11-18');
  const dealt = dealDays(rows, { ...dates, days, refOf: ({ index }) => String(index) });
  const shown = (day: string) =>
    dealt.get(day)?.map(({ row: { index }, time, isLater }) => `${index} ${isLater ? '→' : time}`);
  expect(shown('2026-11-16')).toEqual(['3 →', '2 22:00']);
  expect(shown('2026-11-17')).toEqual(['2 →', '5 08:00', '1 09:00']);
  expect(shown('2026-11-18')).toEqual(['2 →']);
});

test('SQL-3 the table behind a day has the rows that the day counts', () => {
  const from = { column: 'start', operator: 'gte', value: '2026-11-17 00:00:00+01' };
  const to = { column: 'start', operator: 'lt', value: '2026-11-18 00:00:00+01' };
  expect(dayFilters({ ...dates, end: undefined }, '2026-11-17')).toEqual([from, to]);
  const before = { ...to, value: from.value };
  expect(dayFilters(dates, '2026-11-17')).toEqual([
    { or: [{ and: [from, to] }, { and: [before, { ...from, column: 'end' }] }] },
  ]);
});

test('SQL-3 a row that is moved keeps its time and how long it takes, over a change of clocks', () => {
  const moved = editsToDay(
    row(1, '2026-10-23 09:00:00+02', '2026-10-24 17:00:00+02'),
    '2026-10-26',
    dates,
  );
  expect(moved).toEqual([
    { column: 'start', value: { set: '2026-10-26 10:00:00+02' } },
    { column: 'end', value: { set: '2026-10-27 18:00:00+02' } },
  ]);
  const change: GridRow['change'] = {
    kind: 'update',
    ref: '1',
    key: {},
    version: null,
    base: {},
    values: { start: { set: '2026-10-26 10:00:00+02' } },
  };
  const one = { ...row(1, '2026-10-23 09:00:00+02'), change };
  // It was read for the day it was on and for the one it is to be on.
  const differences = stagedDays([one, { ...one, index: 7 }], dates);
  expect(Object.fromEntries(differences)).toEqual({ '2026-10-26': 1, '2026-10-23': -1 });
});
