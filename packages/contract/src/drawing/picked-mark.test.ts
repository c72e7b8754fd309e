import { expect, test } from 'vitest';
import { markAt } from './picked-mark.ts';

const fields = [
  { name: 'month', type: 'date' },
  { name: 'status', type: 'text' },
  { name: 'orders', type: 'int8' },
];

test('DASH-4 a click on March, status empty, means the days of March and IS NULL', () => {
  const rows = [
    ['2026-02-01', 'paid', '1'],
    ['2026-02-01', null, '2'],
    ['2026-03-01', 'paid', '3'],
    ['2026-03-01', null, '4'],
  ];
  const choice = { kind: 'stacked', x: 0, ys: [2], series: 1 } as const;
  const source = { choice: { ...choice, ys: [2] }, fields, rows, emptyName: '(empty)' };
  expect(markAt(source, { dataIndex: 1, seriesIndex: 1, name: '' })).toEqual([
    { column: 'month', pick: { values: ['2026-03-01..2026-03-31'], isEmpty: false } },
    { column: 'status', pick: { values: [], isEmpty: true } },
  ]);
});

test('DASH-4 a click on a bar of names means that name, and on the one without a name that it is empty', () => {
  const rows = [
    ['web', '1'],
    [null, '2'],
  ];
  const source = {
    choice: { kind: 'bar' as const, x: 0, ys: [1] },
    fields: [
      { name: 'channel', type: 'text' },
      { name: 'n', type: 'int8' },
    ],
    rows,
    emptyName: '(empty)',
  };
  expect(markAt(source, { dataIndex: 0, seriesIndex: 0, name: 'web' })).toEqual([
    { column: 'channel', pick: { values: ['web'], isEmpty: false } },
  ]);
  expect(markAt(source, { dataIndex: 1, seriesIndex: 0, name: '' })).toEqual([
    { column: 'channel', pick: { values: [], isEmpty: true } },
  ]);
});

test('DASH-4 a click on all the others together asks for nothing: neither what is empty nor their name', () => {
  const rows = [
    ['2026-02-01', 'paid', '1'],
    ['2026-02-01', '… (3)', '2'],
    ['2026-03-01', 'paid', '3'],
  ];
  const choice = { kind: 'stacked' as const, x: 0, ys: [2], series: 1 };
  const source = { choice, fields, rows, emptyName: '(empty)' };
  expect(markAt(source, { dataIndex: 0, seriesIndex: 1, name: '' })).toBeUndefined();
  expect(markAt(source, { dataIndex: 0, seriesIndex: 0, name: '' })).toHaveLength(2);
  const pie = {
    ...source,
    choice: { kind: 'pie' as const, x: 1, ys: [2] },
    rows: rows.slice(0, 1),
  };
  expect(markAt(pie, { dataIndex: 7, seriesIndex: 0, name: '… (12)' })).toBeUndefined();
  expect(markAt(pie, { dataIndex: 0, seriesIndex: 0, name: 'paid' })).toHaveLength(1);
});

test.each([
  ['month', '2026-03-01', '2026-03-01..2026-03-31'],
  ['order_week', '2026-03-02', '2026-03-02..2026-03-08'],
  ['Quartal', '2026-04-01', '2026-04-01..2026-06-30'],
  ['month', '2026-03-02', '2026-03-02..2026-03-02'],
  ['placed', '2026-03-01', '2026-03-01..2026-03-01'],
])('DASH-4 a click on the only bar of %s, %s, means %s', (name, day, picked) => {
  const bars = { choice: { kind: 'bar' as const, x: 0, ys: [1] }, emptyName: '(empty)' };
  const source = {
    ...bars,
    fields: [
      { name, type: 'date' },
      { name: 'n', type: 'int8' },
    ],
    rows: [[day, '3']],
  };
  expect(markAt(source, { dataIndex: 0, seriesIndex: 0, name: '' })).toEqual([
    { column: name, pick: { values: [picked], isEmpty: false } },
  ]);
});

test('DASH-4 a click on the only bar of a date_trunc without a name means as much as the query says', () => {
  const source = {
    choice: { kind: 'bar' as const, x: 0, ys: [1] },
    fields: [
      { name: 'date_trunc', type: 'timestamptz' },
      { name: 'n', type: 'int8' },
    ],
    rows: [['2026-04-01 00:00:00+02', '3']],
    emptyName: '(empty)',
  };
  const pickBy = (units?: Record<string, 'month' | 'quarter' | 'hour'>) =>
    markAt({ ...source, units }, { dataIndex: 0, seriesIndex: 0, name: '' })?.[0]?.pick.values;
  expect(pickBy({ date_trunc: 'quarter' })).toEqual(['2026-04-01..2026-06-30']);
  expect(pickBy({ date_trunc: 'month' })).toEqual(['2026-04-01..2026-04-30']);
  expect(pickBy({ date_trunc: 'hour' })).toBeUndefined();
  expect(pickBy()).toEqual(['2026-04-01..2026-04-01']);
});

test('DASH-4 a click on January means that month also where the next one with orders is in April', () => {
  const source = {
    choice: { kind: 'bar' as const, x: 0, ys: [2] },
    fields,
    rows: [
      ['2026-01-01', 'paid', '1'],
      ['2026-04-01', 'paid', '2'],
    ],
    emptyName: '(empty)',
  };
  expect(markAt(source, { dataIndex: 0, seriesIndex: 0, name: '' })).toEqual([
    { column: 'month', pick: { values: ['2026-01-01..2026-01-31'], isEmpty: false } },
  ]);
});

test('DASH-4 a name that reads like that of what is empty means that name', () => {
  const source = (...names: (string | null)[]) => ({
    choice: { kind: 'bar' as const, x: 0, ys: [1] },
    fields: [
      { name: 'channel', type: 'text' },
      { name: 'n', type: 'int8' },
    ],
    rows: names.map((name) => [name, '1']),
    emptyName: '(empty)',
  });
  const place = { dataIndex: 1, seriesIndex: 0, name: '' };
  expect(markAt(source('web', '(empty)'), place)?.[0]?.pick).toEqual({
    values: ['(empty)'],
    isEmpty: false,
  });
  // Drawn under one name, both are meant.
  expect(markAt(source(null, '(empty)'), place)?.[0]?.pick).toEqual({
    values: ['(empty)'],
    isEmpty: true,
  });
});
