import { expect, test } from 'vitest';
import { moveSection, orderSections, sectionNames } from './sections.ts';

test('SHELL-1 the sidebar has its seven sections', () => {
  expect(sectionNames.toSorted()).toEqual([
    'automations',
    'community',
    'dashboards',
    'links',
    'pins',
    'resources',
    'team',
  ]);
});

test('SHELL-1 the remembered order comes first, damaged or old entries do not matter', () => {
  const order = orderSections(['team', 'gone', 'team', 'links']);
  expect(order.slice(0, 2)).toEqual(['team', 'links']);
  expect(order).toHaveLength(7);
});

test('SHELL-1 a section moves to a place, and not past the ends', () => {
  const order = orderSections([]);
  expect(moveSection(order, 'team', 0)[0]).toBe('team');
  expect(moveSection(order, 'links', -1)[0]).toBe('links');
  expect(moveSection(order, 'links', 1).indexOf('links')).toBe(1);
});
