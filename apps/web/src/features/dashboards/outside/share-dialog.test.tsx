import { type Dashboard, dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { publicLinkRoutes, type PublicLink } from '@causeway/contract/dashboards/links.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import ShareDialog from './share-dialog.tsx';

// Of the address of the page, which there is none here.
vi.mock('../use-project-formats.ts', () => ({
  useProjectFormats: () => ({ dateTime: String, number: String }),
}));

const query = (id: string, names: string[]) => ({
  state: 'ready' as const,
  id,
  name: `Query ${id}`,
  connectorId: 'c',
  version: 1,
  parameters: names.map((name) => ({ name, type: 'condition', value: null })),
});
const tile = (id: string, queryId: string) => ({
  id,
  kind: 'table' as const,
  title: '',
  queryId,
  parameters: [],
  x: 0,
  y: 0,
  w: 3,
  h: 3,
});
const text = { type: 'text' as const, options: ['EU', 'US'], initial: '' };
const dashboard: Dashboard = {
  id: 'd',
  name: 'Sales',
  description: '',
  folder: '',
  version: 1,
  author: 'Ada',
  updatedAt: '2026-01-01T00:00:00Z',
  filters: [
    { ...text, slug: 'region', label: 'Region', isMany: true },
    { ...text, slug: 'channel', label: 'Channel' },
  ],
  tabs: [],
  settings: {},
  tiles: [tile('1', 'narrowed'), tile('2', 'whole')],
  queries: [query('narrowed', ['region', 'channel']), query('whole', [])],
};
const made: PublicLink = {
  id: 'l',
  dashboardId: 'd',
  name: '',
  author: 'Ada',
  hasPassword: false,
  expiresAt: 'then',
  released: [],
  locked: { 'f.region': ['EU', '~n'], 'f.gone': 'x' },
  opens: 1,
  lastOpenedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  isExpired: false,
};

const sent: unknown[] = [];
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});
beforeEach(() => {
  sent.length = 0;
  queryClient.clear();
  vi.spyOn(api, 'call').mockImplementation((route: unknown, input?: { body?: unknown }) => {
    if (route === dashboardRoutes.show) return Promise.resolve(dashboard);
    if (route === publicLinkRoutes.list) return Promise.resolve([made]);
    sent.push(input?.body);
    return Promise.resolve({ link: made, token: 'token' });
  });
});

test('DASH-8 who shares keeps values fixed, those of now to begin with, and is told first which tiles are withheld', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <ShareDialog
          place={{ projectId: 'p', dashboardId: 'd' }}
          asked={{ 'f.region': 'EU' }}
          zone="UTC"
          isAllowed
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await eventually(() =>
    expect(screen.getByText('Fixed: Region: EU, (is empty) · gone')).toBeDefined(),
  );
  const lock = screen.getByRole('combobox', { name: i18n.t('dashboards:out.locked') });
  fireEvent.click(lock);
  expect(screen.queryByText(/withheld/)).toBeNull();
  const isIn = (name: string) => screen.getAllByRole('option', { name, hidden: true });
  fireEvent.click(isIn('Region').at(-1)!);
  expect(screen.getByText(/1 tile is withheld.*Query whole/)).toBeDefined();
  // What is fixed can't be set by readers, too: it stands in the one list only.
  expect([isIn('Region').length, isIn('Channel').length]).toEqual([1, 2]);
  fireEvent.click(screen.getByRole('combobox', { name: 'Region' }));
  fireEvent.click(isIn('US')[0]!);
  fireEvent.click(screen.getByRole('button', { name: i18n.t('dashboards:out.makeLink') }));
  await eventually(() =>
    expect(sent).toMatchObject([
      { released: [], locked: { 'f.region': ['EU', 'US'] }, allowsFreeValues: false },
    ]),
  );
});

test('DASH-8 a link is not made before what it keeps fixed has a value', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <ShareDialog
          place={{ projectId: 'p', dashboardId: 'd' }}
          asked={{}}
          zone="UTC"
          isAllowed
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const name = i18n.t('dashboards:out.locked');
  await eventually(() => expect(screen.getByRole('combobox', { name })).toBeDefined());
  fireEvent.click(screen.getByRole('combobox', { name }));
  fireEvent.click(screen.getAllByRole('option', { name: 'Channel', hidden: true }).at(-1)!);
  const make = screen.getByRole('button', { name: i18n.t('dashboards:out.makeLink') });
  expect(make.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Channel' }), { target: { value: 'US' } });
  expect(make.hasAttribute('disabled')).toBe(false);
});
