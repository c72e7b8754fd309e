import { refOfKey, type DraftChange } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import type { GridRow } from './grid-rows.ts';
import { findHidden } from './hidden-changes.ts';
import { stageInsert } from '#domain/row-drafts/stage.ts';

const first = update('1', { name: { set: 'Ada' }, note: { null: true } });
const second = update('2', { name: { set: 'Bo' }, note: { set: 'x' } });
const third: DraftChange = { ...update('3', {}), kind: 'delete' };
const added = stageInsert({ note: { set: 'new' } });
const draft = draftOf([first, second, third, added]);

test('staged edits of rows that a filter leaves out are counted by cell, deletions by row', () => {
  const hidden = findHidden(draft, listed(first, added), ['id', 'name', 'note']);
  expect(hidden.count).toBe(3);
  expect([...hidden.refs]).toEqual([second.ref, third.ref]);
});

test('an edit in a hidden column is not on screen, though its row is', () => {
  const hidden = findHidden(draft, listed(first, second, third, added), ['id', 'name']);
  expect(hidden.count).toBe(2);
  expect([...hidden.refs]).toEqual([first.ref, second.ref]);
});

test('with every edited row in sight nothing is said to be hidden', () => {
  const hidden = findHidden(draft, listed(first, second, third, added), ['id', 'name', 'note']);
  expect(hidden).toEqual({ count: 0, refs: new Set() });
});

function update(id: string, values: Extract<DraftChange, { kind: 'update' }>['values']) {
  const key = { id };
  return { kind: 'update' as const, ref: refOfKey(key), key, version: '7', base: {}, values };
}

function listed(...changes: DraftChange[]): GridRow[] {
  return [{ index: 90 }, ...changes.map((change, index) => ({ index, change }))];
}
