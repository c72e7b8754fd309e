import { expect, test } from 'vitest';
import { pageTitle } from './page-title.ts';

test('NAV-4 the title names project, connector and product', () => {
  expect(pageTitle({ project: 'Shop', connector: 'Orders' })).toBe('Shop · Orders · Causeway');
});

test('NAV-4 parts that are absent are left out of the title', () => {
  expect(pageTitle({ project: 'Shop' })).toBe('Shop · Causeway');
  expect(pageTitle({ connector: ' ' })).toBe('Causeway');
  expect(pageTitle({})).toBe('Causeway');
});
