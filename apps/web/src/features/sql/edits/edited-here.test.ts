import type { StagedUpdate, StagedValue } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import { backToBefore, findHiddenHere, listEditedHere } from './edited-here.ts';

function update(ref: string, values: Record<string, StagedValue>): StagedUpdate {
  return { kind: 'update', ref, key: { id: ref }, version: null, base: {}, values };
}

const elsewhere = update('1', { name: { set: 'Ada L.' } });
const both = update('1', { note: { set: 'new' }, name: { set: 'Ada L.' } });
const own = update('2', { note: { set: 'mine' } });
const before = new Map([
  ['1', elsewhere],
  ['2', undefined],
]);

test('SQL-8.7 throwing away what was edited in a result puts back what was staged for the row elsewhere', () => {
  const draft = draftOf([both, own, update('3', { name: { null: true } })]);
  const refs = listEditedHere(draft, before);
  expect(refs).toEqual(['1', '2']);
  expect(backToBefore(before, refs)).toEqual({ put: [elsewhere], drop: ['2'] });
});

test('SQL-8.7 a row that is as it was before, or was saved meanwhile, is not edited here', () => {
  const sameInOtherOrder = draftOf([{ ...elsewhere, values: { ...elsewhere.values } }]);
  expect(listEditedHere(sameInOtherOrder, before)).toEqual([]);
  expect(listEditedHere(draftOf([]), before)).toEqual([]);
});

test('SQL-8.7 what is saved from a result without being shown in it is counted', () => {
  expect(findHiddenHere([both, own], ['id', null, 'note'])).toEqual({
    count: 1,
    refs: new Set(['1']),
  });
});
