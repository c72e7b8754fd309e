import type { TableSummary } from '@causeway/contract/tables/details.ts';
import { expect, test } from 'vitest';
import { sortTables } from './sort-tables.ts';

const table = (name: string, rowCount: number | null, sizeBytes: number) =>
  ({ name, rowCount, sizeBytes }) as TableSummary;

test('SQL-2 tables are sorted by rows and by size, what has none at the end', () => {
  const tables = [table('a', 5, 800), table('b', null, 0), table('c', 90, 100)];
  const names = (by: 'name' | 'rows' | 'size', isDescending: boolean) =>
    sortTables(tables, { by, isDescending })
      .map(({ name }) => name)
      .join('');
  expect(names('rows', true)).toBe('cab');
  expect(names('rows', false)).toBe('acb');
  expect(names('size', true)).toBe('acb');
  expect(names('name', true)).toBe('cba');
});
