import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import type { ShownColumn } from '../table-columns.ts';
import { readPasted } from './pasted.ts';
import { fillDown, pasteAsRows, pasteOver, rangeText } from './spread.ts';

const id = shown({ name: 'id', identity: 'always' }, 0);
const name = shown({ name: 'name', isNullable: false }, 1);
const age = shown({ name: 'age', baseType: 'integer', category: 'N' }, 2);
const columns = [id, name, age];
const rows = [
  { index: 0, cells: [1, 'Ada', 36] },
  { index: 1, cells: [2, '', null] },
];

test('a copied range goes over the cells, and what is left over becomes new rows', () => {
  const pasted = readPasted('Grace\t85\nAlan\t\nEdsger\t72');
  const { edits, added } = pasteOver(pasted, {
    rows,
    columns,
    top: 0,
    left: 1,
    bottom: 0,
    right: 1,
    isEnd: true,
  });
  expect(edits.map(({ row, edits: cells }) => [row.index, cells])).toEqual([
    [
      0,
      [
        { column: 'name', value: { set: 'Grace' } },
        { column: 'age', value: { set: '85' } },
      ],
    ],
    [
      1,
      [
        { column: 'name', value: { set: 'Alan' } },
        { column: 'age', value: { null: true } },
      ],
    ],
  ]);
  expect(added).toEqual([{ name: { set: 'Edsger' }, age: { set: '72' } }]);
});

test('one value fills every cell of the range, and computed columns are left out', () => {
  const range = { top: 0, left: 0, bottom: 1, right: 1 };
  const one = pasteOver([['x']], { rows, columns, ...range, isEnd: true });
  expect(one.edits.map(({ edits }) => edits)).toEqual([
    [{ column: 'name', value: { set: 'x' } }],
    [{ column: 'name', value: { set: 'x' } }],
  ]);
});

test('a copied line fills a taller range when it fits into it', () => {
  const range = { top: 0, left: 1, bottom: 1, right: 2 };
  const { edits } = pasteOver([['x', '7']], { rows, columns, ...range, isEnd: true });
  expect(edits.map(({ edits: cells }) => cells.map(({ value }) => value))).toEqual([
    [{ set: 'x' }, { set: '7' }],
    [{ set: 'x' }, { set: '7' }],
  ]);
});

test('what finds no place is counted, and never becomes new rows above rows that are not loaded', () => {
  const range = { top: 1, left: 2, bottom: 1, right: 2 };
  const pasted = [
    ['1', 'lost'],
    ['2', null],
  ];
  const { edits, added, beyond } = pasteOver(pasted, { rows, columns, ...range, isEnd: false });
  expect(edits).toEqual([{ row: rows[1], edits: [{ column: 'age', value: { set: '1' } }] }]);
  expect(added).toEqual([]);
  expect(beyond).toEqual({ values: 1, lines: 1 });
});

test('rows that are pasted as new ones leave empty cells to the table', () => {
  expect(pasteAsRows(readPasted('9\tGrace\t'), columns)).toEqual([{ name: { set: 'Grace' } }]);
});

test('filling down takes the first row of the range', () => {
  expect(fillDown(rows, [id, age])).toEqual([
    { row: rows[1], edits: [{ column: 'age', value: { set: '36' } }] },
  ]);
});

test('a range that is copied can be pasted again: NULL and an empty text stay apart', () => {
  const text = rangeText(rows, [name, age]);
  expect(text).toBe('Ada\t36\n""\t');
  expect(readPasted(text)).toEqual([
    ['Ada', '36'],
    ['', null],
  ]);
});

function shown(over: Parameters<typeof createColumn>[0], place: number): ShownColumn {
  return { ...createColumn(over), place, isKey: false, isPinned: false, foreignKey: undefined };
}
