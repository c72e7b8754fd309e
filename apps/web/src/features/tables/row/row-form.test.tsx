import { draftRoutes, refOfKey, type DraftChange } from '@causeway/contract/tables/edits.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { draftQuery } from '#domain/row-drafts/draft-query.ts';
import { eventually } from '#testing/eventually.ts';
import { RowForm } from './row-form.tsx';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }));
vi.mock('#platform/navigation/app-link.tsx', () => ({ useOpenHref: () => () => {} }));
vi.mock('./row-side.tsx', () => ({ RowSide: () => null }));
vi.mock('./row-field.tsx', () => ({ RowField: () => null }));
vi.mock('./row-footer.tsx', () => ({ RowFooter: () => null }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['edits', 'row-drafts', 'row-merge']);
});

test('SQL-3 a row that was deleted meanwhile and shall be added again is saved from its page', async () => {
  const source = { connectorId: 'c', name: { schema: 'public', table: 'gone' } };
  const key = { id: '1' };
  const ref = refOfKey(key);
  const base = { name: 'Ada' };
  const mine = { name: { set: 'Grace' } };
  const change: DraftChange = { kind: 'update', ref, key, version: '1', base, values: mine };
  queryClient.setQueryData(draftQuery(source).queryKey, { revision: 1, changes: [change] });
  const applied: (string[] | undefined)[] = [];
  let staged: DraftChange[] = [];
  vi.spyOn(api, 'call').mockImplementation(async (route: unknown, ...rest: unknown[]) => {
    const [{ body }] = rest as [{ body: { refs?: string[]; put: DraftChange[] } }];
    if (route === draftRoutes.stage) {
      staged = body.put;
      return { revision: 2 };
    }
    applied.push(body.refs);
    if (applied.length > 1) {
      return { changeSetId: null, inserted: 1, updated: 0, deleted: 0, rows: [] };
    }
    const conflicts = [{ ref, key, base, mine, theirs: null, version: null }];
    throw { code: 'E_VERSION_CONFLICT', message: 'Changed.', details: { conflicts, total: 1 } };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RowForm
          source={source}
          columns={[]}
          keyColumns={['id']}
          row={{ kind: 'seen', seen: { key, version: '1', image: { id: '1', name: 'Ada' } } }}
          readOnlyReason={undefined}
          header={null}
          related={null}
          tableHref="/"
          hrefOf={() => '/'}
          newHref={() => '/'}
          neighbours={{ previous: null, next: null }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  fireEvent.click(await screen.findByLabelText('Add the row again with my values'));
  fireEvent.click(screen.getByRole('button', { name: 'Save merged' }));
  await eventually(() => expect(applied).toHaveLength(2));
  expect(staged).toMatchObject([{ kind: 'insert', values: { id: { set: '1' }, ...mine } }]);
  expect(applied[1]).toContain(staged[0]?.ref);
});
