import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { loadTexts, startI18n } from '#platform/i18n/i18n.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ReplaceSecret } from './replace-secret.tsx';
import { UrlField } from './url-field.tsx';

const connector: Connector = {
  id: '0b7c8f7e-7a52-4d2c-9a53-5f3f0f0f0a01',
  projectId: '0b7c8f7e-7a52-4d2c-9a53-5f3f0f0f0a02',
  name: 'Shop',
  implementation: 'sql',
  config: {
    client: 'postgres',
    host: 'db.example.com',
    port: 5432,
    user: 'ann',
    database: 'shop',
    tls: 'require',
  },
  secretFields: { password: true },
  settings: {
    hidden: [],
    withheld: [],
    aliases: {},
    labelColumns: {},
    anchors: [],
    readOnly: false,
  },
  lastCheck: null,
  createdAt: '2024-01-01T00:00:00Z',
  updatedAt: '2024-01-01T00:00:00Z',
};

beforeEach(async () => {
  await startI18n('en');
  await loadTexts('connectors');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('CONN-5 a new host asks for the password and says why', () => {
  show(connector);
  expect(screen.queryByLabelText('Password')).toBeNull();
  type('Host', 'other.example.com');
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.getByText(/leads somewhere else now/)).toBeTruthy();
});

test('CONN-3 a new name is saved alone, without configuration and password', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue(connector);
  show(connector);
  type('Name', 'Bakery');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  const [, sent] = call.mock.calls[0] as unknown as [unknown, { body: object }];
  expect(sent.body).toEqual({ name: 'Bakery' });
});

test('CONN-3 what is typed while a change is saved stays', async () => {
  const saved = Promise.withResolvers<Connector>();
  vi.spyOn(api, 'call').mockReturnValue(saved.promise);
  const { rerender } = show(connector);
  type('Name', 'Bakery');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  type('Host', 'other.example.com');
  saved.resolve(connector);
  rerender(form({ ...connector, name: 'Bakery' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).dataset.loading).toBeUndefined(),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Host').value).toBe('other.example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bakery');
});

test('CONN-5 when the server wants the password, the field appears and nothing typed is lost', async () => {
  const refusal = { code: 'E_SECRET_REQUIRED', message: 'x', requestId: 'y' };
  vi.spyOn(api, 'call').mockRejectedValue(refusal);
  show(connector);
  type('Name', 'Bakery');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bakery');
});

test('CONN-3 a database that asks for no password is led elsewhere without one', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue(connector);
  show(connector);
  type('Host', 'other.example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(call).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText('This database asks for no password'));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  const [, sent] = call.mock.calls[0] as unknown as [unknown, { body: object }];
  expect(sent.body).toMatchObject({
    config: { host: 'other.example.com' },
    secrets: { password: '' },
  });
});

test('CONN-3 a password is taken away where the database asks for none any more', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue(connector);
  render(within(<ReplaceSecret connector={connector} />));
  fireEvent.click(screen.getByRole('button', { name: 'Replace password' }));
  fireEvent.click(screen.getByLabelText('This database asks for no password'));
  fireEvent.click(screen.getByRole('button', { name: 'Save new secret' }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  const [, sent] = call.mock.calls[0] as unknown as [unknown, { body: object }];
  expect(sent.body).toEqual({ password: '' });
});

test('CONN-3 a change made elsewhere does not replace what is being typed', () => {
  const { rerender } = show(connector);
  type('Name', 'Bakery');
  rerender(form({ ...connector, settings: { ...connector.settings, readOnly: true } }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bakery');
});

test('CONN-5 a pasted address is read and does not stay on screen', () => {
  const onRead = vi.fn();
  render(within(<UrlField kind="sql" onRead={onRead} />));
  const field = screen.getByLabelText<HTMLInputElement>('Paste a connection URL');
  fireEvent.paste(field, { clipboardData: { getData: () => 'postgres://ann:pw@db/shop' } });
  expect(onRead).toHaveBeenCalledOnce();
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({ fields: { host: 'db', password: 'pw' } });
  expect(field.value).toBe('');
});

test('CONN-2 an address of something else stays to be corrected, with the reason', () => {
  const onRead = vi.fn();
  render(within(<UrlField kind="sql" onRead={onRead} />));
  const field = screen.getByLabelText<HTMLInputElement>('Paste a connection URL');
  fireEvent.paste(field, { clipboardData: { getData: () => 'mysql://db/shop' } });
  expect(onRead).not.toHaveBeenCalled();
  expect(field.value).toBe('mysql://db/shop');
  expect(screen.getByText(/That is no connection URL/)).toBeTruthy();
});

function show(connector: Connector) {
  return render(form(connector));
}

function form(connector: Connector) {
  return within(<ConnectionForm connector={connector} />);
}

function within(part: React.ReactNode) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider>{part}</MantineProvider>
    </QueryClientProvider>
  );
}

function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}
