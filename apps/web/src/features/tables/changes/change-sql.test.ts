import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { expect, test } from 'vitest';
import {
  addColumn,
  addIndex,
  addReference,
  changeColumn,
  changeTable,
  createTable,
  draftOf,
  dropColumn,
} from './change-sql.ts';

const orders = { schema: 'public', table: 'orders' };
const legacy = { schema: 'crm', table: 'Legacy "2019"' };
const plain = { isNullable: true, defaultValue: '', comment: '' };
const amount = {
  name: 'amount',
  exactType: 'numeric(10,2)',
  isNullable: true,
  defaultValue: '0',
  description: 'EUR',
  identity: null,
  generated: null,
} as unknown as TableColumn;

test('a new column is added with its type, its default and its comment', () => {
  const draft = { ...plain, name: 'vat rate', type: 'numeric(4,2)', comment: "the state's share" };
  expect(addColumn(orders, { ...draft, isNullable: false, defaultValue: '19' })).toEqual([
    'alter table public.orders add column "vat rate" numeric(4,2) default 19 not null',
    `comment on column public.orders."vat rate" is 'the state''s share'`,
  ]);
});

test('names and comments stay names and comments, whatever is typed', () => {
  expect(dropColumn(legacy, 'a"; drop table x; --')).toEqual([
    'alter table crm."Legacy ""2019""" drop column "a""; drop table x; --"',
  ]);
  const comment = "a\\'; drop table x; --";
  expect(changeTable(orders, { comment: '' }, { name: 'orders', comment })).toEqual([
    String.raw`comment on table public.orders is E'a\\''; drop table x; --'`,
  ]);
});

test('of a column only what was changed is said, and its new name last', () => {
  expect(changeColumn(orders, amount, draftOf(amount))).toEqual([]);
  const after = { name: 'net', type: 'money', isNullable: false, defaultValue: '', comment: '' };
  expect(changeColumn(orders, amount, after)).toEqual([
    `alter table public.orders
  alter column amount drop default,
  alter column amount type money using amount::money,
  alter column amount set not null`,
    'comment on column public.orders.amount is null',
    'alter table public.orders rename column amount to net',
  ]);
});

test('a column that gets another type and another default loses the old default first', () => {
  const [sql] = changeColumn(orders, amount, {
    ...draftOf(amount),
    type: 'text',
    defaultValue: "'none'",
  });
  expect(sql).toBe(`alter table public.orders
  alter column amount drop default,
  alter column amount type text using amount::text,
  alter column amount set default 'none'`);
});

test('SQL-10 values that are too long for a new type are cut only where that was chosen', () => {
  const after = { ...draftOf(amount), type: 'varchar(3)' };
  expect(changeColumn(orders, amount, after)).toEqual([
    `alter table public.orders
  alter column amount type varchar(3) using amount::varchar`,
  ]);
  expect(changeColumn(orders, amount, after, { cuts: true })).toEqual([
    `alter table public.orders
  alter column amount type varchar(3) using amount::varchar(3)`,
  ]);
});

test('an index says how it is made only where it is not as usual', () => {
  const draft = { columns: ['a', 'Order'], method: 'btree', isUnique: false, isConcurrent: false };
  expect(addIndex(orders, { ...draft, method: 'btree' })).toEqual([
    'create index on public.orders (a, "Order")',
  ]);
  expect(addIndex(orders, { ...draft, method: 'gin', isConcurrent: true })).toEqual([
    'create index concurrently on public.orders using gin (a, "Order")',
  ]);
});

test('a reference names both sides and what becomes of rows whose other side is deleted', () => {
  const draft = { columns: ['customer'], to: legacy, toColumns: ['Kunden Nr.'] };
  expect(addReference(orders, { ...draft, onDelete: 'set null' })).toEqual([
    `alter table public.orders add foreign key (customer)
  references crm."Legacy ""2019""" ("Kunden Nr.") on delete set null`,
  ]);
});

test('a new table has a key and its columns', () => {
  const id = { ...plain, name: 'id', type: 'bigint generated always as identity' };
  const name = { ...plain, name: 'name', type: 'text', isNullable: false };
  expect(createTable(orders, [id, name], '')).toEqual([
    `create table public.orders (
  id bigint generated always as identity primary key,
  name text not null
)`,
  ]);
});
