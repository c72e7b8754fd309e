import { alertRoutes, type DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import AlertsDialog from './alerts-dialog.tsx';

// Of the address of the page, which there is none here.
vi.mock('../use-project-formats.ts', () => ({ useProjectFormats: () => ({ dateTime: String }) }));

const alert: DashboardAlert = {
  id: 'a',
  dashboardId: 'd',
  tileId: 't',
  name: 'Average order',
  condition: { kind: 'threshold', sign: 'above', limit: 12, margin: 0 },
  every: 60,
  times: 1,
  whenEmpty: 'keep',
  asked: {},
  author: 'Ada',
  isMine: true,
  state: 'firing',
  since: '2026-01-01T00:00:00Z',
  isHeld: false,
  snoozedUntil: null,
  nextCheckAt: '2026-01-01T01:00:00Z',
  checks: [{ checkedAt: '2026-01-01T00:00:00Z', outcome: 'firing', value: '12.345', error: null }],
};

beforeAll(async () => {
  await startI18n('de');
  await i18n.loadNamespaces('dashboards');
});

test('DASH-7 SET-3 what an alert found is written as the language writes numbers', async () => {
  vi.spyOn(api, 'call').mockImplementation((route: unknown) =>
    Promise.resolve(route === alertRoutes.list ? [alert] : []),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <AlertsDialog
          place={{ projectId: 'p', dashboardId: 'd' }}
          mayChangeAll
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  // With a point it would be read as twelve thousand.
  expect(await screen.findByText(/: 12,345$/)).toBeTruthy();
  expect(screen.getByTitle(/: 12,345$/)).toBeTruthy();
});
