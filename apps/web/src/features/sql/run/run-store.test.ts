import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { createRunStore } from './run-store.ts';

const tab = { id: 'tab', parameters: [], rowLimit: 10, readOnly: false } as unknown as EditorTab;
const gone = { code: 'E_TRANSACTION_NOT_FOUND', message: 'gone', requestId: '1' };

afterEach(() => vi.restoreAllMocks());

test('SQL-8.14 a transaction that is being committed is not told to be lost, nor rolled back by leaving', async () => {
  const committed = Promise.withResolvers<null>();
  const calls: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: { body?: object }) => {
    calls.push(route === sqlEditorRoutes.endTransaction ? input.body : route);
    if (route === sqlEditorRoutes.endTransaction) return committed.promise;
    if (route === sqlEditorRoutes.transaction) return Promise.reject(gone);
    const transaction = { id: 'open', state: 'open' };
    return Promise.resolve({ runId: 'run', fields: [], rows: [], command: 'BEGIN', transaction });
  }) as never);
  const onLost = vi.fn<(tabId: string) => void>();
  const store = createRunStore({
    connectorId: 'shop',
    isFiles: false,
    confirm: () => Promise.resolve(true),
    onLost,
    onSchema: () => {},
    onRan: () => {},
  });
  await store.run(tab, [{ text: 'begin', from: 0, to: 5 }]);
  const ending = store.end('tab', 'commit');
  await store.look();
  await store.end('tab', 'rollback', { isLeaving: true });
  expect(onLost).not.toHaveBeenCalled();
  expect(store.of('tab').transaction).toMatchObject({ id: 'open' });
  committed.resolve(null);
  await ending;
  expect(store.of('tab').transaction).toBeNull();
  expect(calls.filter((call) => call !== sqlEditorRoutes.run)).toEqual([
    expect.objectContaining({ how: 'commit' }),
    sqlEditorRoutes.transaction,
  ]);
});

test.each(['typed', 'clicked'])(
  'SQL-8.14 tables are read again once what a transaction changed about them is committed, be it %s',
  async (how) => {
    vi.spyOn(api, 'call').mockImplementation(((
      route: unknown,
      input: { body: { sql?: string } },
    ) => {
      if (route !== sqlEditorRoutes.run) return Promise.resolve(null);
      const command = (input.body.sql ?? '').toUpperCase();
      const transaction = command === 'COMMIT' ? null : { id: 'open', state: 'open' };
      return Promise.resolve({ runId: 'run', fields: [], rows: [], command, transaction });
    }) as never);
    const onSchema = vi.fn<() => void>();
    const store = createRunStore({
      connectorId: 'shop',
      isFiles: false,
      confirm: () => Promise.resolve(true),
      onLost: () => {},
      onSchema,
      onRan: () => {},
    });
    await store.run(tab, [{ text: 'begin', from: 0, to: 5 }]);
    expect(onSchema).not.toHaveBeenCalled();
    if (how === 'typed') await store.run(tab, [{ text: 'commit', from: 0, to: 6 }]);
    else await store.end('tab', 'commit');
    expect(onSchema).toHaveBeenCalledOnce();
  },
);
