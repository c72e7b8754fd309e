import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { ColumnDialog } from './column-dialog.tsx';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }));
vi.mock('#platform/navigation/app-link.tsx', () => ({ AppLink: () => null }));
vi.mock('#platform/code-editor/sql-block.tsx', () => ({ SqlBlock: () => null }));
// The second press comes sooner here than anybody means a second one.
vi.mock('#platform/single-tap.ts', () => ({ useSingleTap: (act: () => void) => act }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('structure');
});

const name = {
  name: 'name',
  exactType: 'text',
  isNullable: true,
  defaultValue: null,
  description: null,
  identity: null,
  generated: null,
} as unknown as TableColumn;

test('SQL-10 a type that is too short for values is refused with how many and which, until cutting them is chosen', async () => {
  const run: string[] = [];
  vi.spyOn(api, 'call').mockImplementation(async (route: unknown, ...rest: unknown[]) => {
    const [{ body }] = rest as [{ body: { sql: string } }];
    if (route === sqlRoutes.read) {
      return {
        fields: [],
        rows: [
          ['2', 'Ada Lovelace'],
          ['2', 'Grace'],
        ],
      };
    }
    if (route === sqlEditorRoutes.run) run.push(body.sql);
    return { uses: [], total: 0 };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <ColumnDialog
          source={{ projectId: 'p', connectorId: 'c' }}
          table={{ schema: 'public', table: 'people' }}
          column={name}
          usedBy={[]}
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), {
    target: { value: 'varchar(3)' },
  });
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
  await eventually(() => expect(apply().disabled).toBe(false));
  fireEvent.click(apply());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    '2 values do not fit into varchar(3), such as Ada Lovelace, Grace',
  );
  expect(run).toEqual([]);

  fireEvent.click(screen.getByRole('checkbox', { name: /^Cut or round/ }));
  await eventually(() => expect(apply().disabled).toBe(false));
  fireEvent.click(apply());
  await eventually(() => {
    expect(run).toEqual([
      'alter table public.people\n  alter column name type varchar(3) using name::varchar(3)',
    ]);
  });
});
