import { expect, test } from 'vitest';
import { columnKey, listColumnAliases, withAlias } from './aliases.ts';

test('CONN-3 an alias left empty gives the real name back', () => {
  const aliases = withAlias({}, 'ord', ' Orders ');
  expect(aliases).toEqual({ ord: 'Orders' });
  expect(withAlias(aliases, 'ord', '  ')).toEqual({});
});

test('CONN-3 aliases of columns stand apart from those of tables', () => {
  const aliases = { orders: 'Orders', 'orders.cid': 'Customer', 'sales.orders': 'Old orders' };
  expect(listColumnAliases(aliases, ['orders', 'sales.orders'])).toEqual([
    { key: 'orders.cid', table: 'orders', column: 'cid', alias: 'Customer' },
  ]);
});

test('CONN-3 a column belongs to the longest table name that fits', () => {
  const aliases = { [columnKey('sales.orders', 'a.b')]: 'A' };
  expect(listColumnAliases(aliases, ['sales', 'sales.orders'])).toEqual([
    { key: 'sales.orders.a.b', table: 'sales.orders', column: 'a.b', alias: 'A' },
  ]);
});

test('CONN-3 without a list of tables the last dot divides', () => {
  expect(listColumnAliases({ 'sales.orders.cid': 'Customer' }, [])).toEqual([
    { key: 'sales.orders.cid', table: 'sales.orders', column: 'cid', alias: 'Customer' },
  ]);
});
