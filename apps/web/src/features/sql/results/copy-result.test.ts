import { expect, test } from 'vitest';
import { formatResult, inColumns, toInList } from './copy-result.ts';

const fields = ['number', 'net', 'gross', 'twice', 'net'].map((name) => ({
  name,
  type: 'numeric',
  oid: 1700,
}));
const rows = [['1', '10', '11.9', '20', '10']];

test('SQL-10 a result is copied as an INSERT into the columns of its table, without what is computed', () => {
  const source = {
    schema: 'public',
    table: 'bills',
    key: ['id'],
    columns: ['id', 'net', 'gross', null, 'net'],
  };
  const columns = [
    { name: 'id', identity: 'always' as const, generated: null },
    { name: 'net', identity: null, generated: null },
    { name: 'gross', identity: null, generated: 'stored' as const },
  ];
  expect(formatResult('insert', { fields, rows, source, columns })).toBe(
    'insert into public.bills (id, net) overriding system value values\n  (1, 10);',
  );
});

test('SQL-10 of a result that comes from no table all columns are there', () => {
  const copied = { fields: fields.slice(0, 2), rows: [['1', '10']], source: null };
  expect(formatResult('insert', copied)).toBe(
    'insert into table_name (number, net) values\n  (1, 10);',
  );
});

test('SQL-10 of marked columns only those are copied, and go into the table by their own names', () => {
  const source = {
    schema: 'public',
    table: 'bills',
    key: ['id'],
    columns: ['id', 'net', 'gross', null, 'net'],
  };
  const marked = inColumns({ fields, rows, source }, 1, 2);
  expect(formatResult('csv', marked)).toBe('net,gross\r\n10,11.9');
  expect(formatResult('insert', marked)).toBe(
    'insert into public.bills (net, gross) values\n  (10, 11.9);',
  );
});

test('SQL-10 a column is copied as a list to look for, each value once and no NULL', () => {
  const texts = [{ name: 'name', type: 'text', oid: 25 }];
  const list = (cells: (string | null)[], some = fields.slice(0, 1)) =>
    toInList({ fields: some, rows: cells.map((cell) => [cell]), source: null });
  expect(list(['9007199254740993', null, '2', '2'])).toBe('(9007199254740993, 2)');
  expect(list(["O'Neill", ''], texts)).toBe("('O''Neill', '')");
});

test('SQL-10 a list of nothing but NULL can be run, and finds nothing', () => {
  const one = { fields: fields.slice(0, 1), source: null };
  expect(toInList({ ...one, rows: [[null], [null]] })).toBe('(null)');
  expect(toInList({ ...one, rows: [] })).toBe('(null)');
});
