import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import RegisterPage from './register-page.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}), useSearch: () => '' }));
vi.mock('#platform/navigation/app-link.tsx', () => ({ AppLink: () => null }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('guest');
});

vi.mock('#platform/api/api.ts', () => ({
  api: { call: async () => ({ provider: null, registration: 'invited' }) },
}));

test('SESS-5 whoever comes without an invitation reads first that one is needed', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RegisterPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/With the address that was invited/)).toBeTruthy();
});

test('SESS-5 a password that is too short is told how long one is, once', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RegisterPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const rule = 'At least 10 characters.';
  expect(screen.getAllByText(rule)).toHaveLength(1);
  const field = screen.getByLabelText('Password');
  fireEvent.change(field, { target: { value: 'short' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getAllByText(rule)).toHaveLength(1);
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByText(rule).id);
});
