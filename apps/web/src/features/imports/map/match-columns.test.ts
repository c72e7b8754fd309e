import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import { matchColumns } from './match-columns.ts';
import { columnNamesOf, plainName, tableNameOf } from '../names.ts';

const column = (name: string, more: Partial<TableColumn> = {}) => createColumn({ name, ...more });

test('SQL-6 columns find each other by name, by alias and by the same words', () => {
  const table = [
    column('order_date'),
    column('size', { label: 'Größe' }),
    column('note', { label: 'Remark' }),
  ];
  const matches = matchColumns(['Order Date', 'GROESSE', 'grösse', 'Remark', 'other'], table);
  expect(Object.fromEntries(matches)).toEqual({
    'Order Date': 'order_date',
    grösse: 'size',
    Remark: 'note',
  });
});

test('SQL-6 the very same name wins over one that only sounds alike, and no column is taken twice', () => {
  const matches = matchColumns(['A B', 'a_b'], [column('a_b')]);
  expect(Object.fromEntries(matches)).toEqual({ a_b: 'a_b' });
});

test('SQL-6 generated columns and identities the database hands out itself are left out, unless rows are found by them', () => {
  const table = [
    column('id', { identity: 'always' }),
    column('total', { generated: 'stored' }),
    column('code', { identity: 'by default' }),
  ];
  expect(Object.fromEntries(matchColumns(['id', 'total', 'code'], table))).toEqual({
    code: 'code',
  });
});

test('SQL-6 a new table and its columns get names that need no quotes, each once', () => {
  const source = { kind: 'upload', fileName: 'Bestellungen 2024.csv.gz', size: 1 } as const;
  expect(tableNameOf(source)).toBe('bestellungen_2024');
  expect(columnNamesOf(['a', 'A', 'Straße/Nr.', '', '2024'])).toEqual([
    'a',
    'a_2',
    'straße_nr',
    'column_4',
    'n_2024',
  ]);
  expect(plainName('x'.repeat(80))).toHaveLength(63);
});
