import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { SecondFactor } from './second-factor.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }));
vi.mock('#platform/session/session.ts', () => ({
  passSecondFactor: () => Promise.reject(new Error('That code is not right.')),
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('guest');
});

test('SESS-7 a wrong code is called wrong, not missing; one that was not typed is missing', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SecondFactor flow="flow" onRestart={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const signIn = screen.getByRole('button', { name: 'Sign in' });
  const code = screen.getByLabelText('Code of your app');
  fireEvent.change(code, { target: { value: '000000' } });
  fireEvent.click(signIn);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect((code as HTMLInputElement).value).toBe('');
  expect(screen.queryByText('Please fill this in.')).toBeNull();
  fireEvent.click(signIn);
  expect(screen.getByText('Please fill this in.')).toBeTruthy();
});
