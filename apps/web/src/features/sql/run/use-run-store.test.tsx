import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { i18n, startI18n, switchLanguage } from '#platform/i18n/i18n.ts';
import { hasUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { eventually } from '#testing/eventually.ts';
import { useRunStore } from './use-run-store.ts';

const { shown } = vi.hoisted(() => ({ shown: new Map<string, unknown>() }));
vi.mock('#ui/notifications.ts', () => ({
  loadNotifications: () =>
    Promise.resolve({
      show: ({ id = '' }: { id?: string }) => shown.set(id, true),
      hide: (id: string) => shown.delete(id),
    }),
}));
vi.mock('#platform/navigation/app-link.tsx', () => ({ useOpenHref: () => () => {} }));

const connectorOf = (id: string) =>
  ({ id, name: 'Shop', implementation: 'sql' }) as unknown as Connector;
const tab = { id: 'tab', parameters: [], rowLimit: 10, readOnly: false } as unknown as EditorTab;

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('sql');
});
afterEach(() => vi.restoreAllMocks());

test('SQL-8.3 SET-3 what ran keeps its results when the language is changed', async () => {
  const { result } = renderHook(() => useRunStore(connectorOf('languages'), 'project'));
  const { runs } = result.current;
  await act(() => switchLanguage('de'));
  expect(result.current.runs).toBe(runs);
});

test('SQL-8.14 a transaction goes on while its owner looks at another page, which tells that it is open', async () => {
  const ended: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: { body: object }) => {
    if (route === sqlEditorRoutes.endTransaction) ended.push(input.body);
    if (route !== sqlEditorRoutes.run) return Promise.resolve(null);
    const transaction = { id: 'open', state: 'open', statements: 1, idleSecondsLeft: 300 };
    return Promise.resolve({ runId: 'run', fields: [], rows: [], command: 'UPDATE', transaction });
  }) as never);
  const shop = connectorOf('shop');
  const editor = renderHook(() => useRunStore(shop, 'project'));
  await act(() => editor.result.current.runs.run(tab, [{ text: 'update', from: 0, to: 6 }]));
  editor.unmount();
  await eventually(() => expect(shown.has('transaction shop')).toBe(true));
  expect(ended).toEqual([]);
  expect(hasUnsavedWork()).toBe(true);

  const { result } = renderHook(() => useRunStore(shop, 'project'));
  await eventually(() => expect(shown.has('transaction shop')).toBe(false));
  expect(result.current.runs.of('tab')).toMatchObject({
    runs: [{ state: 'done' }],
    transaction: { id: 'open' },
  });
  await act(() => result.current.runs.end('tab', 'commit'));
  expect(ended).toMatchObject([{ how: 'commit' }]);
  expect(hasUnsavedWork()).toBe(false);
});

test('SQL-8.14 closing the product rolls an open transaction back', async () => {
  const ended: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: { body: object }) => {
    if (route === sqlEditorRoutes.endTransaction) ended.push(input.body);
    const transaction = { id: 'open', state: 'open', statements: 1, idleSecondsLeft: 300 };
    return Promise.resolve({ runId: 'run', fields: [], rows: [], command: 'UPDATE', transaction });
  }) as never);
  const { result, unmount } = renderHook(() => useRunStore(connectorOf('closed'), 'project'));
  await act(() => result.current.runs.run(tab, [{ text: 'update', from: 0, to: 6 }]));
  unmount();
  globalThis.dispatchEvent(new Event('pagehide'));
  await eventually(() => expect(ended).toMatchObject([{ how: 'rollback' }]));
});
