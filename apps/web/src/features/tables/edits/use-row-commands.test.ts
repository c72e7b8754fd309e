import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { createColumn } from '#testing/table-factories.ts';
import { eventually } from '#testing/eventually.ts';
import { useRowCommands } from './use-row-commands.ts';

const { said } = vi.hoisted(() => ({ said: [] as string[] }));
vi.mock('#ui/notifications.ts', () => ({
  loadNotifications: () =>
    Promise.resolve({ show: ({ message }: { message: string }) => said.push(message) }),
}));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('edits');
});

test('SQL-3 values pasted as new rows that have no column are told of', async () => {
  const addRows = vi.fn(() => []);
  const editing = { mayEdit: true, rows: [], addRows };
  const columns = ['name', 'note'].map((name, place) => ({ ...createColumn({ name }), place }));
  const input = { editing, columns, selected: new Set(), hasMore: false };
  const { result } = renderHook(() =>
    useRowCommands(input as unknown as Parameters<typeof useRowCommands>[0]),
  );
  result.current.pasteRows('Ada\tx\tlost\nGrace\ty\talso');
  expect(addRows).toHaveBeenCalledWith([
    { name: { set: 'Ada' }, note: { set: 'x' } },
    { name: { set: 'Grace' }, note: { set: 'y' } },
  ]);
  const told = i18n.t('edits:pastedBeyond', { count: 2 });
  await eventually(() => expect(said).toContain(told));
});

test('SQL-3 rows that are ticked or marked and not loaded are told to be left as they are', async () => {
  const [edit, removed] = [vi.fn(), vi.fn()];
  const rows = [{ index: 0, cells: ['Ada'] }, { index: 1 }, { index: 2 }];
  const editing = { mayEdit: true, rows, edit, removeRows: removed };
  const columns = [{ ...createColumn({ name: 'name', isNullable: true }), place: 0 }];
  const input = { editing, columns, selected: new Set([0, 2]), hasMore: false };
  const { result } = renderHook(() =>
    useRowCommands(input as unknown as Parameters<typeof useRowCommands>[0]),
  );
  const place = {
    row: rows[0],
    column: columns[0],
    range: { top: 0, bottom: 2, left: 0, right: 0 },
  };
  const at = place as unknown as Parameters<typeof result.current.run>[1];
  result.current.run('clear', at);
  expect(edit).toHaveBeenCalledWith([
    { row: rows[0], edits: [{ column: 'name', value: { null: true } }] },
  ]);
  await eventually(() => expect(said).toContain(i18n.t('edits:leftUnloaded', { count: 2 })));
  result.current.run('removeRows', at);
  expect(removed).toHaveBeenCalledWith([rows[0]]);
  await eventually(() => expect(said).toContain(i18n.t('edits:leftUnloaded', { count: 1 })));
});
