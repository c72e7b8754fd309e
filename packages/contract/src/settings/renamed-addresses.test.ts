import { expect, test } from 'vitest';
import { findRenamedAddress } from './renamed-addresses.ts';

const rename = {
  connectorId: 'c1',
  before: { schema: 'public', table: 'a/b' },
  after: { schema: 'sales', table: '100%' },
};

test('NAV-8 pages about a renamed table keep what stands behind it and the query', () => {
  const move = (address: string) => findRenamedAddress(address, rename);
  expect(move('/explore/a%2Fb?projectId=p&connectorId=c1&sort=id%3Adesc')).toBe(
    '/explore/sales/100%25?projectId=p&connectorId=c1&sort=id%3Adesc',
  );
  expect(move('/edit/a%2Fb/7?connectorId=c1')).toBe('/edit/sales/100%25/7?connectorId=c1');
  expect(move('/edit/a%2Fb?connectorId=c1&new=r1')).toBe(
    '/edit/sales/100%25?connectorId=c1&new=r1',
  );
});

test('NAV-8 pages about anything else stay where they are', () => {
  const move = (address: string) => findRenamedAddress(address, rename);
  expect(move('/explore/a%2Fb?connectorId=c2')).toBeUndefined();
  expect(move('/explore/a%2Fb/x?connectorId=c1')).toBeUndefined();
  expect(move('/explore/other?connectorId=c1')).toBeUndefined();
  expect(move('/sql/editor?connectorId=c1')).toBeUndefined();
});
