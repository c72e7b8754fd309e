import { expect, test } from 'vitest';
import { guessPivot, readPivot } from './pivot-reading.ts';

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
