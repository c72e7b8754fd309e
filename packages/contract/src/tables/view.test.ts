import { expect, test } from 'vitest';
import {
  definitionOf,
  readDefinition,
  readView,
  toggleSort,
  viewToSearch,
  type TableView,
} from './view.ts';

const view: TableView = {
  filters: [
    { column: 'a b', operator: 'contains', value: '100% "x" & y=z' },
    {
      or: [
        { column: 'Ü', operator: 'isNull' },
        { column: 'Ü', operator: 'in', values: ['1', '2'] },
      ],
    },
  ],
  where: `total > 1 and note <> 'a+b%20c'`,
  sorts: [
    { column: 'placed:at', direction: 'desc' },
    { column: 'Straße/100% "x"', direction: 'asc' },
  ],
  columns: ['select', 'a b', '日本'],
  mode: 'cards',
  way: { title: 'a b', picture: '', start: '日本' },
  day: '2026-11-18',
  saved: undefined,
};

test('NAV-8 a link restores filters, condition, order, columns and the way to look, whatever names hold', () => {
  expect(readView(searchOf(view))).toEqual(view);
});

test('a table as it is has nothing in its address', () => {
  expect(viewToSearch(readView({})).toString()).toBe('');
});

test('a saved calendar opens with today, whatever month it was saved in', () => {
  expect(readDefinition(definitionOf(view))).toEqual({ ...view, day: undefined });
});

test('SQL-3 a link to a day that no calendar has opens with today', () => {
  for (const day of ['2026-13-45', '2026-02-30', '2026-11-00', '0000-05-01', '9999-12-31']) {
    expect(readView({ day }).day, day).toBeUndefined();
  }
  for (const day of ['0001-01-01', '2028-02-29', '9998-12-31']) {
    expect(readView({ day }).day).toBe(day);
  }
});

test('what can not be read of an address is left out, the rest counts', () => {
  const search = {
    filter: '{"column":',
    sort: ['total:up', 'id:asc'],
    mode: 'piano',
    day: 'tomorrow',
    where: 'a = 1',
  };
  expect(readView(search)).toEqual({
    filters: [],
    where: 'a = 1',
    sorts: [{ column: 'id', direction: 'asc' }],
    columns: undefined,
    mode: undefined,
    way: {},
  });
});

test('one condition stands in the address by itself, several are joined by and', () => {
  const [first] = view.filters;
  const one = viewToSearch({ filters: first ? [first] : [] });
  expect(JSON.parse(one.get('filter') ?? '')).toEqual(first);
  const both = viewToSearch({ filters: view.filters });
  expect(JSON.parse(both.get('filter') ?? '')).toEqual({ and: view.filters });
});

test('a click sorts up, then down, then not; with Shift the other columns stay', () => {
  const click = (sorts: TableView['sorts'], column: string, isAdding = false) =>
    toggleSort(sorts, column, { isAdding });
  const up = click([], 'a');
  expect(up).toEqual([{ column: 'a', direction: 'asc' }]);
  const down = click(up, 'a');
  expect(down).toEqual([{ column: 'a', direction: 'desc' }]);
  expect(click(down, 'a')).toEqual([]);

  const both = click(down, 'b', true);
  expect(both).toEqual([...down, { column: 'b', direction: 'asc' }]);
  expect(click(both, 'a', true)).toEqual([{ column: 'b', direction: 'asc' }]);
  expect(click(both, 'b')).toEqual([{ column: 'b', direction: 'desc' }]);
});

function searchOf(shown: TableView): Record<string, string[]> {
  const search: Record<string, string[]> = {};
  for (const [key, value] of viewToSearch(shown)) search[key] = [...(search[key] ?? []), value];
  return search;
}
