import { expect, test } from 'vitest';
import { guessPivot, readPivot, withoutTotals } from './pivot-reading.ts';

const field = (name: string, type: string) => ({ name, type, oid: 0 });
const fields = [field('country', 'text'), field('status', 'text'), field('orders', 'int8')];

test('DASH-2 a pivot has a cell for each pair of names, NULL among them, and a gap where no row is', () => {
  const pivot = guessPivot({ fields });
  expect(pivot).toEqual({ row: 'country', column: 'status', value: 'orders' });
  const reading = readPivot(pivot!, {
    fields,
    rows: [
      ['DE', 'paid', '3'],
      ['DE', null, '1'],
      ['FR', null, '2'],
    ],
  });
  expect(reading?.columns).toEqual(['paid', null]);
  expect(reading?.rows).toEqual([
    { key: 'DE', cells: ['3', '1'] },
    { key: 'FR', cells: [undefined, '2'] },
  ]);
  expect(reading?.isAmbiguous).toBe(false);
});

test('DASH-2 a pivot never adds up: two rows for one cell are told', () => {
  const pivot = { row: 'country', column: 'status', value: 'orders' };
  const rows = [
    ['DE', 'paid', '3'],
    ['DE', 'paid', '4'],
  ];
  expect(readPivot(pivot, { fields, rows })?.isAmbiguous).toBe(true);
});

test('DASH-2 totals stand beside their row and below their column, and a NULL name is no total', () => {
  const fields = [
    { name: 'country', type: 'text', oid: 0 },
    { name: 'status', type: 'text', oid: 0 },
    { name: 'average', type: 'numeric', oid: 0 },
    { name: 'causeway_totals', type: 'int4', oid: 0 },
  ];
  const rows = [
    ['DE', 'paid', '10', 0],
    [null, 'paid', '40', 0],
    [null, null, '20', 3],
    ['DE', null, '10', 1],
    [null, null, '40', 1],
    [null, 'paid', '20', 2],
  ];
  const pivot = { row: 'country', column: 'status', value: 'average' };
  expect(readPivot(pivot, { fields, rows })).toMatchObject({
    columns: ['paid'],
    rows: [
      { key: 'DE', cells: ['10'], total: '10' },
      { key: null, cells: ['40'], total: '40' },
    ],
    totals: { cells: ['20'], all: '20' },
    isAmbiguous: false,
  });
  expect(withoutTotals({ fields, rows })).toEqual({
    fields: fields.slice(0, 3),
    rows: [
      ['DE', 'paid', '10'],
      [null, 'paid', '40'],
    ],
  });
});
