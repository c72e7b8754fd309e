import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import type { GridEdits } from './drawn.ts';
import { createResultRows, type Row } from './result-rows.ts';
import { useCopyResult } from './use-copy-result.ts';

const { copied } = vi.hoisted(() => ({ copied: [] as string[] }));
vi.mock('#ui/copy-text.ts', () => ({
  copyText: (text: string) => Promise.resolve(copied.push(text) > 0),
}));
vi.mock('#ui/notifications.ts', () => ({
  loadNotifications: () => Promise.resolve({ show: () => {}, hide: () => {} }),
}));
vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useCurrentProject: () => ({ project: undefined, connector: undefined }),
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('sql');
});
beforeEach(() => {
  copied.length = 0;
});

const fields = [
  { name: 'id', type: 'int4', oid: 23 },
  { name: 'isPaid', type: 'bool', oid: 16 },
  { name: 'net', type: 'numeric', oid: 1700 },
];
const columns = fields.map(({ name }) => name);
const source = { schema: 'public', table: 'bills', key: ['id'], columns };

function copyingOf(
  given: Row[],
  more: { order?: number[]; staged?: [string, StagedValue][] } = {},
) {
  const rows = createResultRows({ loadedRows: given.length, rows: given }, async () => []);
  const staged = new Map(more.staged);
  const edits = {
    stagedAt: (row: number, at: number) => staged.get(`${row} ${at}`),
  } as unknown as GridEdits;
  return draw({ rows, edits, order: more.order }).current;
}

function draw(more: Omit<Parameters<typeof useCopyResult>[0], 'result'>) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const input = { result: { fields, source }, ...more };
  return renderHook(() => useCopyResult(input), { wrapper }).result;
}

const bills: Row[] = [
  [1, false, '10.00'],
  [2, true, '9.00'],
  [3, false, null],
];

test('SQL-10 the whole result is copied as it is on screen: in its order, with what is staged', async () => {
  const staged: [string, StagedValue][] = [
    ['0 2', { set: '7.50' }],
    ['2 1', { null: true }],
  ];
  const copying = copyingOf(bills, { order: [2, 0, 1], staged });
  await act(() => copying.copyAs('csv', undefined));
  const range = { top: 0, bottom: 2, left: 0, right: 2 };
  await act(() => copying.copyAs('csv', { range, order: [2, 0, 1] }));
  await act(() => copying.copyInList(2, undefined));
  const whole = 'id,isPaid,net\r\n3,,\r\n1,false,7.50\r\n2,true,9.00';
  expect(copied).toEqual([whole, whole, '(7.50, 9.00)']);
});

test('SQL-10 what is staged has the type of its column in JSON', async () => {
  const staged: [string, StagedValue][] = [
    ['0 0', { set: '5' }],
    ['0 1', { set: 'true' }],
    ['1 0', { set: 'no number' }],
    ['1 2', { set: '8.00' }],
  ];
  const range = { top: 0, bottom: 1, left: 0, right: 2 };
  const copying = copyingOf(bills, { staged });
  await act(() => copying.copyAs('json', { range, order: undefined }));
  expect(JSON.parse(copied[0] ?? '')).toEqual([
    { id: 5, isPaid: true, net: '10.00' },
    { id: 'no number', isPaid: true, net: '8.00' },
  ]);
});

test('SQL-10 the clipboard holds what was copied last, however long the one before it takes', async () => {
  const slow = Promise.withResolvers<Row[]>();
  const many = Array.from({ length: 500 }, (_, at): Row => [at, null, null]);
  const rows = createResultRows({ loadedRows: 501, rows: many }, () => slow.promise);
  const hook = draw({ rows, edits: undefined, order: undefined });
  const marked = (row: number) => ({
    range: { top: row, bottom: row, left: 0, right: 0 },
    order: undefined,
  });
  const first = hook.current.copyCells(marked(500));
  await act(() => hook.current.copyCells(marked(7)));
  slow.resolve([[500, null, null]]);
  await act(() => first);
  expect(copied).toEqual(['7']);
});
