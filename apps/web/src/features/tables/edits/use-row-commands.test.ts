import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { textOfCopied } from '#domain/data-grid/copied-cell.ts';
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

test.each([
  ['a text of two lines', 'Dear Ada,\nhello', { set: 'Dear Ada,\nhello' }],
  ['a text with a tab', 'a\tb', { set: 'a\tb' }],
  ['a text of JSON in its quotes', '"active"', { set: '"active"' }],
  ['an empty text', '', { set: '' }],
  ['NULL', null, { null: true }],
  ['lines that are a table of their own', 'id,name\n1,Ada', { set: 'id,name\n1,Ada' }],
])(
  'SQL-3 SQL-10 %s copied from one cell is the value of every cell it is pasted into',
  (_what, cell, value) => {
    const edit = vi.fn();
    const rows = ['Ada', 'Bob', 'Cy'].map((name, index) => ({ index, cells: [name, name] }));
    const editing = { mayEdit: true, rows, edit };
    const columns = ['name', 'note'].map((name, place) => ({
      ...createColumn({ name, isNullable: true }),
      place,
    }));
    const input = { editing, columns, selected: new Set(), hasMore: false };
    const { result } = renderHook(() =>
      useRowCommands(input as unknown as Parameters<typeof useRowCommands>[0]),
    );
    const range = { top: 0, bottom: 1, left: 0, right: 0 };
    const at = { row: rows[0], column: columns[0], range };
    // Lines come back with other ends from some systems.
    const text = textOfCopied(cell).replaceAll('\n', '\r\n');
    result.current.paste(text, at as unknown as Parameters<typeof result.current.paste>[1]);
    const edits = [{ column: 'name', value }];
    expect(edit).toHaveBeenCalledWith(
      [
        { row: rows[0], edits },
        { row: rows[1], edits },
      ],
      undefined,
      [],
    );
  },
);

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
