import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import type { ShownColumn } from '../table-columns.ts';
import { fillTarget } from './fill-target.ts';
import { fillEdits } from './fill.ts';
import { continueSeries } from './series.ts';

test.each([
  [
    ['1', '2'],
    ['3', '4'],
  ],
  [
    ['9007199254740993', '9007199254740995'],
    ['9007199254740997', '9007199254740999'],
  ],
  [
    ['1.50', '1.25'],
    ['1.00', '0.75'],
  ],
  [
    ['2026-01-30', '2026-01-31'],
    ['2026-02-01', '2026-02-02'],
  ],
  [
    ['2024-01-31', '2024-02-29'],
    ['2024-03-31', '2024-04-30'],
  ],
  [
    ['2026-03-05 08:00:00', '2026-04-05 08:00:00'],
    ['2026-05-05 08:00:00', '2026-06-05 08:00:00'],
  ],
  [
    ['Item 08', 'Item 09'],
    ['Item 10', 'Item 11'],
  ],
  [
    ['007', '008', '009'],
    ['010', '011'],
  ],
  [
    ['A-12', 'A-11'],
    ['A-10', 'A-09'],
  ],
  [
    ['A-03', 'A-02', 'A-01'],
    ['A-00', 'A-00'],
  ],
  [
    ['K1999999999999998', 'K1999999999999999'],
    ['K2000000000000000', 'K2000000000000001'],
  ],
  [
    ['2026-11', '2026-12'],
    ['2027-01', '2027-02'],
  ],
  [
    ['0001-01-30', '0001-01-31'],
    ['0001-02-01', '0001-02-02'],
  ],
  [
    ['9999-12-30', '9999-12-31'],
    ['10000-01-01', '10000-01-02'],
  ],
])('SQL-3 %j goes on with %j', (values, next) => {
  const series = continueSeries(values);
  expect(next.map((_, at) => series?.(at + 1))).toEqual(next);
});

test.each([[['7']], [['1', '2', '4']], [['a', 'b']], [['2026-02-31', '2026-03-31']]])(
  'SQL-3 %j is no series',
  (values) => {
    expect(continueSeries(values)).toBeUndefined();
  },
);

test('SQL-3 what is no number of a time is not counted on', () => {
  const kind = { clock: 'as-written' as const, isTime: true };
  expect(continueSeries(['08:00:00', '08:00:30'], kind)).toBeUndefined();
  expect(continueSeries(['0044-03-15 BC', '0044-03-16 BC'], kind)).toBeUndefined();
});

test('SQL-3 a time of day stays when clocks change, on whatever wall the reader sees them', () => {
  const berlin = { clock: { timeZone: 'Europe/Berlin' }, isTime: true };
  const spring = continueSeries(['2026-03-27 08:00:00+01', '2026-03-28 08:00:00+01'], berlin);
  expect([1, 2].map((step) => spring?.(step))).toEqual([
    '2026-03-29 07:00:00+01',
    '2026-03-30 07:00:00+01',
  ]);
  const over = continueSeries(['2026-03-28 07:00:00+00', '2026-03-29 06:00:00+00'], berlin);
  expect(over?.(1)).toBe('2026-03-30 06:00:00+00');
  const monthly = continueSeries(['2026-01-31 08:00:05+01', '2026-02-28 08:00:05+01'], berlin);
  expect(monthly?.(1)).toBe('2026-03-31 07:00:05+01');
});

const columns = [
  shown({ name: 'id', identity: 'always' }, 0),
  shown({ name: 'place', baseType: 'integer', category: 'N' }, 1),
  shown({ name: 'name' }, 2),
];
const rows = [
  { index: 0, cells: [1, 10, 'a'] },
  { index: 1, cells: [2, 20, 'b'] },
  { index: 2, cells: [3, null, 'c'] },
  { index: 3, cells: [4, null, null] },
];

test('SQL-3 a drag down goes on column by column, and one upwards the other way', () => {
  const source = { top: 0, bottom: 1, left: 0, right: 2 };
  const target = { top: 2, bottom: 3, left: 0, right: 2 };
  const valuesOf = (edits: ReturnType<typeof fillEdits>) =>
    edits.map(({ row, edits: cells }) => [row.index, ...cells.map(({ value }) => value)]);
  expect(valuesOf(fillEdits({ rows, columns, source, target, timeZone: 'UTC' }))).toEqual([
    [2, { set: '30' }, { set: 'a' }],
    [3, { set: '40' }, { set: 'b' }],
  ]);
  const up = fillEdits({
    rows,
    columns,
    source: { top: 2, bottom: 3, left: 1, right: 1 },
    target: { top: 0, bottom: 1, left: 1, right: 1 },
    timeZone: 'UTC',
  });
  expect(valuesOf(up)).toEqual([
    [1, { null: true }],
    [0, { null: true }],
  ]);
});

test('SQL-3 the handle fills in one direction, and nothing within the cells it began from', () => {
  const source = { top: 2, bottom: 3, left: 1, right: 2 };
  expect(fillTarget(source, { rowIdx: 9, idx: 4 })).toEqual({ ...source, top: 4, bottom: 9 });
  expect(fillTarget(source, { rowIdx: 0, idx: 1 })).toEqual({ ...source, top: 0, bottom: 1 });
  expect(fillTarget(source, { rowIdx: 3, idx: 5 })).toEqual({ ...source, left: 3, right: 5 });
  expect(fillTarget(source, { rowIdx: 3, idx: 1 })).toBeUndefined();
});

function shown(over: Parameters<typeof createColumn>[0], place: number): ShownColumn {
  return { ...createColumn(over), place, isKey: false, isPinned: false, foreignKey: undefined };
}
