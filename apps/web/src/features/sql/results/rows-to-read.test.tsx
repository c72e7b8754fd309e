import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { createResultRows } from './result-rows.ts';
import { RowsToRead } from './rows-to-read.tsx';

const { copied } = vi.hoisted(() => ({ copied: [] as string[] }));
vi.mock('#ui/copy-text.ts', () => ({
  copyText: (text: string) => Promise.resolve(copied.push(text) > 0),
}));
vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useCurrentProject: () => ({ project: undefined, connector: undefined }),
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('sql');
});

test('SQL-10 cells of a snapshot and of a sample are copied, one or those that are marked', async () => {
  const rows = createResultRows(
    {
      loadedRows: 2,
      rows: [
        ['Ada', 1],
        [null, 2],
      ],
    },
    async () => [],
  );
  const fields = [
    { name: 'name', type: 'text', oid: 25 },
    { name: 'id', type: 'int4', oid: 23 },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RowsToRead label="As it was" fields={fields} rows={rows} source={null} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const cell = await screen.findByRole('gridcell', { name: 'Ada' });
  fireEvent.mouseDown(cell);
  fireEvent.keyDown(cell, { key: 'c', ctrlKey: true });
  await eventually(() => expect(copied).toEqual(['Ada']));
  fireEvent.keyDown(cell, { key: 'a', ctrlKey: true });
  fireEvent.keyDown(cell, { key: 'c', ctrlKey: true });
  await eventually(() => expect(copied.at(-1)).toBe('Ada\t1\n\t2'));
});
