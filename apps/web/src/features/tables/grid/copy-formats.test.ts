import { parseCsv } from '@causeway/contract/csv.ts';
import { expect, test } from 'vitest';
import { formatRows, toInList, type CopiedRows } from './copy-formats.ts';

const copied: CopiedRows = {
  schema: 'public',
  table: 'odd "x"',
  columns: [
    { name: 'id', baseType: 'bigint', category: 'N' },
    { name: 'a|b', baseType: 'text', category: 'S' },
    { name: 'data', baseType: 'jsonb', category: 'U' },
  ],
  rows: [
    ['9007199254740993', `it's "x", two\nlines`, '{"n": 9007199254740993}'],
    ['2', '', 'null'],
    ['3', null, null],
  ],
};

test('as CSV an empty text has quotes and a NULL has nothing', () => {
  const csv = formatRows('csv', copied);
  expect(csv.split('\n').slice(-2)).toEqual(['2,"",null', '3,,']);
  expect(parseCsv(csv).rows[0]).toEqual(copied.rows[0]);
});

test('SQL-10 as JSON every digit stays, and JSON stays JSON', () => {
  const json = formatRows('json', copied);
  expect(json).toContain('"id": 9007199254740993,');
  expect(json).toContain('"data": {"n": 9007199254740993}');
  expect(JSON.parse(json)).toMatchObject([{}, { 'a|b': '', data: null }, { 'a|b': null }]);
});

test('as Markdown bars and line breaks do not break the table', () => {
  const lines = formatRows('markdown', copied).split('\n');
  expect(lines[0]).toBe(String.raw`| id | a\|b | data |`);
  expect(lines[1]).toBe('| ---: | --- | --- |');
  expect(lines[2]).toContain('two<br>lines');
  expect(lines).toHaveLength(5);
});

test('as SQL names and texts are quoted', () => {
  const [head, first] = formatRows('sql', copied).split(' values\n');
  expect(head).toBe('insert into "public"."odd ""x""" ("id", "a|b", "data")');
  expect(first).toContain(`(9007199254740993, 'it''s "x", two\nlines', '{"n": 9007199254740993}')`);
  expect(first).toContain(`(3, null, null);`);
});

test('SQL-3 as SQL a generated column is left out, and one that always counts is written as said', () => {
  const columns = [
    { name: 'id', baseType: 'integer', category: 'N', identity: 'always' as const },
    { name: 'net', baseType: 'numeric', category: 'N' },
    { name: 'gross', baseType: 'numeric', category: 'N', generated: 'stored' as const },
  ];
  const copied = { schema: 'public', table: 'bills', columns, rows: [['1', '10', '11.9']] };
  expect(formatRows('sql', copied)).toBe(
    'insert into "public"."bills" ("id", "net") overriding system value values\n  (1, 10);',
  );
  const only = { ...copied, columns: columns.slice(2), rows: [['11.9']] };
  expect(formatRows('sql', only)).toBe('insert into "public"."bills" default values;');
});

test('an IN list has each value once and no nulls', () => {
  const [id, text] = copied.columns;
  expect(id && toInList(id, ['1', '1', null, 'NaN'])).toBe(`(1, 'NaN')`);
  expect(text && toInList(text, ["it's"])).toBe(`('it''s')`);
});
