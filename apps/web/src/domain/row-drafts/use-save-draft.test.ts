import {
  type AppliedDraft,
  type DraftChange,
  draftRoutes,
  refOfKey,
  type StagedUpdate,
} from '@causeway/contract/tables/edits.ts';
import { QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { draftQuery, type DraftSource } from './draft-query.ts';
import { draftStoreOf } from './draft-store.ts';
import { stageCells } from './stage.ts';
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

/** Saves what is staged, and lets something happen while the call is out. */
async function saveWhile(
  source: DraftSource,
  rows: AppliedDraft['rows'],
  meanwhile: () => Promise<void>,
): Promise<DraftChange[]> {
  const store = draftStoreOf(source);
  vi.spyOn(api, 'call').mockImplementation(async (route: unknown) => {
    if (route === draftRoutes.stage) return { revision: 2 };
    await meanwhile();
    return { changeSetId: null, inserted: 0, updated: rows.length, deleted: 0, rows };
  });
  const { result } = renderHook(() =>
    useSaveDraft({ ...source, store, screen: 'explore', onRevert: () => {} }),
  );
  await act(async () => void (await result.current.save()));
  await store.flush();
  return [...store.shown().values()];
}

function sourceOf(table: string, changes: DraftChange[]): DraftSource {
  const source = { connectorId: 'c', name: { schema: 'public', table } };
  queryClient.setQueryData(draftQuery(source).queryKey, { revision: 1, changes });
  return source;
}

const key = { id: '1' };
const ref = refOfKey(key);

test.each([true, false])(
  'SQL-3 a row edited again while it is being saved (and that sent: %s) is edited from what was saved',
  async (isSent) => {
    const source = sourceOf(`again-${isSent}`, [changeOf('1', 'Grace')]);
    const store = draftStoreOf(source);
    const left = await saveWhile(source, [{ ref, key, version: '2' }], async () => {
      const note = { set: 'typed' };
      const before = changeOf('1', 'Grace H.');
      const base = { ...before.base, note: null };
      store.stage({ put: [{ ...before, base, values: { ...before.values, note } }], drop: [] });
      if (isSent) await store.flush();
    });
    const values = { name: { set: 'Grace H.' }, note: { set: 'typed' } };
    expect(left).toEqual([
      { kind: 'update', ref, key, version: '2', base: { note: null }, values },
    ]);
  },
);

test('SQL-3 what was typed back to its old value while that is being overwritten is written once more', async () => {
  const source = sourceOf('back', [changeOf('1', 'Grace')]);
  const left = await saveWhile(source, [{ ref, key, version: '2' }], async () =>
    draftStoreOf(source).stage({ put: [], drop: [ref] }),
  );
  const values = { name: { set: 'Ada' } };
  expect(left).toEqual([{ kind: 'update', ref, key, version: '2', base: {}, values }]);
});

test('SQL-3 a draft that is read again while it is being saved takes nothing of it back', async () => {
  const source = sourceOf('read-again', [changeOf('1', 'Grace')]);
  const store = draftStoreOf(source);
  const seen = { key, version: '1', image: { name: 'Ada', note: null } };
  const left = await saveWhile(source, [{ ref, key, version: '2' }], async () => {
    queryClient.setQueryData(draftQuery(source).queryKey, { revision: 2, changes: [] });
    store.stage(stageCells(store.shown(), seen, [{ column: 'note', value: { set: 'x' } }]));
  });
  expect(left).toMatchObject([{ version: '2', values: { note: { set: 'x' } } }]);
  expect(Object.keys(left[0]?.kind === 'update' ? left[0].values : {})).toEqual(['note']);
  const next = stageCells(new Map(), store.seenNow(seen), [
    { column: 'name', value: { set: 'Ada' } },
  ]);
  expect(next.put).toMatchObject([{ version: '2', base: {}, values: { name: { set: 'Ada' } } }]);
});

test('SQL-3 a draft that is read while it is being saved, and answers later, brings nothing back', async () => {
  const changes = [changeOf('1', 'Grace')];
  const source = sourceOf('read-late', changes);
  const store = draftStoreOf(source);
  const answers: (() => void)[] = [];
  const reader = new QueryObserver(queryClient, {
    ...draftQuery(source),
    queryFn: () => {
      const isFirst = answers.length === 0;
      const read = isFirst ? { revision: 1, changes } : { revision: 2, changes: [] };
      return new Promise<typeof read>((resolve) => answers.push(() => resolve(read)));
    },
  });
  const leave = reader.subscribe(() => undefined);
  await saveWhile(source, [{ ref, key, version: '2' }], async () => void reader.refetch());
  for (const answer of answers) answer();
  await vi.waitFor(() => expect(reader.getCurrentResult().isFetching).toBe(false));
  expect([...store.shown().keys()]).toEqual([]);
  leave();
});

test('SQL-3 a new row edited again while it is being saved is no second new row', async () => {
  const added = { kind: 'insert' as const, ref: 'new', values: { name: { set: 'Ada' } } };
  const source = sourceOf('new', [added]);
  const store = draftStoreOf(source);
  expect(store.findSaved('new')).toBeUndefined();
  const left = await saveWhile(source, [{ ref: 'new', key, version: '2' }], async () =>
    store.stage({ put: [{ ...added, values: { name: { set: 'Ada L.' } } }], drop: [] }),
  );
  const values = { name: { set: 'Ada L.' } };
  expect(left).toEqual([{ kind: 'update', ref, key, version: '2', base: {}, values }]);
  expect(store.findSaved('new')).toEqual({ key, version: '2', image: {} });
  expect(store.refNow('new')).toBe(ref);
});
