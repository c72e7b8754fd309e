import { type InboxEntry, inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import ApprovalPage from './approval-page.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({ token: 'token' }) }));
vi.mock('#platform/navigation/app-link.tsx', () => ({ AppLink: () => null }));

function asked(outcome: 'declined' | null, answeredBy = outcome && 'Ada'): InboxEntry {
  return {
    id: 'entry',
    kind: 'approval.asked',
    params: { by: 'Nightly', title: 'Shall it go on?' },
    project: null,
    link: null,
    times: 1,
    toldAt: '2026-01-01T00:00:00Z',
    readAt: null,
    approval: { outcome, answeredBy, expiresAt: null },
  };
}

function draw(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ApprovalPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('guest');
});

test('TEAM-8 AUTO-3 who answers by mail after somebody else sees what that one answered', async () => {
  let outcome: 'declined' | null = null;
  vi.spyOn(api, 'call').mockImplementation(async (route: unknown) => {
    if (route === inboxRoutes.asked) return asked(outcome);
    outcome = 'declined';
    throw { code: 'E_APPROVAL_ANSWERED', message: 'It was answered already.' };
  });
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Declined by Ada.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('It was answered already.')).toBeNull();
});

test('TEAM-8 an answer of somebody whose account was erased has no name', async () => {
  vi.spyOn(api, 'call').mockResolvedValue(asked('declined', null));
  draw();
  expect(await screen.findByText('Declined by somebody.')).toBeTruthy();
});
