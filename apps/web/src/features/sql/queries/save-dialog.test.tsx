import type { EditorTab, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { loadTexts, startI18n } from '#platform/i18n/i18n.ts';
import { SaveDialog } from './save-dialog.tsx';

vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useCurrentProject: () => ({ project: { role: 'editor' } }),
}));

const theirs = {
  id: 'query',
  name: 'Sales',
  folder: '',
  description: '',
  sql: 'select 2 as theirs',
  parameters: [],
  isShared: true,
  isEditable: true,
  isMine: false,
  owner: 'Grace',
  version: 2,
} as unknown as SavedQuery;
const tab = {
  id: 'tab',
  title: 'Sales',
  sql: 'select 1 as mine',
  parameters: [],
  queryId: 'query',
  queryVersion: 1,
} as unknown as EditorTab;

beforeEach(async () => {
  await startI18n('en');
  await loadTexts('sql');
  queryClient.clear();
  // A field that grows with its text listens for fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('SQL-8.15 what a colleague saved since a query was opened is shown before anything goes over it', async () => {
  const versions: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: { body: object }) => {
    if (route === queryRoutes.list) return Promise.resolve([theirs]);
    if (route !== queryRoutes.update) return Promise.resolve([]);
    const { version } = input.body as { version: number };
    versions.push(version);
    const refusal = { code: 'E_VERSION_CONFLICT', message: 'x', requestId: 'y' };
    return version === 2 ? Promise.resolve({ ...theirs, version: 3 }) : Promise.reject(refusal);
  }) as never);
  const onSaved = vi.fn<(query: SavedQuery) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SaveDialog connectorId="shop" tab={tab} mayShare onSaved={onSaved} onClose={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const save = await screen.findByRole('button', { name: 'Save version 3' });
  // Only Grace may take it back.
  expect(screen.getByLabelText<HTMLInputElement>('Share in the project').disabled).toBe(true);
  fireEvent.click(save);
  expect(await screen.findByText(/Somebody else has saved version 2/)).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Save mine as version 3' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(versions).toEqual([1, 2]);
});
