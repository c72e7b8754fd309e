import { expect, test } from 'vitest';
import { listSeries } from './chart-series.ts';

const fields = ['month', 'status', 'revenue'].map((name) => ({ name, type: 'text', oid: 25 }));
const choice = { kind: 'line' as const, x: 0, ys: [2], series: 1 };

test('SQL-8.6 month, status and revenue are one line a status, none that goes to and fro', () => {
  const rows = [
    ['2024-01', 'paid', 10],
    ['2024-01', 'open', 1],
    ['2024-02', 'paid', 12],
    ['2024-02', 'open', 2],
  ];
  const series = listSeries(rows, choice, fields, 'Other');
  expect(series.map(({ name, rows: own }) => [name, own.map((row) => row[2])])).toEqual([
    ['paid', [10, 12]],
    ['open', [1, 2]],
  ]);
});

test('SQL-8.6 where each place has one row, a name beside it changes nothing', () => {
  const rows = [
    ['2024-01', 'a', 10],
    ['2024-02', 'b', 12],
  ];
  expect(listSeries(rows, choice, fields, 'Other')).toEqual([{ name: 'revenue', y: 2, rows }]);
});

test('SQL-8.6 beyond twelve series the smallest are added up', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [`m${at % 2}`, `s${at % 20}`, at % 20]);
  const series = listSeries(rows, choice, fields, 'Other');
  expect(series).toHaveLength(12);
  const sums = series.flatMap(({ rows: own }) => own.map((row) => Number(row[2])));
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(380);
});
