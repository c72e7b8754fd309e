import { expect, test } from 'vitest';
import { filter, readFilter } from './filters.ts';

const condition = { column: 'status', operator: 'eq', value: 'paid' };

const samples: unknown[] = [
  condition,
  { column: 'total', operator: 'in', values: [1, 'two', true, null] },
  { column: 'data', path: ['items', 0, 'name'], operator: 'contains', value: 'x' },
  { column: 'note', operator: 'isNull' },
  { and: [condition, { or: [condition, { not: condition }] }] },
  { and: [] },
  { or: Array.from({ length: 100 }, () => condition) },
  { or: Array.from({ length: 101 }, () => condition) },
  { column: 'a', operator: 'in', values: Array.from({ length: 1_001 }, (_, n) => n) },
  { column: 'a', operator: 'drop table' },
  { column: 1, operator: 'eq', value: 1 },
  { column: 'a', operator: 'eq', value: {} },
  { column: 'a', operator: 'eq', values: ['x', []] },
  { column: 'a', operator: 'eq', values: 'x' },
  { column: 'a', path: [null], operator: 'eq' },
  { column: 'a', operator: 'eq', extra: 1 },
  { and: [condition], or: [condition] },
  { and: condition },
  { and: [condition, {}] },
  { not: [condition] },
  { not: null },
  {},
  [],
  [condition],
  null,
  'eq',
  1,
];

test('TBL-4 an address restores exactly the filters that the server would take', () => {
  for (const sample of samples) {
    const { success, data } = filter.safeParse(sample);
    expect(readFilter(sample), JSON.stringify(sample)).toEqual(success ? data : undefined);
  }
});
