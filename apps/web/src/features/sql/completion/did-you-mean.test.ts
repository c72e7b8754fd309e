import { expect, test } from 'vitest';
import { findMeant } from './did-you-mean.ts';
import { createNamesIndex } from './names-index.ts';

function index() {
  const made = createNamesIndex({
    path: ['public'],
    tables: [
      [1, 'public', 'orders', 'r'],
      [2, 'public', 'order_items', 'r'],
      [3, 'sales', 'targets', 'r'],
      [4, 'pg_catalog', 'pg_order', 'r'],
    ],
    references: [],
    functions: [['lower', 'text', 'text']],
  });
  made.addColumns([
    [
      1,
      [
        ['id', 'integer'],
        ['total', 'numeric'],
        ['Größe', 'text'],
      ],
    ],
  ]);
  return made;
}

/** The bar is where Postgres points to. */
function fixed(text: string, sqlState: string): string[] {
  const position = text.indexOf('|') + 1;
  const sql = text.replace('|', '');
  return findMeant(index(), sql, { sqlState, position }).map(
    ({ from, to, insert }) => sql.slice(0, from) + insert + sql.slice(to),
  );
}

test('SQL-8.3 a mistyped name is answered with the names it may have meant, ready to be put in its place', () => {
  expect(fixed('select * from |ordrs', '42P01')).toEqual(['select * from orders']);
  expect(fixed('select * from |targets', '42P01')).toEqual(['select * from sales.targets']);
  expect(fixed('select * from |sale.targets', '42P01')).toEqual(['select * from sales.targets']);
  expect(fixed('select |totla from orders', '42703')).toEqual(['select total from orders']);
  expect(fixed('select |o.totl from orders o', '42703')).toEqual(['select o.total from orders o']);
  expect(fixed('select |größe from orders', '42703')).toEqual(['select "Größe" from orders']);
  expect(fixed('select |lowr(name) from orders', '42883')).toEqual([
    'select lower(name) from orders',
  ]);
  expect(fixed('select * from |customers', '42P01')).toEqual([]);
  expect(fixed('select |1/0', '22012')).toEqual([]);
});
