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
const methods = { provider: { name: 'Acme' }, registration: 'open' };
const call = vi.hoisted(() => vi.fn());
vi.mock('#platform/api/api.ts', () => ({ api: { call } }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('guest');
});
beforeEach(() => {
  localStorage.clear();
  call.mockResolvedValue(methods);
});

function draw() {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MantineProvider env="test">
        <LoginPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

/** The ways to sign in as they stand one below the other. */
async function drawWays(): Promise<string[]> {
  draw();
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

test('SESS-7 nobody types into a form that moves: it stands once it is known what stands above it', async () => {
  tryWay('provider');
  keepTriedWay();
  const answer = Promise.withResolvers<typeof methods>();
  call.mockReturnValue(answer.promise);
  draw();
  expect(screen.queryByLabelText('Password')).toBeNull();
  answer.resolve(methods);
  const password = await screen.findByLabelText('Password');
  const provider = screen.getByRole('button', { name: /Acme/ });
  const { DOCUMENT_POSITION_PRECEDING: before } = Node;
  expect(password.compareDocumentPosition(provider) & before).toBe(before);
});

test('SESS-7 where the ways to sign in can not be asked for, the password is one', async () => {
  tryWay('provider');
  keepTriedWay();
  call.mockRejectedValue(new Error('unreachable'));
  draw();
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('SESS-7 a way that was only tried is not remembered', async () => {
  tryWay('password');
  keepTriedWay();
  tryWay('passkey');
  expect(await drawWays()).toEqual(['Sign in', 'Sign in with a passkey', 'Sign in with Acme']);
  expect(screen.getByText('used last here').tagName).toBe('SPAN');
});
