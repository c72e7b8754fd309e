import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import { expect, test } from 'vitest';
import { ALL, chooseDashboards, FAVORITES, foldersOf } from './list-choice.ts';

function made(name: string, more: Partial<DashboardSummary> = {}): DashboardSummary {
  return {
    id: name,
    name,
    description: '',
    folder: '',
    author: 'Ada',
    version: 1,
    updatedAt: '2026-01-01T00:00:00Z',
    isFavorite: false,
    viewedAt: null,
    failing: 0,
    tiles: [],
    ...more,
  };
}

test('DASH-1 dashboards are found by words, in folders and what is below them, and favorites stand first', () => {
  const list = [
    made('Europe', { folder: 'Sales/Europe', viewedAt: '2026-02-02T00:00:00Z' }),
    made('Sales', { folder: 'Sales', isFavorite: true }),
    made('Support', { description: 'Tickets' }),
  ];
  const names = (search: string, place: string) =>
    chooseDashboards(list, { search, place }).map(({ name }) => name);
  expect(foldersOf(list)).toEqual(['Sales', 'Sales/Europe']);
  expect(names('', ALL)).toEqual(['Sales', 'Europe', 'Support']);
  expect(names('', 'Sales')).toEqual(['Sales', 'Europe']);
  expect(names('', 'Sales/Europe')).toEqual(['Europe']);
  expect(names('', FAVORITES)).toEqual(['Sales']);
  expect(names('tick', ALL)).toEqual(['Support']);
});
