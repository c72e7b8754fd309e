import { expect, test } from 'vitest';
import { completeRows, endOf, partOf, readNumber } from './number-reading.ts';
import { wallTimeIn, writePart } from './time-buckets.ts';

const field = (name: string, type: string) => ({ name, type, oid: 0 });

test('DASH-2 a number tile shows the first number and compares it with the second', () => {
  const fields = [field('what', 'text'), field('now', 'numeric'), field('before', 'int8')];
  expect(readNumber({ fields, rows: [['x', '150.5', '100']] })).toEqual({
    value: { column: 'now', text: '150.5', number: 150.5 },
    before: { name: 'before', text: '100', change: 0.505, isNew: false },
    trend: [],
    running: undefined,
  });
  expect(readNumber({ fields, rows: [['x', '5', '0']] }).before).toMatchObject({
    change: undefined,
    isNew: true,
  });
});

test('DASH-2 with a row a month the number is the last one, compared with the month before, and draws the way there', () => {
  const fields = [field('month', 'date'), field('revenue', 'numeric')];
  const rows = [
    ['2026-03-01', '150'],
    ['2026-01-01', '80'],
    ['2026-02-01', '100'],
  ];
  expect(readNumber({ fields, rows })).toEqual({
    value: { column: 'revenue', text: '150', number: 150 },
    before: { name: '2026-02-01', text: '100', change: 0.5, isNew: false },
    trend: [80, 100, 150],
    running: undefined,
  });
});

test('DASH-2 rows without a date are not the last month, in a tile and for an alert', () => {
  const fields = [field('month', 'date'), field('orders', 'int8')];
  const rows = [
    ['2026-01-01', '310'],
    ['2026-02-01', '280'],
    ['2026-03-01', '150'],
    [null, '9000'],
  ];
  for (const listed of [rows, rows.toReversed()]) {
    expect(readNumber({ fields, rows: listed })).toMatchObject({
      value: { text: '150' },
      before: { text: '280' },
      trend: [310, 280, 150],
    });
    const at = wallTimeIn('2026-03-15T14:00:00Z', 'UTC');
    expect(readNumber({ fields, rows: listed }, { at }).running).toBeDefined();
    expect(readNumber(completeRows({ fields, rows: listed }, at)).value.text).toBe('280');
    expect(readNumber({ fields, rows: [[null, '9000'], ...rows.slice(0, 1)] }).value.text).toBe(
      '310',
    );
  }
});

test('DASH-2 SET-3 what a number is compared with is named as people name it', () => {
  const named = (language: string, type: string, ...times: string[]) => {
    const fields = [field('at', type), field('n', 'int8')];
    return readNumber({ fields, rows: times.map((time) => [time, '1']) }, { language }).before
      ?.name;
  };
  expect(named('de', 'date', '2026-08-01', '2026-09-01', '2026-10-01')).toBe('September 2026');
  expect(named('en-GB', 'date', '2026-01-01', '2026-04-01', '2026-07-01')).toBe('Q2 2026');
  expect(named('en-GB', 'date', '2025-01-01', '2026-01-01')).toBe('2025');
  expect(named('de', 'date', '2026-09-14', '2026-09-15')).toBe('14.09.2026');
  expect(named('en-GB', 'timestamp', '2026-09-15 07:00:00', '2026-09-15 08:00:00')).toContain(
    '07:00',
  );
});

test('DASH-2 nothing is no zero: NULL has no value, and zero is a number', () => {
  expect(readNumber({ fields: [field('n', 'int8')], rows: [[null]] }).value.text).toBeNull();
  expect(readNumber({ fields: [field('n', 'int8')], rows: [['0']] }).value).toEqual({
    column: 'n',
    text: '0',
    number: 0,
  });
});

test('DASH-2 digits a float could not hold, money and texts stay as they were printed', () => {
  const [big] = [readNumber({ fields: [field('n', 'int8')], rows: [['9007199254740993']] })];
  expect(big.value).toMatchObject({ text: '9007199254740993', number: Number('9007199254740993') });
  const money = readNumber({ fields: [field('n', 'money')], rows: [['$1,000.00']] });
  expect(money.value).toMatchObject({ text: '$1,000.00', number: 1000 });
  const text = readNumber({ fields: [field('state', 'text')], rows: [['All is well']] });
  expect(text.value).toMatchObject({ text: 'All is well', number: null });
});

test('DASH-2 DASH-7 money is compared as much as it is, however it is printed', () => {
  const fields = [field('month', 'date'), field('revenue', 'money')];
  const rows = [
    ['2026-01-01', '$1,000.00'],
    ['2026-02-01', '-$1,250.50'],
  ];
  expect(readNumber({ fields, rows })).toMatchObject({
    value: { text: '-$1,250.50', number: -1250.5 },
    before: { text: '$1,000.00', change: -2.2505, isNew: false },
    trend: [1000, -1250.5],
  });
  expect(readNumber({ fields, rows: [['2026-01-01', null]] }).value.number).toBeNull();
});

test('DASH-7 a month of the column month is over with its end, also where the one before it has no row', () => {
  const fields = [field('month', 'date'), field('orders', 'int8')];
  const rows = [
    ['2026-01-01', '310'],
    ['2026-04-01', '280'],
  ];
  const at = wallTimeIn('2026-05-10T14:00:00Z', 'UTC');
  expect(readNumber(completeRows({ fields, rows }, at)).value.text).toBe('280');
});

const months = {
  fields: [field('month', 'date'), field('orders', 'int8')],
  rows: [
    ['2026-01-01', '310'],
    ['2026-02-01', '280'],
    ['2026-03-01', '150'],
  ],
};

test('DASH-2 on 15 March the month so far is compared with 1 to 15 February, once the database told it', () => {
  const at = wallTimeIn('2026-03-15T14:00:00Z', 'Europe/Berlin');
  const { before, running } = readNumber(months, { at });
  expect(before).toBeUndefined();
  expect(running && partOf(running)).toEqual({
    column: 'month',
    from: '2026-02-01 00:00:00',
    before: '2026-02-16 00:00:00',
  });
  expect(running && writePart(running, 'en')).toContain('Feb 1');
  const part = { name: '1–15 February', text: '120' };
  expect(readNumber(months, { at, before: part }).before).toEqual({
    name: '1–15 February',
    text: '120',
    change: 0.25,
    isNew: false,
  });
});

test('DASH-2 a month that is over is compared with the whole one before, also where another zone has another day', () => {
  const end = '2026-03-31T22:30:00Z';
  const over = readNumber(months, { at: wallTimeIn(end, 'Europe/Berlin') });
  expect(over).toMatchObject({ running: undefined, before: { text: '280' } });
  expect(readNumber(months, { at: wallTimeIn(end, 'UTC') }).running).toBeDefined();
  // February has no 31st: all of it is the same part.
  const last = readNumber(months, { at: wallTimeIn(end, 'UTC') }).running;
  expect(last && partOf(last).before).toBe('2026-03-01 00:00:00');
});

test('DASH-2 today is compared with yesterday up to the same minute', () => {
  const days = {
    fields: [field('day', 'date'), field('orders', 'int8')],
    rows: [
      ['2026-03-13', '9'],
      ['2026-03-14', '8'],
      ['2026-03-15', '3'],
    ],
  };
  const { running } = readNumber(days, { at: wallTimeIn('2026-03-15T14:20:00Z', 'UTC') });
  expect(running && partOf(running)).toMatchObject({
    from: '2026-03-14 00:00:00',
    before: '2026-03-14 14:20:00',
  });
});

test('DASH-7 an alert looks at the last time that is over', () => {
  const at = wallTimeIn('2026-03-15T14:00:00Z', 'UTC');
  expect(readNumber(completeRows(months, at)).value.text).toBe('280');
  const later = wallTimeIn('2026-04-01T00:00:00Z', 'UTC');
  expect(readNumber(completeRows(months, later)).value.text).toBe('150');
});

test('DASH-2 a result narrowed to the days before today is compared with as many days', () => {
  const read = { asOf: '2026-03-15T14:00:00Z' };
  const asked = (before: string | null) => [
    { name: 'period', value: JSON.stringify({ from: '2026-01-01', before }) },
    { name: 'status', value: JSON.stringify({ in: ['2026-01-01'] }) },
  ];
  const before = readNumber(months, { at: endOf(read, 'UTC', asked('2026-03-15')) }).running;
  expect(before && partOf(before).before).toBe('2026-02-15 00:00:00');
  const open = readNumber(months, { at: endOf(read, 'UTC', asked(null)) }).running;
  expect(open && partOf(open).before).toBe('2026-02-16 00:00:00');
  const past = endOf(read, 'UTC', [{ name: 'period_to', value: '2026-03-01' }]);
  expect(readNumber(months, { at: past }).running).toBeUndefined();
});
