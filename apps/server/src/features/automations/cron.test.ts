import { expect, test } from 'vitest';
import { slotsAfter } from './cron.ts';
import { judgeSlot } from './running/schedules.ts';

const slots = (cron: string, after: string, count = 3) =>
  slotsAfter(cron, 'Europe/Berlin', new Date(after), count).map((slot) => slot.toISOString());

test('AUTO-2 half past two in Berlin comes once on the day it comes twice', () => {
  expect(slots('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
});

test('AUTO-2 half past two in Berlin comes once on the day it is left out', () => {
  const days = slots('30 2 * * *', '2026-03-28T12:00:00Z', 2).map((slot) => slot.slice(0, 10));
  expect(days).toEqual(['2026-03-29', '2026-03-30']);
});

const slotsIn = (zone: string, cron: string, after: string, count: number) =>
  slotsAfter(cron, zone, new Date(after), count).map((slot) => slot.toISOString());

test('AUTO-2 a midnight that clocks leave out comes when they go on, and no day is left out', () => {
  expect(slotsIn('Africa/Cairo', '0 0 * * *', '2026-04-22T00:00:00Z', 3)).toEqual([
    '2026-04-22T22:00:00.000Z',
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ]);
});

test('AUTO-2 where clocks are set back by half an hour, the schedule goes on', () => {
  expect(slotsIn('Australia/Lord_Howe', '0 3 * * *', '2026-04-03T16:00:00Z', 2)).toEqual([
    '2026-04-04T16:30:00.000Z',
    '2026-04-05T16:30:00.000Z',
  ]);
  expect(slotsIn('Australia/Lord_Howe', '40 * * * *', '2026-04-04T13:50:00Z', 3)).toEqual([
    '2026-04-04T14:40:00.000Z',
    '2026-04-04T16:10:00.000Z',
    '2026-04-04T17:10:00.000Z',
  ]);
});

test('AUTO-2 every hour of the day with 25 comes, and every hour of the one with 23', () => {
  expect(slots('0 * * * *', '2026-10-24T23:00:00Z', 3)).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
  ]);
  expect(slots('0 * * * *', '2026-03-29T00:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T02:00:00.000Z',
  ]);
});

test.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *'])(
  'AUTO-3 %s is refused: it names no moment that ever comes',
  (cron) => {
    expect(() => slots(cron, '2026-01-01T00:00:00Z')).toThrow(/no moment/);
  },
);

test.each(['61 * * * *', '* * *', 'never', '', '* * * * * * *'])(
  'AUTO-3 %s is refused: it is no cron expression',
  (cron) => {
    expect(() => slots(cron, '2026-01-01T00:00:00Z')).toThrow(/is no cron expression/);
  },
);

test('AUTO-3 a time zone that does not exist is refused', () => {
  expect(() => slotsAfter('0 0 * * *', 'Europe/Atlantis', new Date(), 1)).toThrow(/time zone/);
});

test('AUTO-2 what was missed is made up for once, or left out, as set', () => {
  const rule = { cron: '0 * * * *', zone: 'UTC', seconds: null, slot: '2026-01-01T00:00:00Z' };
  const now = new Date('2026-01-01T05:20:00Z');
  const next = new Date('2026-01-01T06:00:00Z');
  expect(judgeSlot({ ...rule, missed: 'once' }, now)).toEqual({ fires: true, next });
  expect(judgeSlot({ ...rule, missed: 'skip' }, now)).toEqual({ fires: false, next });
});

test('AUTO-2 the next slot is counted from the slot, not from when it was served', () => {
  const rule = { cron: null, zone: 'UTC', seconds: 10, missed: 'once' as const };
  const slot = '2026-01-01T00:00:00.000Z';
  const { next } = judgeSlot({ ...rule, slot }, new Date('2026-01-01T00:00:04Z'));
  expect(next.toISOString()).toBe('2026-01-01T00:00:10.000Z');
});
