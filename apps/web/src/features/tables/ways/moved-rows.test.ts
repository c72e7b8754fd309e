import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import type { ShownColumn } from '../table-columns.ts';
import { movedFilter } from './moved-rows.tsx';

const due = { name: 'due' } as ShownColumn;
const change = (id: string, column: string): DraftChange => ({
  kind: 'update',
  ref: id,
  key: { id, part: '1' },
  version: null,
  base: {},
  values: { [column]: { set: '2026-12-01' } },
});

test('SQL-3 rows that were moved are found by their keys, whatever page of a calendar they came from', () => {
  const draft = draftOf([
    change('7', 'due'),
    change('8', 'note'),
    { kind: 'insert', ref: 'new', values: { due: { set: '2026-12-02' } } },
  ]);
  expect(movedFilter(draft, [due])).toEqual({
    or: [
      {
        and: [
          { column: 'id', operator: 'eq', value: '7' },
          { column: 'part', operator: 'eq', value: '1' },
        ],
      },
    ],
  });
  expect(movedFilter(draftOf([change('8', 'note')]), [due])).toBeUndefined();
});
