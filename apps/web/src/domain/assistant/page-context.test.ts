import { expect, test } from 'vitest';
import { firstOffers, offersFor, pageContextOf } from './page-context.ts';

const at = (pathname: string, more = {}) =>
  pageContextOf({ pathname, search: {}, isDatabase: true, ...more });

test('SHELL-3 the docked assistant knows the table, the dashboard and the error somebody looks at', () => {
  expect(at('/explore/order%20items', { search: { schema: 'shop' } })).toEqual({
    path: '/explore/order%20items',
    table: 'order items',
    schema: 'shop',
  });
  expect(at('/explore/100%', {}).table).toBe('100%');
  expect(at('/explore/folder/file.csv', { isDatabase: false })).not.toHaveProperty('table');
  const id = '0b0e7a52-6f0c-4a7e-9a53-0d5f3a0b9c11';
  expect(at(`/dashboards/${id}`)).toMatchObject({ dashboardId: id });
  expect(at('/dashboards/wizard')).not.toHaveProperty('dashboardId');
  expect(at('/sql/editor', { sql: 'x'.repeat(9_000), error: 'no' }).sql).toHaveLength(8_000);
  expect(at('/sql/editor', { sql: 'select', error: 'no', sqlState: '42703' })).toMatchObject({
    error: 'no',
    sqlState: '42703',
  });
});

test('SHELL-3 it offers what fits the page, and the built-in one only what it can answer', () => {
  const names = (page: Parameters<typeof offersFor>[0], isBuiltIn: boolean) =>
    offersFor(page, isBuiltIn).map(({ name }) => name);
  expect(names(at('/explore/orders'), true)).toEqual([
    'describe',
    'count',
    'newest',
    'nulls',
    'duplicates',
  ]);
  const findingId = '0b0e7a52-6f0c-4a7e-9a53-0d5f3a0b9c12';
  expect(at('/intelligence', { findingId })).toMatchObject({ findingId });
  expect(names(at('/intelligence', { findingId }), true)[0]).toBe('findingRows');
  expect(names(at('/sql/editor', { sql: 'select', error: 'no' }), true)).toEqual(['explainError']);
  const id = '0b0e7a52-6f0c-4a7e-9a53-0d5f3a0b9c11';
  expect(names(at(`/dashboards/${id}`), true)).toEqual(['dashboard', 'why']);
  expect(names(at(`/dashboards/${id}`), false)).toEqual(['dashboard', 'why']);
  expect(names(at('/sql/editor', { sql: 'select 1' }), true)).toEqual([
    'writeQuery',
    'tables',
    'help',
  ]);
});

test('CHAT-3 a new chat offers questions that the database at hand can answer', () => {
  const names = (tables: string[]) => firstOffers(tables).map(({ name }) => name);
  expect(names(['customers', 'orders', 'products', 'regions'])).toContain('top');
  expect(firstOffers(['Lager Süd: Teile', 'aufträge', 'orders'])).toEqual([
    { of: 'any', name: 'tables' },
    { of: 'any', name: 'count', table: 'aufträge' },
    { of: 'any', name: 'describe', table: 'aufträge' },
    { of: 'any', name: 'nulls', table: 'aufträge' },
  ]);
  expect(names([])).toEqual(['tables', 'help']);
});
