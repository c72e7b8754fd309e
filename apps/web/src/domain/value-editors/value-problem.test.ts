import { expect, test } from 'vitest';
import type { EditedColumn } from './editor-kind.ts';
import { editorKindOf } from './editor-kind.ts';
import { findValueProblem } from './value-problem.ts';

test('each type has its own way to be typed in', () => {
  expect(editorKindOf(createColumn({ baseType: 'integer[]', category: 'A' }))).toBe('array');
  expect(editorKindOf(createColumn({ baseType: 'mood', category: 'E', enumValues: ['ok'] }))).toBe(
    'enum',
  );
  expect(editorKindOf(createColumn({ baseType: 'timestamp with time zone', category: 'D' }))).toBe(
    'timestamp',
  );
  expect(editorKindOf(createColumn({ baseType: 'int4range', category: 'R' }))).toBe('range');
  expect(editorKindOf(createColumn({ baseType: 'inet', category: 'I' }))).toBe('text');
});

test('SQL NULL, JSON’s null, an empty text and the text NULL are four values', () => {
  const text = createColumn({ isNullable: false });
  expect(findValueProblem(text, { null: true })).toEqual({ key: 'notNull' });
  expect(findValueProblem(text, { set: '' })).toBeUndefined();
  expect(findValueProblem(text, { set: 'NULL' })).toBeUndefined();
  expect(findValueProblem(text, { default: true })).toBeUndefined();
  const json = createColumn({ baseType: 'jsonb', category: 'U' });
  expect(findValueProblem(json, { set: 'null' })).toBeUndefined();
  expect(findValueProblem(json, { set: '{"a":' })).toEqual({ key: 'notJson', line: 1, column: 6 });
});

test('what the database would refuse is said before it is asked', () => {
  const number = createColumn({ baseType: 'integer', category: 'N' });
  expect(findValueProblem(number, { set: '99999999999' })).toEqual({ key: 'outOfRange' });
  const id = createColumn({ baseType: 'uuid', category: 'U' });
  expect(findValueProblem(id, { set: '123' })).toEqual({ key: 'notUuid' });
  expect(findValueProblem(id, { set: crypto.randomUUID() })).toBeUndefined();
  const mood = createColumn({ baseType: 'mood', category: 'E', enumValues: ['ok'] });
  expect(findValueProblem(mood, { set: 'bad' })).toEqual({ key: 'notListed' });
});

function createColumn(over: Partial<EditedColumn>): EditedColumn {
  return {
    name: 'a',
    exactType: over.baseType ?? 'text',
    baseType: 'text',
    category: 'S',
    isNullable: true,
    defaultValue: null,
    identity: null,
    enumValues: null,
    ...over,
  };
}
