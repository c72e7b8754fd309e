import { expect, test } from 'vitest';
import { listSectionPages, pageIconOf, pageNameOf } from './page-names.ts';

const things = {
  connectors: [{ id: 'c1', name: 'Shop' }],
  dashboards: [{ id: 'd1', name: 'Morning' }],
};
const nameOf = (href: string) => pageNameOf(href, 'en', things);

test('SET-5 a page is named after itself, a table or file by its own name', () => {
  expect(nameOf('/settings/members?projectId=1')).toBe('Members');
  expect(nameOf('/explore/public/order%20lines?x=1')).toBe('order lines');
  expect(nameOf('/explore/media/2026/')).toBe('2026');
  expect(nameOf('/explore/import')).toBe('Import');
  expect(nameOf('/dashboards/7f')).toBe('Dashboards');
  expect(nameOf('/dashboards/d1?projectId=1')).toBe('Morning');
  expect(nameOf('/dashboards/customize/d1')).toBe('Morning');
  expect(nameOf('/')).toBe('Home');
  expect(nameOf('/settings/connectors/c1?tab=tables')).toBe('Shop');
  expect(nameOf('/settings/connectors/gone')).toBe('Connectors');
});

test('SET-5 a page whose address has only an id is called what it calls itself', () => {
  const workflow = '/workflows/0b5ff1a2-8c1f-4f0e-9a55-2f4a6f0c7d11?projectId=1';
  expect(pageNameOf(workflow, 'en', { ...things, shown: 'Nightly' })).toBe('Nightly');
  expect(pageNameOf('/settings/members', 'en', { ...things, shown: 'Else' })).toBe('Members');
});

test('SET-5 a row is called what its page calls it, not by the number in its address', () => {
  const shown = 'Ada Lovelace · 1';
  expect(pageNameOf('/edit/customers/1?projectId=1', 'en', { ...things, shown })).toBe(shown);
  expect(nameOf('/edit/customers/1')).toBe('1');
  const added = '/edit/customers?projectId=1&new=r1';
  expect(pageNameOf(added, 'en', { ...things, shown: 'New row' })).toBe('customers');
});

test('SET-5 a page has the icon of its area', () => {
  expect(pageIconOf('/settings/api-keys/1')).toBe('key');
  expect(pageIconOf('/explore/orders')).toBe('database');
  expect(pageIconOf('/edit/orders/1?projectId=1')).toBe('database');
  expect(pageIconOf('/nowhere')).toBe('link');
});

test('SHELL-1 links lead to every area, whose section begins with the same page', () => {
  const named = (section: Parameters<typeof listSectionPages>[0]) =>
    listSectionPages(section).map(({ name }) => name.en);
  expect(named('links')).toEqual([
    'Home',
    'Explore data',
    'SQL editor',
    'Dashboards',
    'Automations',
    'Chat',
    'Intelligence',
    'Snippets',
  ]);
  expect(named('dashboards')[0]).toBe('All dashboards');
  expect(named('automations')[0]).toBe('Overview');
  expect(named('community')).toEqual(['Snippets']);
});
