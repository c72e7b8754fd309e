import { expect, test } from 'vitest';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { findCheckedValues } from './checked-values.ts';
import { dealRows, listStacks, MOST_STACKS, othersFilters, stagedDifference } from './stacks.ts';

const column = (change: Partial<ShownColumn> = {}) =>
  ({
    name: 'state',
    place: 1,
    category: 'S',
    enumValues: null,
    isNullable: true,
    ...change,
  }) as ShownColumn;
const counted = (counts: Record<string, number>, none = 0, beyond = { values: 0, rows: 0 }) => ({
  values: [
    ...Object.entries(counts).map(([value, count]) => ({ value, count })),
    ...(none > 0 ? [{ value: null, count: none }] : []),
  ],
  valueCount: Object.keys(counts).length + beyond.values,
  rowCount: Object.values(counts).reduce((sum, count) => sum + count, none) + beyond.rows,
});
const written = (listed: ReturnType<typeof listStacks>) =>
  listed.stacks.map(({ value, count }) => `${value} ${count ?? '?'}`);

test('SQL-3 an enum has its stacks in its own order, with rows or without', () => {
  const mood = column({ enumValues: ['low', 'fine', 'great'] });
  const before = listStacks({ column: mood, checks: [], counted: undefined });
  expect(written(before)).toEqual(['null ?', 'low ?', 'fine ?', 'great ?']);
  const after = listStacks({ column: mood, checks: [], counted: counted({ great: 2, low: 1 }, 3) });
  expect(written(after)).toEqual(['null 3', 'low 1', 'fine 0', 'great 2']);
  expect(after.others).toBeUndefined();
});

test('SQL-3 a column that always has a value has no stack for none', () => {
  const yes = column({ category: 'B', isNullable: false });
  expect(written(listStacks({ column: yes, checks: [], counted: counted({ true: 4 }) }))).toEqual([
    'false 0',
    'true 4',
  ]);
});

test('SQL-3 the values of a check are stacks, and so is what stood there before it', () => {
  const checks = [
    { name: 'a', definition: 'CHECK ((total > 0))' },
    {
      name: 'b',
      definition: `CHECK ((state = ANY (ARRAY['to do'::text, 'it''s done'::text])))`,
    },
  ];
  expect(written(listStacks({ column: column(), checks, counted: counted({ old: 1 }) }))).toEqual([
    'null 0',
    'to do 0',
    "it's done 0",
    'old 1',
  ]);
});

test('SQL-3 a text of quotes, or of nothing, is a value of a check like any other', () => {
  const definition = `CHECK ((state = ANY (ARRAY[''''::text, ''::text, 'a''''b'::text])))`;
  expect(findCheckedValues([{ name: 'c', definition }], 'state')).toEqual(["'", '', "a''b"]);
});

test.each([
  [
    `CHECK (((state)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`,
    'state',
  ],
  [`CHECK (("my ""state""" = ANY (ARRAY['a'::text, 'b'::text])))`, 'my "state"'],
])('a check is read as Postgres writes it: %s', (definition, name) => {
  expect(findCheckedValues([{ name: 'c', definition }], name)).toEqual(['a', 'b']);
  expect(findCheckedValues([{ name: 'c', definition }], 'other')).toBeUndefined();
});

test('SQL-3 of many values the largest are stacks, and the others are told to the last row', () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at): [string, number] => [`v${at}`, 100 - at]),
  );
  const input = counted(many, 7, { values: 500, rows: 900 });
  const { stacks, others } = listStacks({ column: column(), checks: [], counted: input });
  expect(stacks).toHaveLength(MOST_STACKS + 1);
  expect(stacks.at(-1)).toMatchObject({ value: 'v19', count: 81 });
  expect(others).toEqual({ valueCount: 510, rowCount: input.rowCount - 7 - 1810 });
  expect(othersFilters(column(), stacks)[0]).toMatchObject({ operator: 'notIn' });
});

test('SQL-3 moved rows stand on top of where they are to be, and what is staged is counted', () => {
  const state = column();
  const move = (value: string | null): GridRow['change'] => ({
    kind: 'update',
    ref: `to ${value}`,
    key: {},
    version: null,
    base: {},
    values: { state: value === null ? { null: true } : { set: value } },
  });
  const rows: GridRow[] = [
    { index: 0, cells: [1, 'a'] },
    { index: 1, cells: [2, 'a'], change: move('b') },
    { index: 2, cells: [3, 'b'] },
    { index: 3, cells: [4, null], change: move('new') },
    { index: -1, change: { kind: 'insert', ref: 'i', values: { state: { set: 'a' } } } },
    // Read twice, while a save is being followed.
    { index: 4, cells: [3, 'b'] },
  ];
  const listed = listStacks({ column: state, checks: [], counted: counted({ a: 2, b: 1 }, 1) });
  const refOf = ({ cells }: GridRow) => cells && String(cells[0]);
  const { dealt, added } = dealRows(rows, { column: state, stacks: listed.stacks, refOf });
  const firsts = (id: string) => dealt.get(id)?.map(({ cells }) => cells?.[0] ?? 'new');
  expect(firsts('"a"')).toEqual(['new', 1]);
  expect(firsts('"b"')).toEqual([2, 3]);
  expect(firsts('null')).toBeUndefined();
  expect(added).toEqual([{ id: '"new"', value: 'new', count: 0 }]);
  const differences = ['a', 'b', null, 'new'].map((value) =>
    stagedDifference([...rows.slice(0, 5), { ...rows[1], index: 5 }], state, { value }),
  );
  expect(differences).toEqual([0, 1, -1, 1]);
});
