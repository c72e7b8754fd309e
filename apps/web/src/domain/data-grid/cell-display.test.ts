import { expect, test } from 'vitest';
import { displayOf, shortText } from './cell-display.ts';

const text = { baseType: 'text', category: 'S' };
const jsonb = { baseType: 'jsonb', category: 'U' };

test('SQL-10 NULL, JSON null, an empty text, the text NULL and JSON 1 all look different', () => {
  const kinds = [
    displayOf(null, jsonb),
    displayOf('null', jsonb),
    displayOf('', text),
    displayOf('NULL', text),
    displayOf('1', jsonb),
  ];
  expect(kinds).toEqual([
    { kind: 'null', text: '' },
    { kind: 'jsonNull', text: 'null' },
    { kind: 'empty', text: '' },
    { kind: 'text', text: 'NULL' },
    { kind: 'json', text: '1' },
  ]);
});

test('SQL-10 values are shown in the very text of the database', () => {
  const int8 = { baseType: 'bigint', category: 'N' };
  const instant = { baseType: 'timestamp with time zone', category: 'D' };
  expect(displayOf('9007199254740993', int8).text).toBe('9007199254740993');
  expect(displayOf('2021-09-27 20:55:25.625535+00', instant).text).toBe(
    '2021-09-27 20:55:25.625535+00',
  );
});

test('a long value is cut and its line breaks are visible', () => {
  expect(shortText('two\nlines')).toBe('two ↵ lines');
  expect(shortText('x'.repeat(1000))).toHaveLength(301);
});
