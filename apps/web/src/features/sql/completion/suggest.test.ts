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
    expect(labels('select o.| from orders o')).toEqual(['id', 'customer_id', 'total']);
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
