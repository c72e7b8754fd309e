import type { EditConflict } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { firstDecision, listConflictColumns, resolveConflicts } from './merge.ts';

const conflict: EditConflict = {
  ref: '{"id":"1"}',
  key: { id: '1' },
  base: { name: 'Ada', age: '36' },
  mine: { name: { set: 'Grace' }, age: { null: true } },
  theirs: { id: '1', name: 'Alan', age: '36', note: 'x' },
  version: '900',
};

test('a merge tells columns that both changed from those only one did', () => {
  expect(listConflictColumns(conflict)).toEqual([
    { name: 'name', base: 'Ada', mine: { set: 'Grace' }, theirs: 'Alan', isContested: true },
    { name: 'age', base: '36', mine: { null: true }, theirs: '36', isContested: false },
  ]);
});

test('what is kept is staged against the row as it is now, so that it is guarded again', () => {
  expect(resolveConflicts([conflict], () => ({ kind: 'merge', mine: ['age'] }))).toEqual({
    put: [
      {
        kind: 'update',
        ref: conflict.ref,
        key: { id: '1' },
        version: '900',
        base: { age: '36' },
        values: { age: { null: true } },
      },
    ],
    drop: [],
  });
  expect(resolveConflicts([conflict], () => ({ kind: 'merge', mine: [] }))).toEqual({
    put: [],
    drop: [conflict.ref],
  });
});

test('a row that is gone is given up, unless somebody wants it back', () => {
  const gone = { ...conflict, theirs: null };
  expect(firstDecision(gone)).toEqual({ kind: 'giveUp' });
  expect(resolveConflicts([gone], firstDecision).drop).toEqual([conflict.ref]);
  const [again] = resolveConflicts([gone], () => ({ kind: 'insist' })).put;
  expect(again).toMatchObject({
    kind: 'insert',
    values: { id: { set: '1' }, name: { set: 'Grace' }, age: { null: true } },
  });
});

test('a row that changed is not deleted unless somebody insists', () => {
  const removal = { ...conflict, mine: {} };
  expect(firstDecision(removal)).toEqual({ kind: 'giveUp' });
  expect(resolveConflicts([removal], () => ({ kind: 'insist' })).put[0]).toMatchObject({
    kind: 'delete',
    version: '900',
    base: { name: 'Alan' },
  });
});
