import { expect, test } from 'vitest';
import { orderOf } from './compare-cells.ts';

function sorted(type: string, cells: (string | number | boolean | null)[], direction = 'ASC') {
  const order = orderOf(cells, type, { direction: direction as 'ASC' | 'DESC', language: 'de' });
  return order.map((row) => cells[row]);
}

test.each([
  ['int8', ['9007199254740993', '9007199254740992', '-1', '10', '9']],
  ['numeric', ['0.1', '0.0999999999999999999', '-2', '-10.5', '1.0', 'NaN']],
  ['float8', [1e20, -3.5, 0, 'Infinity', '-Infinity', 'NaN']],
  ['timestamptz', ['2024-10-27 02:30:00+02', '2024-10-27 02:15:00+01', 'infinity']],
  [
    'timestamp',
    ['2024-01-01 00:00:00.000002', '2024-01-01 00:00:00.000001', '10000-01-01 00:00:00'],
  ],
  ['date', ['2024-01-02', '0044-03-15 BC', '2024-01-01', '-infinity']],
  ['interval', ['1 mon', '29 days', '1 day -00:00:01', '24:00:00', '1 year']],
  ['bool', [true, false]],
  ['text', ['Zebra', 'äpfel', 'Apfel']],
])('SQL-8.5 %s is sorted by what it means, to the last digit', (type, cells) => {
  expect(sorted(type, cells)).toEqual(expected[type]);
  expect(sorted(type, cells, 'DESC')).toEqual(expected[type]?.toReversed());
});

const expected: Record<string, unknown[]> = {
  int8: ['-1', '9', '10', '9007199254740992', '9007199254740993'],
  numeric: ['-10.5', '-2', '0.0999999999999999999', '0.1', '1.0', 'NaN'],
  float8: ['-Infinity', -3.5, 0, 1e20, 'Infinity', 'NaN'],
  timestamptz: ['2024-10-27 02:30:00+02', '2024-10-27 02:15:00+01', 'infinity'],
  timestamp: ['2024-01-01 00:00:00.000001', '2024-01-01 00:00:00.000002', '10000-01-01 00:00:00'],
  date: ['-infinity', '0044-03-15 BC', '2024-01-01', '2024-01-02'],
  interval: ['1 day -00:00:01', '24:00:00', '29 days', '1 mon', '1 year'],
  bool: [false, true],
  text: ['Apfel', 'äpfel', 'Zebra'],
};

test('SQL-8.5 NULL comes last either way, and equal rows stay as they came', () => {
  expect(sorted('int4', [null, 2, 1, null], 'ASC')).toEqual([1, 2, null, null]);
  expect(sorted('int4', [null, 2, 1, null], 'DESC')).toEqual([2, 1, null, null]);
  const order = orderOf([1, 0, 1, 0], 'int4', { direction: 'DESC', language: 'en' });
  expect(order).toEqual([0, 2, 1, 3]);
});
