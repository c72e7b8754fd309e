import { expect, test } from 'vitest';
import { findShorter, lostValues } from './shorter-type.ts';

test.each([
  ['text', 'varchar(3)', 'varchar'],
  ['character varying(10)', 'varchar(3)', 'varchar'],
  ['text', 'char', 'bpchar'],
  ['character(5)', 'character ( 3 )', 'bpchar'],
  ['numeric', 'numeric(5,1)', 'numeric'],
  ['numeric(10,2)', 'decimal(10)', 'numeric'],
  ['timestamp(6) without time zone', 'timestamp(0)', 'timestamp'],
  ['timestamp with time zone', 'timestamp(3) with time zone', 'timestamp with time zone'],
  ['time without time zone', 'time(0)', 'time'],
  ['interval', 'interval(0)', 'interval'],
  ['bit(8)', 'bit(4)', 'varbit'],
  ['bit(4)', 'bit(8)', 'varbit'],
  ['bit varying', 'bit varying(4)', 'varbit'],
  ['text[]', 'varchar(3)[]', 'varchar[]'],
  ['text[]', 'VARCHAR ( 3 ) [ 2 ] []', 'varchar[2][]'],
  ['timestamptz', 'timestamp ( 3 ) without time zone', 'timestamp'],
])('SQL-10 a column of %s that becomes %s may lose something', (before, after, unlimited) => {
  expect(findShorter(before, after)).toEqual({ type: after, unlimited });
});

test.each([
  ['varchar(3)', 'character varying(10)'],
  ['character varying(3)', 'varchar(3)'],
  ['varchar(3)', 'varchar'],
  ['varchar(3)', 'text'],
  ['numeric(5,1)', 'numeric(10,2)'],
  ['numeric(5,1)', 'numeric'],
  ['timestamp(0) without time zone', 'timestamp(3) without time zone'],
  ['integer', 'bigint'],
  ['text', 'jsonb'],
])('SQL-10 a column of %s that becomes %s loses nothing to its length', (before, after) => {
  expect(findShorter(before, after)).toBeUndefined();
});

test('SQL-10 values that would lose something are those that are others without the limit', () => {
  const table = { schema: 'crm', table: 'Legacy "2019"' };
  const shorter = { type: 'varchar(3)', unlimited: 'varchar' };
  expect(lostValues(table, 'Name', shorter))
    .toBe(`select (count(*) over ())::text, left("Name"::text, 60)
from crm."Legacy ""2019"""
where "Name"::varchar(3) is distinct from "Name"::varchar
limit 3`);
});
