import { draftRoutes, refOfKey, type StagedUpdate } from '@causeway/contract/tables/edits.ts';
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { draftQuery } from './draft-query.ts';
import { draftStoreOf } from './draft-store.ts';
import { useSaveDraft } from './use-save-draft.ts';

vi.mock('#ui/show-undo.tsx', () => ({ showUndo: () => Promise.resolve() }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('row-drafts');
});

function changeOf(id: string, name: string): StagedUpdate {
  const key = { id };
  const ref = refOfKey(key);
  const values = { name: { set: name } };
  return { kind: 'update', ref, key, version: '1', base: { name: 'Ada' }, values };
}

test.each(['save', 'discard'] as const)(
  'SQL-3 what is edited while %s is under way stays staged on screen, as it is on the server',
  async (action) => {
    const source = { connectorId: 'c', name: { schema: 'public', table: `meanwhile-${action}` } };
    const store = draftStoreOf(source);
    const first = changeOf('1', 'Grace');
    queryClient.setQueryData(draftQuery(source).queryKey, { revision: 1, changes: [first] });
    vi.spyOn(api, 'call').mockImplementation(async (route: unknown) => {
      if (route === draftRoutes.stage) return { revision: 2 };
      store.stage({ put: [changeOf('2', 'Alan')], drop: [] });
      await store.flush();
      // Read again meanwhile, as the server writes it.
      const [, second] = [...store.shown().values()];
      const { kind, ...rest } = first;
      const changes = [{ ...rest, kind }, second!];
      queryClient.setQueryData(draftQuery(source).queryKey, { revision: 2, changes });
      if (route === draftRoutes.discard) return { revision: 1, changes: [first] };
      return { changeSetId: null, inserted: 0, updated: 1, deleted: 0, rows: [] };
    });
    const { result } = renderHook(() =>
      useSaveDraft({ ...source, store, screen: 'explore', onRevert: () => {} }),
    );
    await act(async () => void (await result.current[action]()));
    expect([...store.shown().keys()]).toEqual([refOfKey({ id: '2' })]);
    expect(queryClient.getQueryData(draftQuery(source).queryKey)?.changes).toHaveLength(1);
  },
);
