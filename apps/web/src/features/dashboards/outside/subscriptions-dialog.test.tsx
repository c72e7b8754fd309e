import {
  type DashboardSubscription,
  subscriptionRoutes,
} from '@causeway/contract/dashboards/subscriptions.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { userQuery } from '#platform/session/user-query.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { ConfirmDialogHost } from '#ui/confirm-dialog-host.tsx';
import SubscriptionsDialog from './subscriptions-dialog.tsx';

// Of the address of the page, which there is none here.
vi.mock('../use-project-formats.ts', () => ({ useProjectFormats: () => ({ dateTime: String }) }));

const subscription: DashboardSubscription = {
  id: 's',
  dashboardId: 'd',
  rhythm: 'daily',
  weekday: 1,
  minute: 480,
  asked: {},
  recipients: [],
  outside: [],
  author: 'Ada',
  isMine: true,
  isHeld: false,
  unknownZone: null,
  nextAt: '2026-01-01T00:00:00Z',
  lastAt: null,
  lastFailed: null,
};
let listed: DashboardSubscription[] = [];

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});
beforeEach(() => {
  listed = [];
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, createUser());
  vi.spyOn(api, 'call').mockImplementation((route: unknown) =>
    Promise.resolve(route === subscriptionRoutes.list ? listed : { members: [], items: [] }),
  );
});

function openDialog() {
  let closed = 0;
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SubscriptionsDialog
          place={{ projectId: 'project', dashboardId: 'd' }}
          project={createProject()}
          asked={{}}
          onClose={() => (closed += 1)}
        />
        <ConfirmDialogHost />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return () => closed;
}

test('SHELL-1 Escape asks before a time that was typed for a subscription is gone', async () => {
  const closed = openDialog();
  const time = await screen.findByLabelText(i18n.t('dashboards:out.time'));
  fireEvent.change(time, { target: { value: '06:30' } });
  fireEvent.keyDown(time, { key: 'Escape' });
  const discard = await screen.findByRole('button', { name: i18n.t('platform:typed.discard') });
  expect(closed()).toBe(0);
  fireEvent.click(discard);
  await vi.waitFor(() => expect(closed()).toBe(1));
});

test('SHELL-1 a subscription nobody typed in is left at once', async () => {
  const closed = openDialog();
  const time = await screen.findByLabelText(i18n.t('dashboards:out.time'));
  fireEvent.keyDown(time, { key: 'Escape' });
  expect(closed()).toBe(1);
});

test('SHELL-1 changing another subscription asks before the time that was typed for a new one is gone', async () => {
  listed = [{ ...subscription, minute: 525 }];
  openDialog();
  const label = i18n.t('dashboards:out.time');
  const time = await screen.findByLabelText<HTMLInputElement>(label);
  fireEvent.change(time, { target: { value: '06:30' } });
  fireEvent.click(await screen.findByLabelText(i18n.t('dashboards:out.changeSubscription')));
  const discard = await screen.findByRole('button', { name: i18n.t('platform:typed.discard') });
  expect(time.value).toBe('06:30');
  fireEvent.click(discard);
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('08:45'),
  );
});

test('DASH-7 a subscription that waits for another time zone says so in its place', async () => {
  listed = [{ ...subscription, unknownZone: 'Mars/Olympus' }];
  openDialog();
  const waits = await screen.findByText(/Mars\/Olympus/);
  expect(waits.textContent).toBe(i18n.t('dashboards:out.waits', { zone: 'Mars/Olympus' }));
});
