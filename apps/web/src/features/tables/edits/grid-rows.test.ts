import { refOfKey } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import type { ShownColumn } from '../table-columns.ts';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import { findAgain, findSeen, overlayRows, rowLayoutOf, valueIn } from './grid-rows.ts';
import { stageCells, stageInsert } from '#domain/row-drafts/stage.ts';

const columns = ['a', 'b', 'note'].map((name, place) => shown(name, place));
const fields = ['a', 'b', 'note', 'xmin'].map((name) => ({
  name,
  type: 'text',
  oid: 25,
  ...(name === 'xmin' && { role: 'version' as const }),
}));
const layout = rowLayoutOf(columns, ['a', 'b'], fields);
const rows = [
  { index: 0, cells: ['1', '1', 'first', '700'] },
  { index: 1, cells: ['1', '2', null, '701'] },
];

test('a row is known by all columns of its key, and remembers the version that was read', () => {
  const seen = layout && findSeen({ index: 1, cells: [1, '2', null, '701'] }, layout);
  expect(seen).toEqual({
    key: { a: '1', b: '2' },
    version: '701',
    image: { a: '1', b: '2', note: null },
  });
});

test('edits stand on their row wherever it is, and other rows are not drawn again', () => {
  const seen = layout && rows[1] && findSeen(rows[1], layout);
  const patch = seen && stageCells(draftOf([]), seen, [{ column: 'note', value: { set: 'x' } }]);
  const draft = draftOf(patch?.put ?? []);
  const forth = overlayRows(rows, draft, layout);
  expect(forth[0]).toBe(rows[0]);
  expect(forth[1]?.change?.kind).toBe('update');
  const [note] = columns.slice(2);
  expect(note && forth[1] && valueIn(forth[1], note)).toEqual({ set: 'x' });
  expect(overlayRows(rows, draft, layout)[1]).toBe(forth[1]);
  const back = overlayRows(rows.toReversed(), draft, layout);
  expect(back.map(({ change }) => change?.kind)).toEqual(['update', undefined]);
});

test('a copy stands below its row, other new rows on top', () => {
  const copy = stageInsert({}, refOfKey({ a: '1', b: '1' }));
  const below = stageInsert({}, copy.ref);
  const top = stageInsert({});
  const result = overlayRows(rows, draftOf([copy, below, top]), layout);
  expect(result.map(({ change, index }) => change?.ref ?? index)).toEqual([
    top.ref,
    0,
    copy.ref,
    below.ref,
    1,
  ]);
  expect(new Set(result.map(({ index }) => index)).size).toBe(5);
});

test('without a key nothing is staged on rows', () => {
  expect(rowLayoutOf(columns, null, fields)).toBeUndefined();
});

function shown(name: string, place: number): ShownColumn {
  return {
    ...createColumn({ name }),
    place,
    isKey: false,
    isPinned: false,
    foreignKey: undefined,
  };
}

test('SQL-3 the row that is open beside the grid stays the same when rows are read again and stand elsewhere', () => {
  const active = { index: 1, ref: refOfKey({ a: '1', b: '2' }) };
  expect(findAgain(rows, active, layout)).toBe(rows[1]);
  const above = { index: 0, cells: ['0', '9', 'new', '800'] };
  const moved = [above, ...rows.map((row) => ({ ...row, index: row.index + 1 }))];
  expect(findAgain(moved, active, layout)).toBe(moved[2]);
  expect(findAgain([above, { ...above, index: 1 }], active, layout)).toBeUndefined();
  expect(findAgain(rows, { index: 0, ref: undefined }, layout)).toBe(rows[0]);
});
