import { expect, test } from 'vitest';
import { chartDataOf, numberOf } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import { lightPalette } from './palette.ts';

const fields = [
  { name: 'month', type: 'date' },
  { name: 'status', type: 'text' },
  { name: 'revenue', type: 'numeric' },
];
const choice = { kind: 'line', x: 0, ys: [2], series: 1 } as const;

const theme = { palette: lightPalette, text: '', muted: '', line: '', raised: '', font: '' };

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

test('DASH-2 hours of a heatmap stand in their order, whichever the first weekday has; names as they come', () => {
  const placesOf = (rows: string[][]) =>
    chartDataOf({ choice: { ...choice, kind: 'heatmap', ys: [2] }, fields, rows, emptyName: '—' })
      .places;
  const hours = [
    ['03', 'Mon', '1'],
    ['10', 'Mon', '2'],
    ['01', 'Tue', '3'],
    ['10', 'Tue', '4'],
  ];
  expect(placesOf(hours)).toEqual(['01', '03', '10']);
  const names = hours.map(([hour = '', ...rest]) => [`at ${hour}`, ...rest]);
  expect(placesOf(names)).toEqual(['at 03', 'at 10', 'at 01']);
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

test('DASH-2 orders in January and March: February is zero of a count, a gap of an average, and else drawn over', () => {
  const rows = [
    ['2026-01-01', 'paid', '10'],
    ['2026-03-01', 'paid', '30'],
    ['2026-03-01', 'open', null],
  ];
  const source = { choice: { ...choice, ys: [2] }, fields, rows, emptyName: '(empty)' };
  const valuesOf = (missing: 'gap' | 'zero' | undefined) =>
    chartDataOf({ ...source, missing }).series.map(({ values }) => values);
  expect(valuesOf('zero')).toEqual([
    [10, 0, 30],
    [0, 0, null],
  ]);
  expect(valuesOf('gap')).toEqual([
    [10, null, 30],
    [null, null, null],
  ]);
  expect(valuesOf(undefined)[0]).toEqual([10, 30]);
  const one = {
    ...source,
    choice: { kind: 'line', x: 0, ys: [2] } as const,
    rows: rows.slice(0, 2),
  };
  const { places, series } = chartDataOf({
    ...one,
    choice: { ...one.choice, ys: [2] },
    missing: 'gap',
  });
  expect(places).toEqual([0, 1, 2].map((month) => Date.UTC(2026, month, 1)));
  expect(series[0]?.values).toEqual([10, null, 30]);
});

test('DASH-2 times that begin anywhere have none missing between them, and a century of hours is not filled', () => {
  const at = (time: string, value: string) => [time, 'paid', value];
  const draw = (rows: string[][]) =>
    chartDataOf({
      choice: { kind: 'line', x: 0, ys: [2] },
      fields: [{ name: 'at', type: 'timestamp' }, ...fields.slice(1)],
      rows,
      emptyName: '',
      missing: 'zero',
    }).places.length;
  expect(draw([at('2026-01-01 10:07:12', '1'), at('2026-01-03 09:00:00', '2')])).toBe(2);
  expect(draw([at('1926-01-01 01:00:00', '1'), at('2026-01-03 09:00:00', '2')])).toBe(2);
  expect(draw([at('2026-01-01 01:00:00', '1'), at('2026-01-01 04:00:00', '2')])).toBe(4);
});

test('DASH-2 a tip says every digit of a number that a picture only needs roughly', () => {
  const rows = [['2026-01-01', 'paid', '12345678901234567.89']];
  const option = chartOption({
    choice: { kind: 'line', x: 0, ys: [2] },
    fields,
    rows,
    emptyName: '',
    width: 400,
    language: 'en',
    theme,
  });
  const [series] = option.series as { tooltip: { valueFormatter: Write } }[];
  type Write = (value: unknown, place: number) => string;
  expect(series?.tooltip.valueFormatter([0, 12345678901234568], 0)).toBe(
    '12,345,678,901,234,567.89',
  );
});

test('DASH-2 SET-3 numbers along the bottom are written as those along the side are', () => {
  const option = chartOption({
    choice: { kind: 'scatter', x: 0, ys: [1] },
    fields: [
      { name: 'price', type: 'numeric' },
      { name: 'rating', type: 'numeric' },
    ],
    rows: [['1200', '4.5']],
    emptyName: '',
    formats: [{ column: 'price', style: 'currency', currency: 'EUR' }],
    width: 400,
    language: 'de',
    theme,
  });
  const { axisLabel } = option.xAxis as { axisLabel: { formatter: (value: number) => string } };
  expect(axisLabel.formatter(1_200)).toBe('1.200\u00a0€');
});

test.each([
  ['$1,234.56', 1234.56],
  ['-$5.00', -5],
  ['1.234,56 €', 1234.56],
  ['1.234.567,00 €', 1_234_567],
  ['12,50 €', 12.5],
  ['￥1,234', 1234],
  ['KWD 1,234.567', 1234.567],
  ['', null],
])('DASH-2 money printed as %s is drawn as %d', (printed, value) => {
  expect(numberOf(printed)).toBe(value);
});
