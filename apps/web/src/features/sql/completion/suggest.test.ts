import type { SchemaNames } from '@causeway/contract/sql/editor.ts';
import { describe, expect, test } from 'vitest';
import { createNamesIndex } from './names-index.ts';
import { findPlace } from './place.ts';
import { suggest } from './suggest.ts';

const names: SchemaNames = {
  path: ['public', 'pg_catalog'],
  tables: [
    [1, 'public', 'orders', 'r'],
    [2, 'public', 'order_items', 'r'],
    [3, 'public', 'customers', 'r'],
    [4, 'sales', 'targets', 'r'],
    [5, 'public', 'Straße/100% "x"', 'r'],
    [6, 'pg_catalog', 'pg_class', 'r'],
  ],
  references: [
    [2, ['order_id'], 1, ['id']],
    [1, ['customer_id'], 3, ['id']],
  ],
  functions: [
    ['date_trunc', 'text, timestamptz', 'timestamptz'],
    ['count', '*', 'bigint'],
  ],
};

function index() {
  const made = createNamesIndex(names);
  made.addColumns([
    [
      1,
      [
        ['id', 'integer'],
        ['customer_id', 'integer'],
        ['total', 'numeric'],
        ['status', 'text', ['new', 'paid', "can't"]],
      ],
    ],
    [
      2,
      [
        ['id', 'integer'],
        ['order_id', 'integer'],
        ['quantity', 'integer'],
      ],
    ],
    [
      3,
      [
        ['id', 'integer'],
        ['name', 'text'],
      ],
    ],
    [4, [['month', 'date']]],
    [
      5,
      [
        ['select', 'integer'],
        ['a b', 'text'],
        ['Ü', 'text'],
      ],
    ],
  ]);
  return made;
}

/** The bar is the cursor. */
function labels(text: string): string[] {
  const cursor = text.indexOf('|');
  const place = findPlace(text.replace('|', ''), cursor);
  return place ? suggest(index(), place).map(({ label }) => label) : [];
}

function inserted(text: string, label: string): string | undefined {
  const cursor = text.indexOf('|');
  const place = findPlace(text.replace('|', ''), cursor);
  const found = place && suggest(index(), place).find((one) => one.label === label);
  return found && (found.insert ?? found.label);
}

describe('completion', () => {
  test('SQL-8.2 after FROM stand tables, found by any word of their name', () => {
    expect(labels('select * from ord|')).toEqual(['orders', 'order_items']);
    expect(labels('select * from ite|')).toEqual(['order_items']);
    expect(labels('select * from orders, cust|')).toContain('customers');
    expect(labels('select * from tar|')).toEqual(['sales.targets']);
    expect(labels('select * from sales.|')).toEqual(['targets']);
  });

  test('SQL-8.2 an alias stands for the columns of its table, also before FROM', () => {
    expect(labels('select o.| from orders o')).toEqual(['id', 'customer_id', 'total', 'status']);
    expect(labels('select to| from orders as o')).toContain('total');
    expect(labels('update orders set to|')).toContain('total');
    expect(labels('insert into orders (cust|')).toContain('customer_id');
  });

  test('SQL-8.2 a name that two tables have is written with its table in front', () => {
    expect(labels('select i| from orders o join customers c on true')).toEqual(
      expect.arrayContaining(['o.id', 'c.id']),
    );
  });

  test('SQL-8.2 a join is proposed along foreign keys, in both directions, whole', () => {
    expect(inserted('select * from orders o join |', 'order_items')).toBe(
      'order_items oi on o.id = oi.order_id',
    );
    expect(inserted('select * from orders o join cu|', 'customers')).toBe(
      'customers c on o.customer_id = c.id',
    );
    expect(labels('select * from orders o join customers c on |')[0]).toBe('c.id = o.customer_id');
  });

  test('SQL-8.2 names of a subquery stay inside it', () => {
    const inside = 'select * from orders o where exists (select qu| from order_items)';
    expect(labels(inside)).toContain('quantity');
    expect(
      labels('select qu| from orders o where exists (select 1 from order_items)'),
    ).not.toContain('quantity');
  });

  test('SQL-8.2 names of WITH are tables too', () => {
    expect(labels('with recent as (select 1) select * from re|')).toContain('recent');
  });

  test('SQL-8.2 an alias of a query in WITH stands for the columns that query answers with', () => {
    const recent = 'with recent as (select id, o.total as sum, count(*), 1 + 1 from orders o)';
    expect(labels(`${recent} select r.| from recent r`)).toEqual(['id', 'sum', 'count']);
    expect(labels(`${recent} select su| from recent`)).toContain('sum');
    expect(labels('with a as (select * from customers) select a.| from a')).toEqual(['id', 'name']);
    expect(
      labels(
        'with a as not materialized (select o.*, 1 n from orders o), b as (table a) select a.| from a',
      ),
    ).toEqual(['id', 'customer_id', 'total', 'status', 'n']);
    expect(labels('with a (x, y) as (values (1, 2)) select a.| from a')).toEqual(['x', 'y']);
    expect(
      labels('with gone as (delete from orders returning id, total::text) select g.| from gone g'),
    ).toEqual(['id', 'total']);
    expect(
      labels(
        'with recursive r as (select id from orders union all select r.id from r) select r.| from r',
      ),
    ).toEqual(['id']);
  });

  test('SQL-8.2 an alias of a subquery stands for the columns it answers with', () => {
    const sums = '(select customer_id, sum(total) as spent from orders group by 1)';
    expect(labels(`select s.| from ${sums} s`)).toEqual(['customer_id', 'spent']);
    expect(labels(`select * from customers c join ${sums} as s on s.|`)).toEqual([
      'customer_id',
      'spent',
    ]);
    expect(labels(`select s.| from ${sums} s (who, much)`)).toEqual(['who', 'much']);
    expect(labels('select s.| from (select * from (select id as n from orders) i) s')).toEqual([
      'n',
    ]);
    expect(
      labels('select s.| from customers c, lateral (select c.name, distinct_from from orders) s'),
    ).toEqual(['name', 'distinct_from']);
    expect(inserted(`select s.| from ${sums} s`, 'customer_id')).toBe('customer_id');
  });

  test('SQL-8.2 values that a type or a rule allows are proposed where a column is compared', () => {
    expect(labels(`select * from orders where status = '|`)).toEqual(['new', 'paid', "can't"]);
    expect(labels(`select * from orders o where o.status in ('new', 'p|')`)).toEqual(['paid']);
    expect(inserted(`select * from orders where status = '|'`, "can't")).toBe("can''t");
    expect(inserted('update orders set status = |', 'paid')).toBe("'paid'");
    expect(labels('select * from orders where status = |')[0]).toBe('new');
    expect(labels(`select * from orders where total = '|`)).toEqual([]);
    expect(
      labels(`with a as (select status as s from orders) select * from a where s = '|`),
    ).toEqual(['new', 'paid', "can't"]);
  });

  test('SQL-8.2 in a string and in a comment nothing is proposed', () => {
    expect(labels(`select 'ord| from orders`)).toEqual([]);
    expect(labels('select 1 -- ord|')).toEqual([]);
    expect(labels('select /* ord| */ 1')).toEqual([]);
  });

  test('SQL-8.2 the oddest names are quoted', () => {
    expect(inserted('select * from stra|', 'Straße/100% "x"')).toBe('"Straße/100% ""x"""');
    const odd = 'select x.| from "Straße/100% ""x""" x';
    expect(inserted(odd, 'select')).toBe('"select"');
    expect(inserted(odd, 'a b')).toBe('"a b"');
  });

  test('SQL-8.2 each statement knows its own tables', () => {
    expect(labels('select 1 from customers; select to| from orders')).toContain('total');
    expect(labels('select 1 from orders; sel|')).toContain('select');
    expect(labels('select 1 from orders; select to|')).not.toContain('total');
  });

  test('SQL-8.2 functions and words come after columns', () => {
    expect(labels('select da|')).toEqual(expect.arrayContaining(['date_trunc', 'date']));
    expect(inserted('select dat|', 'date_trunc')).toBe('date_trunc(');
  });
});
