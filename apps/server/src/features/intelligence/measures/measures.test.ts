import { describe, expect, test } from 'vitest';
import { type DayValue, judgeDays, unusualDays } from './band.ts';
import { explainDifference } from './contributors.ts';
import { judgeRhythms } from './late.ts';
import { judgeWeeks, toWeeks, WEEKS_A_YEAR } from './weeks.ts';

/** Always the same noise: a small generator, so that a test that fails fails again. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296 - 0.5;
  };
}

const START = Date.UTC(2024, 0, 1);

function daysOf(count: number, change: (value: number, at: number) => number = (value) => value) {
  const random = noise(7);
  return Array.from({ length: count }, (_, at): DayValue => {
    const weekday = at % 7 >= 5 ? 0.6 : 1;
    const season = 1 + 0.2 * Math.sin((2 * Math.PI * at) / 365);
    const value = 300 * weekday * season * (1 + 0.12 * random());
    const day = new Date(START + at * 86_400_000).toISOString().slice(0, 10);
    return { day, value: Math.round(change(value, at)) };
  });
}

const places = (days: DayValue[]) =>
  unusualDays(judgeDays(days)).map(({ day }) => (Date.parse(day) - START) / 86_400_000);

describe('a measure', () => {
  test('INTEL-2 that follows its week and its season has no unusual day', () => {
    expect(places(daysOf(500))).toEqual([]);
  });

  test('INTEL-2 tells the day it broke down, and the day after is usual again', () => {
    expect(places(daysOf(400, (value, at) => (at === 390 ? value / 8 : value)))).toEqual([390]);
  });

  test('INTEL-2 excuses what was so a year ago: the second Black Friday is no news', () => {
    const friday = daysOf(800, (value, at) => (at === 300 || at === 664 ? value * 3 : value));
    expect(places(friday)).toEqual([300]);
  });

  test('INTEL-2 is not surprised by days of 23 and of 25 hours', () => {
    const hours = new Map([
      [90, 23],
      [307, 25],
    ]);
    expect(places(daysOf(500, (value, at) => (value * (hours.get(at) ?? 24)) / 24))).toEqual([]);
  });

  test('INTEL-2 says nothing of a table that is younger than ten weeks', () => {
    expect(judgeDays(daysOf(60))).toEqual([]);
  });
});

describe('what made a day unusual', () => {
  test('INTEL-2 is the one channel that broke down', () => {
    const found = explainDifference([
      { value: 'web', actual: 40, expected: 200 },
      { value: 'app', actual: 98, expected: 100 },
      { value: 'store', actual: 51, expected: 50 },
    ]);
    expect(found).toMatchObject({ kind: 'values', values: [{ value: 'web' }] });
  });

  test('INTEL-2 is nothing in particular when all went down alike', () => {
    const shares = ['web', 'app', 'store'].map((value) => ({ value, actual: 70, expected: 100 }));
    expect(explainDifference(shares)).toEqual({ kind: 'across' });
  });
});

describe('a table that fell silent', () => {
  const kept = (name: string, hoursAgo: number) => ({
    table: { oid: name.length, schema: 'public', name },
    rhythm: {
      column: 'created_at',
      number: 1,
      age: hoursAgo * 3_600,
      openAge: hoursAgo * 3_600,
      usualSeconds: 7_200,
      limit: 54_000,
      longestSeconds: 36_000,
    },
  });

  test('INTEL-2 is late when it was never silent for so long', () => {
    const found = judgeRhythms([kept('reviews', 48), kept('orders', 1), kept('events', 0)]);
    expect(found.map(({ table }) => table)).toEqual(['reviews']);
  });

  test('INTEL-2 is one finding when all fell silent together, and none after two months', () => {
    const all = [kept('reviews', 48), kept('orders', 49), kept('events', 50)];
    expect(judgeRhythms(all)).toHaveLength(1);
    const some = [kept('events', 26), kept('orders', 25), kept('payments', 24), kept('carts', 1)];
    const found = judgeRhythms([...some, kept('reviews', 240)]);
    expect(found.map(({ table, facts }) => table ?? facts['table'])).toEqual([
      'payments, orders, events',
      'reviews',
    ]);
    expect(judgeRhythms([kept('reviews', 24 * 90), kept('orders', 1)])).toEqual([]);
  });
});

describe('a table that few rows come into', () => {
  /** Six a working day, none at weekends, with the chance that comes with so few. */
  const fewDays = (
    count: number,
    change: (value: number, at: number) => number = (value) => value,
  ) => {
    const random = noise(11);
    return Array.from({ length: count }, (_, at): DayValue => {
      const usual = at % 7 >= 5 ? 0 : 6 + Math.round(8 * random());
      const day = new Date(START + at * 86_400_000).toISOString().slice(0, 10);
      return { day, value: Math.max(0, change(usual, at)) };
    });
  };

  test('INTEL-2 is judged by ended weeks: a usual year has no odd one, and one without rows is told', () => {
    expect(unusualDays(judgeWeeks(toWeeks(fewDays(400))), WEEKS_A_YEAR)).toEqual([]);
    const stopped = fewDays(380, (value, at) => (at >= 364 && at < 371 ? 0 : value));
    const [odd, ...more] = unusualDays(judgeWeeks(toWeeks(stopped)), WEEKS_A_YEAR);
    expect(odd).toMatchObject({ day: '2024-12-30', value: 0 });
    expect(more).toEqual([]);
  });

  test('INTEL-2 a week that has not ended is no week', () => {
    expect(toWeeks(fewDays(17)).map(({ day }) => day)).toEqual(['2024-01-01', '2024-01-08']);
  });
});
