import { tableLabelRoutes } from '@causeway/contract/tables/labels.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import { createColumn } from '#testing/table-factories.ts';
import { eventually } from '#testing/eventually.ts';
import type { Reference } from './data-column.ts';
import { ReferenceBox } from './reference-box.tsx';

const reference: Reference = {
  name: 'orders_customer_fkey',
  columns: ['customer'],
  references: { schema: 'public', table: 'customers', columns: ['id'] },
  onUpdate: 'no action',
  onDelete: 'no action',
};
const first = { key: { id: '1' }, label: 'Ada' };
const found = { key: { id: '12' }, label: 'Grace' };

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['data-grid', 'value-editors']);
});

/** A box for whole numbers, whose rows are listed at once, and searched for as long as the test wants. */
async function drawBox() {
  const answer = Promise.withResolvers<unknown>();
  const searched: string[] = [];
  vi.spyOn(api, 'call')
    .mockReset()
    .mockImplementation(async (route: unknown, input: unknown) => {
      if (route !== tableLabelRoutes.lookup) return { labelColumn: 'name', items: [] };
      const { search } = (input as { query: { search: string } }).query;
      searched.push(search);
      return search === '' ? { labelColumn: 'name', items: [first], more: false } : answer.promise;
    });
  const edits: CellEdit[][] = [];
  const onChosen = vi.fn<() => void>();
  const onEnter = vi.fn<() => void>();
  const column = createColumn({ name: 'customer', baseType: 'integer', category: 'N' });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MantineProvider env="test">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the grid */}
        <div onKeyDown={onEnter}>
          <ReferenceBox
            connectorId="c"
            reference={reference}
            column={{ ...column, foreignKey: reference }}
            valueOf={() => undefined}
            onChange={(change) => edits.push(change)}
            onChosen={onChosen}
          />
        </div>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('customer');
  fireEvent.focus(box);
  await screen.findByText('Ada');
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  return { box, type, searched, answer, edits, onChosen, onEnter };
}

const enter = { key: 'Enter', code: 'Enter' };

test('SQL-3 a key that is typed and left before its row was found is kept as it was typed', async () => {
  const { box, type, edits } = await drawBox();
  type('12');
  fireEvent.blur(box);
  expect(edits).toEqual([[{ column: 'customer', value: { set: '12' } }]]);
});

test('SQL-3 a key that is typed is kept although looking for its row failed', async () => {
  const { box, type, answer, searched, edits } = await drawBox();
  type('12');
  await eventually(() => expect(searched).toContain('12'));
  await act(async () => answer.reject(new Error('gone')));
  await screen.findByDisplayValue('12');
  fireEvent.keyDown(box, enter);
  expect(edits).toEqual([[{ column: 'customer', value: { set: '12' } }]]);
});

const sentence = /No row of customers has the key 'Gra'/;

test('SQL-3 half a name that is left is no key: it stays in the box, with a sentence that says so', async () => {
  const { box, type, edits } = await drawBox();
  type('Gra');
  fireEvent.blur(box);
  expect(edits).toEqual([]);
  expect(box.value).toBe('Gra');
  screen.getByText(sentence);
  type('Grac');
  expect(screen.queryByText(sentence)).toBeNull();
});

test('SQL-3 half a name stays also where rows were found for it, until one is chosen', async () => {
  const { box, type, answer, edits } = await drawBox();
  type('Gra');
  await act(async () => answer.resolve({ labelColumn: 'name', items: [found], more: false }));
  const choice = await screen.findByText('Grace');
  fireEvent.blur(box);
  expect(box.value).toBe('Gra');
  screen.getByText(sentence);
  fireEvent.focus(box);
  fireEvent.click(choice);
  expect(edits).toEqual([[{ column: 'customer', value: { set: '12' } }]]);
  expect(screen.queryByText(sentence)).toBeNull();
});

test.each([{ items: [] }, { items: [found] }])(
  'SQL-3 a key for which there is no row is kept as it was typed, with $items.length like it',
  async ({ items }) => {
    const { box, type, answer, searched, edits } = await drawBox();
    type('1');
    await eventually(() => expect(searched).toContain('1'));
    await act(async () => answer.resolve({ labelColumn: 'name', items, more: false }));
    await screen.findByText(items.length > 0 ? 'Grace' : 'No row matches');
    fireEvent.blur(box);
    expect(edits).toEqual([[{ column: 'customer', value: { set: '1' } }]]);
  },
);

test('SQL-3 Enter before the answer waits for it and takes the best match of what was typed', async () => {
  const { box, type, answer, searched, edits, onChosen, onEnter } = await drawBox();
  type('Gra');
  fireEvent.keyDown(box, enter);
  expect(onEnter).not.toHaveBeenCalled();
  await eventually(() => expect(searched).toContain('Gra'));
  await act(async () => answer.resolve({ labelColumn: 'name', items: [found], more: false }));
  await eventually(() => expect(onChosen).toHaveBeenCalledOnce());
  expect(edits).toEqual([[{ column: 'customer', value: { set: '12' } }]]);
});
