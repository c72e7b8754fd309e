import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import AlertForm from './alert-form.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});

test('DASH-7 who watches what is crossed already is asked whether to be told at once, and nobody else', async () => {
  const sent: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((route: unknown, input?: { body?: unknown }) => {
    if (route === alertRoutes.create) sent.push(input?.body);
    return Promise.resolve([]);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <AlertForm
          place={{ projectId: 'p', dashboardId: 'd' }}
          tile={{ id: 't', title: 'Sales', isTable: false }}
          now={{ threshold: 140 }}
          columns={[]}
          asked={{}}
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const limit = screen.getByLabelText(i18n.t('dashboards:out.limit'));
  const question = () => screen.queryByLabelText(i18n.t('dashboards:out.firstNews'));
  // Above 140 it is not: nothing is asked.
  expect(question()).toBeNull();
  fireEvent.change(limit, { target: { value: '100' } });
  fireEvent.change(question()!, { target: { value: 'next' } });
  fireEvent.click(screen.getByRole('button', { name: i18n.t('dashboards:out.watch') }));
  await eventually(() => expect(sent).toMatchObject([{ firstNews: 'next' }]));
});

test('DASH-7 a limit below zero is watched as it was typed, sign and part of one', async () => {
  const sent: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((route: unknown, input?: { body?: unknown }) => {
    if (route === alertRoutes.create) sent.push(input?.body);
    return Promise.resolve([]);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <AlertForm
          place={{ projectId: 'p', dashboardId: 'd' }}
          tile={{ id: 't', title: 'Balance', isTable: false }}
          now={{ threshold: 140 }}
          columns={[]}
          asked={{}}
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const limit = screen.getByLabelText<HTMLInputElement>(i18n.t('dashboards:out.limit'));
  const watch = screen.getByRole('button', { name: i18n.t('dashboards:out.watch') });
  fireEvent.change(limit, { target: { value: '' } });
  expect(watch.hasAttribute('disabled')).toBe(true);
  for (const letter of '-1.5') fireEvent.change(limit, { target: { value: limit.value + letter } });
  fireEvent.click(watch);
  await eventually(() => expect(sent).toMatchObject([{ condition: { limit: -1.5 } }]));
});
