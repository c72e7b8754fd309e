import type { ProjectLink } from '@causeway/contract/dashboards/links.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { settings } from './manifest.ts';
import { PublicLinks } from './public-links.tsx';

vi.mock('#platform/navigation/app-link.tsx', () => ({ AppLink: () => null }));
vi.mock('#platform/i18n/use-formats.ts', () => ({
  useFormats: () => ({ dateTime: String, number: String }),
}));

const filter = { type: 'text' as const, options: [], initial: '' };
const link: ProjectLink = {
  id: 'l',
  dashboardId: 'd',
  dashboard: 'Sales',
  name: '',
  author: 'Ada',
  hasPassword: false,
  expiresAt: '2026-12-01T00:00:00Z',
  released: [],
  locked: { 'f.region': ['EU', 'US'], 'f.day': 'last-90-days' },
  filters: [
    { ...filter, slug: 'region', label: 'Region', isMany: true },
    { ...filter, slug: 'day', label: 'Day', type: 'dates' },
  ],
  opens: 0,
  lastOpenedAt: null,
  createdAt: '2026-11-01T00:00:00Z',
  isExpired: false,
};

vi.mock('#platform/api/api.ts', () => ({ api: { call: async () => [link] } }));

beforeAll(async () => {
  await startI18n('en');
  const page = settings.pages.find(({ path }) => path === '/settings/general');
  await i18n.loadNamespaces(page?.texts ?? []);
});

test('DASH-8 TEAM-2 who looks after a project reads in the list of links what each of them is fixed to', async () => {
  const waits = vi.fn(() => null);
  const Waiting = () => waits();
  const project = { id: 'p', settings: { publicLinks: true } } as Project;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Suspense fallback={<Waiting />}>
          <PublicLinks project={project} />
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Fixed: Region: EU, US · Day: Last 90 days')).toBeTruthy();
  // The page came with all its words: nothing that was shown goes away until more of them come.
  expect(waits).not.toHaveBeenCalled();
});
