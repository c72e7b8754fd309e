import { type Dashboard, dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { createProject } from '#testing/factories.ts';
import { eventually } from '#testing/eventually.ts';
import FiltersDialog from './filters-dialog.tsx';

// Of the address of the page, which there is none here.
vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useCurrentProject: () => ({ project: createProject() }),
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});

test('DASH-3 a filter begins with what its own field offers, and one that was kept wrong says so and is mended there', async () => {
  const sent: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((route: unknown, input?: { body?: unknown }) => {
    if (route === dashboardRoutes.update) sent.push(input?.body);
    return Promise.resolve({});
  });
  const when = { slug: 'when', label: 'When', type: 'dates' as const, options: [] };
  const dashboard: Dashboard = {
    id: 'd',
    name: 'Sales',
    description: '',
    folder: '',
    version: 3,
    author: 'Ada',
    updatedAt: '2026-01-01T00:00:00Z',
    filters: [{ ...when, initial: 'Last 30 days' }],
    tabs: [],
    settings: {},
    tiles: [],
    queries: [],
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <FiltersDialog projectId="project" dashboard={dashboard} onClose={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Last 30 days');
  const first = screen.getByLabelText(i18n.t('dashboards:filters.initial'));
  fireEvent.change(first, { target: { value: 'month-to-date' } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: i18n.t('dashboards:save') }));
  await eventually(() =>
    expect(sent).toEqual([{ version: 3, filters: [{ ...when, initial: 'month-to-date' }] }]),
  );
});
