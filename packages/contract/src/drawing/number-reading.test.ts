import { expect, test } from 'vitest';
import { readNumber } from './number-reading.ts';

const field = (name: string, type: string) => ({ name, type, oid: 0 });

test('DASH-2 a number tile shows the first number and compares it with the second', () => {
  const fields = [field('what', 'text'), field('now', 'numeric'), field('before', 'int8')];
  expect(readNumber({ fields, rows: [['x', '150.5', '100']] })).toEqual({
    value: { column: 'now', text: '150.5', isNumber: true },
    before: { name: 'before', text: '100', change: 0.505, isNew: false },
    trend: [],
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
    value: { column: 'revenue', text: '150', isNumber: true },
    before: { name: '2026-02-01', text: '100', change: 0.5, isNew: false },
    trend: [80, 100, 150],
  });
});

test('DASH-2 nothing is no zero: NULL has no value, and zero is a number', () => {
  expect(readNumber({ fields: [field('n', 'int8')], rows: [[null]] }).value.text).toBeNull();
  expect(readNumber({ fields: [field('n', 'int8')], rows: [['0']] }).value).toEqual({
    column: 'n',
    text: '0',
    isNumber: true,
  });
});

test('DASH-2 digits a float could not hold, money and texts stay as they were printed', () => {
  const [big] = [readNumber({ fields: [field('n', 'int8')], rows: [['9007199254740993']] })];
  expect(big.value).toMatchObject({ text: '9007199254740993', isNumber: true });
  const money = readNumber({ fields: [field('n', 'money')], rows: [['$1,000.00']] });
  expect(money.value).toMatchObject({ text: '$1,000.00', isNumber: false });
  const text = readNumber({ fields: [field('state', 'text')], rows: [['All is well']] });
  expect(text.value).toMatchObject({ text: 'All is well', isNumber: false });
});
