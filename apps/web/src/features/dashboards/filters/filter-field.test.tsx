import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { filterParameters, readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import type { SearchText } from '@causeway/contract/search-text.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { FilterBar } from './filter-bar.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});
beforeEach(() => queryClient.clear());

const now = new Date('2026-03-10T15:00:00Z');
const queryId = '0b6f0a1e-2f4b-4f0e-9d55-0a1f4c8a9b10';
const query = {
  state: 'ready' as const,
  id: queryId,
  name: 'Choices',
  connectorId: 'c',
  version: 1,
  parameters: [{ name: 'country', type: 'condition', value: null }],
};

function show(
  more: Partial<DashboardFilter>,
  search: SearchText = {},
  beside: DashboardFilter[] = [],
) {
  const filter = { slug: 'city', label: 'City', type: 'text' as const, options: [], initial: '' };
  const filters = [{ ...filter, ...more }, ...beside];
  const state = readFilters(filters, search);
  const onSet = vi.fn();
  const filtering = {
    filters,
    state,
    parameters: filterParameters(filters, state, now, 'UTC'),
    cross: {},
    isInitial: true,
    missing: beside.filter(({ isRequired }) => isRequired),
    now,
    zone: 'UTC',
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <FilterBar
          filtering={filtering}
          queries={[query]}
          onSet={(_, pick) => onSet(pick)}
          onUncross={() => {}}
          onClear={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return onSet;
}

/** What the query of the choices finds. */
function find(rows: (string | null)[][]) {
  const asked: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((route: unknown, input?: unknown) => {
    if (route === queryRoutes.run) asked.push(input);
    return Promise.resolve({
      fields: [],
      rows,
      hasMore: false,
      version: 1,
      asOf: '',
      milliseconds: 0,
    });
  });
  return asked;
}

test('DASH-3 where nothing is offered a value is typed, and “is empty” stands beside it', () => {
  const onSet = show({ hasEmpty: true });
  const field = screen.getByRole('textbox', { name: 'City' });
  fireEvent.change(field, { target: { value: 'Bonn' } });
  fireEvent.blur(field);
  expect(onSet).toHaveBeenLastCalledWith({ values: ['Bonn'], isEmpty: false });
  fireEvent.click(screen.getByRole('checkbox', { name: 'City: (is empty)' }));
  expect(onSet).toHaveBeenLastCalledWith({ values: [], isEmpty: true });
});

test('DASH-3 several values are typed one after the other, beside “is empty”, and a comma is part of a value', () => {
  const onSet = show({ isMany: true, hasEmpty: true }, { 'f.city': ['Bonn', '~n'] });
  const field = screen.getByRole('combobox', { name: 'City' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'Washington, D.C.' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSet).toHaveBeenLastCalledWith({ values: ['Bonn', 'Washington, D.C.'], isEmpty: true });
  fireEvent.click(screen.getByRole('checkbox', { name: 'City: (is empty)' }));
  expect(onSet).toHaveBeenLastCalledWith({ values: ['Bonn'], isEmpty: false });
});

test('DASH-3 a number and a range can be asked to be empty, too', () => {
  const onSet = show({ type: 'numbers', hasEmpty: true });
  fireEvent.click(screen.getByRole('checkbox', { name: 'City: (is empty)' }));
  expect(onSet).toHaveBeenLastCalledWith({ values: [], isEmpty: true });
});

test('DASH-3 what a query finds is offered; where it finds nothing, a value is typed', async () => {
  find([['Berlin'], [null], ['Bonn']]);
  show({ optionsFrom: { queryId }, hasEmpty: true });
  await eventually(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Berlin',
      'Bonn',
      '(is empty)',
    ]),
  );
});

test('DASH-3 where a query finds no choices, a value is typed', async () => {
  find([]);
  show({ optionsFrom: { queryId } });
  await eventually(() => expect(screen.getByRole('textbox', { name: 'City' })).toBeDefined());
});

test('DASH-3 choices that depend on a filter that must have a value are not asked for before it has one', () => {
  const asked = find([['Berlin']]);
  const country = { slug: 'country', label: 'Country', type: 'text' as const, options: ['DE'] };
  show({ optionsFrom: { queryId } }, {}, [{ ...country, initial: '', isRequired: true }]);
  expect(asked).toEqual([]);
});
