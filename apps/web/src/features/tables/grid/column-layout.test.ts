import { expect, test } from 'vitest';
import {
  listShownColumns,
  moveColumn,
  renameInLayout,
  togglePin,
  freshLayout,
  usualLayout,
  withUsualPins,
  withShown,
} from './column-layout.ts';

const all = ['id', 'name', 'note'];

test('a column added to the table later stands at the end, hidden ones stay hidden', () => {
  const layout = withShown(usualLayout, all, ['name', 'id']);
  expect(listShownColumns([...all, 'added'], layout, undefined)).toEqual(['name', 'id', 'added']);
});

test('what a link names is shown instead, without columns that are gone', () => {
  const layout = withShown(usualLayout, all, ['id']);
  expect(listShownColumns(all, layout, ['note', 'gone', 'name'])).toEqual(['note', 'name']);
  expect(listShownColumns(all, layout, ['gone'])).toEqual(['id']);
});

test('SQL-3 the key stays in sight until somebody arranges it otherwise', () => {
  expect(withUsualPins(freshLayout, ['id']).pinned).toEqual(['id']);
  expect(withUsualPins({ ...freshLayout, pinned: [] }, ['id']).pinned).toEqual([]);
  expect(withUsualPins(freshLayout, ['a', 'b', 'c']).pinned).toEqual([]);
});

test('pinned columns stand first', () => {
  const layout = togglePin(usualLayout, 'note');
  expect(listShownColumns(all, layout, undefined)).toEqual(['note', 'id', 'name']);
  expect(togglePin(layout, 'note')).toEqual(usualLayout);
});

test('a column moves to the place of another', () => {
  expect(moveColumn(all, 'id', 'note')).toEqual(['name', 'note', 'id']);
  expect(moveColumn(all, 'note', 'id')).toEqual(['note', 'id', 'name']);
});

test('an arrangement goes with columns that are renamed', () => {
  const layout = {
    order: ['id', 'state'],
    hidden: ['note'],
    pinned: ['state'],
    widths: { state: 90 },
  };
  expect(renameInLayout(layout, { state: 'stand', other: 'x' })).toEqual({
    order: ['id', 'stand'],
    hidden: ['note'],
    pinned: ['stand'],
    widths: { stand: 90 },
  });
});
