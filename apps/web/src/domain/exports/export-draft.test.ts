import { exportFile, exportSource } from '@causeway/contract/exports.ts';
import { expect, test } from 'vitest';
import {
  destinationOf,
  type ExportDraft,
  fileOf,
  listRowChoices,
  newDraft,
  sourceOf,
} from './export-draft.ts';
import type { ExportedTable } from './export-subject.ts';

const orders: ExportedTable = {
  kind: 'table',
  schema: 'public',
  table: 'orders',
  title: 'Orders',
  columns: [
    { name: 'id', label: 'id' },
    { name: 'note', label: 'Note' },
  ],
  shown: ['id', 'note'],
  filter: undefined,
  where: '',
  sorts: [],
  selectedKeys: [],
  selectedRows: [],
};

test('SQL-5 a whole table names neither columns nor conditions', () => {
  expect(listRowChoices(orders)).toEqual(['all']);
  expect(sourceOf(orders, newDraft(orders))).toEqual({
    kind: 'table',
    schema: 'public',
    table: 'orders',
    sort: [],
  });
});

test('SQL-5 who filtered exports what is filtered, who ticked rows what is ticked, unless told otherwise', () => {
  const filtered = { ...orders, where: 'id > 3' };
  expect(sourceOf(filtered, newDraft(filtered))).toMatchObject({ where: 'id > 3' });
  const ticked = { ...filtered, selectedKeys: [{ id: '7' }] };
  expect(newDraft(ticked).rows).toBe('selected');
  expect(sourceOf(ticked, newDraft(ticked))).toMatchObject({ keys: [{ id: '7' }] });
  expect(sourceOf(ticked, { ...newDraft(ticked), rows: 'all' })).not.toHaveProperty('keys');
  expect(sourceOf(ticked, { ...newDraft(ticked), rows: 'all' })).not.toHaveProperty('where');
});

test('SQL-5 hidden columns stay out and the order on screen is kept', () => {
  const turned = { ...orders, shown: ['note', 'id'] };
  expect(sourceOf(turned, newDraft(turned))).toMatchObject({ columns: ['note', 'id'] });
});

test('SQL-5 every format asks for a file the server knows', () => {
  for (const format of ['json', 'ndjson', 'csv', 'xlsx', 'parquet', 'sql'] as const) {
    expect(exportFile.parse(fileOf({ ...newDraft(orders), format, gzip: true }))).toMatchObject({
      format,
    });
  }
  expect(
    exportSource.parse(
      sourceOf({ kind: 'query', sql: 'select 1', title: 'one' }, newDraft(orders)),
    ),
  ).toEqual({
    kind: 'query',
    sql: 'select 1',
    name: 'one',
  });
});

test('SQL-5 in a bucket the file is called as it would be on disk, unless another name is given', () => {
  const draft: ExportDraft = {
    ...newDraft(orders),
    to: { kind: 'bucket', connectorId: 'b' },
  };
  expect(destinationOf(draft, 'orders.csv')).toMatchObject({ key: 'orders.csv' });
  expect(destinationOf({ ...draft, key: 'a/b.csv' }, 'orders.csv')).toMatchObject({
    key: 'a/b.csv',
  });
  for (const to of [{ kind: 'download' }, { kind: 'kept' }] as const) {
    expect(destinationOf({ ...draft, to }, 'orders.csv')).toEqual(to);
  }
});

test('SQL-5 rows without a key are named by what is on screen, and nothing else of them is exported', () => {
  const ticked = { ...orders, shown: ['note'], selectedRows: [{ note: 'a' }, { note: null }] };
  expect(sourceOf(ticked, { ...newDraft(ticked), columns: ['id', 'note'] })).toEqual({
    kind: 'table',
    schema: 'public',
    table: 'orders',
    sort: [],
    columns: ['note'],
    rows: [{ note: 'a' }, { note: null }],
  });
});
