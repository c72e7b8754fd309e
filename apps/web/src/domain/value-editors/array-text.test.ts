import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayText, findArrayItems } from './array-text.ts';

test('SQL-10 elements of a list are what they are: quotes, commas, NULL and the text NULL', () => {
  expect(findArrayItems('{a,"b c",NULL,"NULL","","x\\"y\\\\z","{1}"}')).toEqual([
    'a',
    'b c',
    null,
    'NULL',
    '',
    'x"y\\z',
    '{1}',
  ]);
  expect(findArrayItems('{}')).toEqual([]);
});

test('lists of lists and lists with bounds stay text', () => {
  expect(findArrayItems('{{1,2},{3,4}}')).toBeUndefined();
  expect(findArrayItems('[0:1]={1,2}')).toBeUndefined();
  expect(findArrayItems('{1,2')).toBeUndefined();
  expect(findArrayItems('{1,,2}')).toBeUndefined();
});

test('SQL-10 any list that is written is read back the same', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string())), (items) => {
      expect(findArrayItems(arrayText(items))).toEqual(items);
    }),
  );
});

test('SQL-10 a space that does not break stays at the end of an element', () => {
  const text = '{10\u00A0,"b c"}';
  expect(findArrayItems(text)).toEqual(['10\u00A0', 'b c']);
  expect(findArrayItems('{a ,b}')).toEqual(['a', 'b']);
});
