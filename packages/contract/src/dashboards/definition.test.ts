import { expect, test } from 'vitest';
import type { Dashboard } from './dashboards.ts';
import { dashboardDefinition, readDefinedFilters, writeDefinition } from './definition.ts';

test('DASH-1 DASH-3 a dashboard as JSON names the query of a filter’s choices, and finds it again elsewhere', () => {
  const id = crypto.randomUUID();
  const filter = { slug: 'city', label: 'City', type: 'text' as const, options: [], initial: '' };
  const dashboard: Dashboard = {
    id: crypto.randomUUID(),
    name: 'Places',
    description: '',
    folder: '',
    version: 1,
    author: null,
    updatedAt: '2026-01-01T00:00:00Z',
    filters: [{ ...filter, optionsFrom: { queryId: id } }],
    tabs: [],
    settings: {},
    tiles: [],
    queries: [],
  };
  const query = { id, name: 'Cities', description: '', sql: 'select 1', parameters: [] };
  const text = JSON.stringify(writeDefinition(dashboard, [query]));
  expect(text).not.toContain(id);
  const read = dashboardDefinition.parse(JSON.parse(text));
  const here = (queryId: string | undefined) => readDefinedFilters(read, () => queryId);
  expect(here('new')).toEqual([{ ...filter, optionsFrom: { queryId: 'new' } }]);
  expect(here(undefined)).toEqual([filter]);
});
