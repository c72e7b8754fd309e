import { expect, test } from 'vitest';
import { completedTables } from './table-names.ts';

test('AUTO-5 SQL of a step completes tables of the connection’s own schema by name, others behind their schema', () => {
  const tables: [number, string, string, string][] = [
    [1, 'shop', 'orders', 'r'],
    [2, 'public', 'people', 'r'],
    [3, 'archive', 'orders.2024', 'v'],
    [4, 'pg_catalog', 'pg_class', 'r'],
  ];
  expect(completedTables({ tables, path: ['shop', 'public'] })).toEqual([
    'orders',
    'people',
    'archive.orders\\.2024',
  ]);
});
