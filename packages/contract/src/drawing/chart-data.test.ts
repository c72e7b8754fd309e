import { expect, test } from 'vitest';
import { chartDataOf } from './chart-data.ts';

const fields = [
  { name: 'month', type: 'date' },
  { name: 'status', type: 'text' },
  { name: 'revenue', type: 'numeric' },
];
const choice = { kind: 'line', x: 0, ys: [2], series: 1 } as const;

function draw(rows: (string | null)[][]) {
  return chartDataOf({ choice: { ...choice, ys: [2] }, fields, rows, emptyName: '(empty)' });
}

test('SQL-8.6 month, status and revenue are one line a status, each from left to right', () => {
  const { places, series } = draw([
    ['2026-02-01', 'paid', '20'],
    ['2026-01-01', 'paid', '10'],
    ['2026-01-01', 'open', '1'],
  ]);
  expect(places).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]);
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['paid', [10, 20]],
    ['open', [1, null]],
  ]);
});

test('DASH-2 NULL is a series of its own, apart from a status that is called the same', () => {
  const { series } = draw([
    ['2026-01-01', null, '1'],
    ['2026-01-01', '(empty)', '2'],
  ]);
  expect(series.map(({ isNamed, values }) => [isNamed, values[0]])).toEqual([
    [false, 1],
    [true, 2],
  ]);
});

test('DASH-2 of 5,000 series the eight largest are drawn, and it is known that there are more', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ['2026-01-01', `s${at}`, String(at)]);
  const { series, seriesCount } = draw(rows);
  expect(seriesCount).toBe(5_000);
  expect(series.map(({ name }) => name)).toEqual(
    [4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999].map((at) => `s${at}`),
  );
});

test('SQL-8.6 where every place has one row there is nothing to tell apart', () => {
  const { series } = draw([
    ['2026-01-01', 'paid', '1'],
    ['2026-02-01', 'open', '2'],
  ]);
  expect(series.map(({ name, values }) => [name, values])).toEqual([['revenue', [1, 2]]]);
});

test('DASH-2 several rows for one point are told, not added up', () => {
  const twice = draw([
    ['2026-01-01', 'paid', '1'],
    ['2026-01-01', 'paid', '2'],
  ]);
  expect(twice.isAmbiguous).toBe(true);
  expect(draw([['2026-01-01', 'paid', '1']]).isAmbiguous).toBe(false);
});
