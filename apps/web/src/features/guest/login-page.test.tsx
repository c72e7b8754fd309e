import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { forgetAllButLastWay, keepTriedWay, tryWay } from '#platform/session/last-way.ts';
import LoginPage from './login-page.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}), useSearch: () => ({}) }));
vi.mock('#platform/navigation/app-link.tsx', () => ({ AppLink: () => null }));
vi.mock('./use-keep-next.ts', () => ({ useKeepNext: () => (path: string) => path }));
vi.mock('#platform/session/passkeys.ts', () => ({ canUsePasskeys: () => true }));
vi.mock('#platform/api/api.ts', () => ({
  api: { call: async () => ({ provider: { name: 'Acme' }, registration: 'open' }) },
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('guest');
});
beforeEach(() => localStorage.clear());

/** The ways to sign in as they stand one below the other. */
async function drawWays(): Promise<string[]> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <LoginPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /Acme/ });
  return screen
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((text) => text.includes('Sign in'));
}

test('SESS-7 who signs in here for the first time is offered the password first', async () => {
  expect(await drawWays()).toEqual(['Sign in', 'Sign in with a passkey', 'Sign in with Acme']);
});

test('SESS-7 the way this browser was signed in by last stands first and says so, after signing out too', async () => {
  tryWay('provider');
  keepTriedWay();
  localStorage.setItem('causeway.recent.somebody', 'theirs');
  forgetAllButLastWay();
  expect(localStorage.getItem('causeway.recent.somebody')).toBeNull();
  expect(await drawWays()).toEqual([
    'Sign in with Acme used last here',
    'Sign in with a passkey',
    'Sign in',
  ]);
});

test('SESS-7 a way that was only tried is not remembered', async () => {
  tryWay('password');
  keepTriedWay();
  tryWay('passkey');
  expect(await drawWays()).toEqual(['Sign in', 'Sign in with a passkey', 'Sign in with Acme']);
  expect(screen.getByText('used last here').tagName).toBe('SPAN');
});
