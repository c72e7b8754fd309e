import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import { stageInsert } from './stage.ts';
import { findUnfitValue } from './unfit-value.ts';

const columns = [
  createColumn({ name: 'note' }),
  createColumn({ name: 'extra', label: 'Extra', baseType: 'jsonb', category: 'U' }),
];

test('JSON that is not finished is named with its line and column before anything is saved', () => {
  const change = row({ set: '{\n  "a": 1,\n}' });
  expect(findUnfitValue([row({ set: '{}' }), change], columns)).toEqual({
    ref: change.ref,
    name: 'extra',
    label: 'Extra',
    problem: { line: 3, column: 1 },
  });
});

test('NULL, a default and texts of other types are left to the database', () => {
  const changes = [
    row({ null: true }),
    row({ default: true }),
    stageInsert({ note: { set: '{' } }),
  ];
  expect(findUnfitValue(changes, columns)).toBeUndefined();
});

function row(extra: StagedValue) {
  return stageInsert({ extra });
}
