import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import ConfirmPage from './confirm-page.tsx';
import PublicPage from './public-page.tsx';
import UnsubscribePage from './unsubscribe-page.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({ token: 'of-a-mail' }) }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});
beforeEach(() => queryClient.clear());

function open(page: ReactNode, answer: () => Promise<unknown>) {
  vi.spyOn(api, 'call').mockImplementation(answer);
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{page}</MantineProvider>
    </QueryClientProvider>,
  );
}
const refuse = (code: string) => () => Promise.reject({ code, message: code, requestId: 'r' });
const text = (key: string) => i18n.t(`dashboards:out.${key}` as 'dashboards:out.ended');

test('DASH-7 a question that is over asks nothing any more', async () => {
  open(<ConfirmPage />, refuse('E_TOKEN_EXPIRED'));
  await screen.findByText(text('ended'));
  expect(screen.queryByText(text('confirmTitle'))).toBeNull();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('DASH-8 a public link that ended says so in words of its reader, with nothing to press', async () => {
  open(<PublicPage />, refuse('E_LINK_NOT_FOUND'));
  await screen.findByText(text('ended'));
  expect(screen.queryByText('E_LINK_NOT_FOUND', { exact: false })).toBeNull();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('DASH-7 mails of a subscription that is gone are stopped without naming nothing', async () => {
  open(<UnsubscribePage />, () => Promise.resolve({ dashboard: '' }));
  fireEvent.click(await screen.findByRole('button', { name: text('stop') }));
  await screen.findByText(text('stoppedAll'));
  expect(screen.queryAllByRole('button')).toEqual([]);
});
