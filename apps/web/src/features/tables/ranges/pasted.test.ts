import { expect, test } from 'vitest';
import { findHeader, readPasted } from './pasted.ts';

test('a range of a spreadsheet is read cell by cell, line breaks in quotes included', () => {
  expect(readPasted('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
    ['a', 'b'],
    ['two\nlines', 'say "hi"'],
  ]);
});

test('nothing between tabs is no value, quotes around nothing are an empty text', () => {
  expect(readPasted('1\t\t""\tx')).toEqual([['1', null, '', 'x']]);
});

test('CSV is known by its commas when all lines have the same number of them', () => {
  expect(readPasted('id,name\n1,"Lovelace, Ada"\n2,Grace')).toEqual([
    ['id', 'name'],
    ['1', 'Lovelace, Ada'],
    ['2', 'Grace'],
  ]);
  expect(readPasted('1;2,5\n3;4,5')).toEqual([
    ['1', '2,5'],
    ['3', '4,5'],
  ]);
});

test('a sentence with a comma, quotes or JSON stays one value', () => {
  expect(readPasted('Hello, world')).toEqual([['Hello, world']]);
  expect(readPasted('{"a": 1, "b": "x"}')).toEqual([['{"a": 1, "b": "x"}']]);
  expect(readPasted('one\ntwo')).toEqual([['one'], ['two']]);
});

test('a first line of column names says where the cells go', () => {
  const columns = [
    { name: 'id', label: 'Number' },
    { name: 'name', label: 'Name' },
  ];
  expect(findHeader(readPasted('name\tNumber\nAda\t1'), columns)?.map(({ name }) => name)).toEqual([
    'name',
    'id',
  ]);
  expect(findHeader(readPasted('Ada\t1\nGrace\t2'), columns)).toBeUndefined();
  expect(findHeader(readPasted('name\tname\nAda\t1'), columns)).toBeUndefined();
});

test('SQL-3 a column of megabytes is read as any other', () => {
  const long = 'a\n'.repeat(3_000_000);
  expect(readPasted(`"${long}"`)).toEqual([[long]]);
  expect(readPasted(`"${long}"\nplain\n"x"y`)).toHaveLength(3_000_003);
});
