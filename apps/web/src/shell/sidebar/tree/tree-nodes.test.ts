import type { Resource } from '@causeway/contract/connectors/resources.ts';
import { expect, test } from 'vitest';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { findShownSchema, listNodes, type Branch, type TreeNode } from './tree-nodes.ts';

const shop = { id: 'c1', name: 'Shop', implementation: 'sql' } as Connector;
const table = (schema: string, name: string): Resource => ({
  schema,
  name,
  label: name,
  kind: 'table',
});

function branch(items: Resource[], part: Partial<Branch> = {}): Branch {
  const schemas = [...Map.groupBy(items, ({ schema }) => schema)].map(([name, { length }]) => ({
    name,
    tables: length,
  }));
  return {
    connector: shop,
    resources: { kind: 'tables', schemas, items, more: false },
    isFailed: false,
    bySchema: new Map(),
    ...part,
  };
}

const open = (...keys: string[]) => ({
  isOpen: (key: string, usually: boolean) => (keys.includes(key) ? true : usually),
  search: '',
});
const named = (nodes: TreeNode[]) =>
  nodes.map((node) =>
    node.kind === 'resource'
      ? node.resource.name
      : node.kind === 'schema'
        ? node.schema
        : node.kind,
  );

test('SHELL-1 a database of one schema has its tables right below, one of several its schemas', () => {
  const one = branch([table('public', 'orders')]);
  expect(named(listNodes([one], open('c1')))).toEqual(['connector', 'orders']);
  const two = branch([table('sales', 'deals'), table('hr', 'people')]);
  expect(named(listNodes([two], open('c1')))).toEqual(['connector', 'sales', 'deals', 'hr']);
  expect(named(listNodes([two], open()))).toEqual(['connector']);
});

test('SHELL-1 what is searched for stands open, and connectors without it are gone', () => {
  const two = branch([table('sales', 'deals'), table('hr', 'people')]);
  const other = { ...branch([table('public', 'x')]), connector: { ...shop, id: 'c2' } };
  const found = listNodes([two, other], { ...open(), search: 'Peop' });
  expect(named(found)).toEqual(['connector', 'hr', 'people']);
  expect(named(listNodes([two], { ...open(), search: 'zzz' }))).toEqual(['note']);
});

test('SHELL-1 the schema of the table or row on screen stands open', () => {
  expect(findShownSchema('/explore/sales/deals', 'c1')).toBe('c1/sales');
  expect(findShownSchema('/explore/my%20sales/deals', 'c1')).toBe('c1/my sales');
  expect(findShownSchema('/explore/orders', 'c1')).toBe('c1/public');
  expect(findShownSchema('/edit/sales/deals/17', 'c1')).toBe('c1/sales');
  expect(findShownSchema('/edit/orders/17', 'c1')).toBe('c1/public');
  expect(findShownSchema('/sql/editor', 'c1')).toBeUndefined();
  const two = branch([table('sales', 'deals'), table('hr', 'people')]);
  expect(named(listNodes([two], open('c1', 'c1/hr')))).toEqual([
    'connector',
    'sales',
    'deals',
    'hr',
    'people',
  ]);
});
