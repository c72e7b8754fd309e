import { refOfKey } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import {
  applyPatch,
  countChanges,
  draftOf,
  invertPatch,
  joinPatches,
  splitPatch,
  type Draft,
} from './draft-changes.ts';
import { listCopiedValues, stageCells, stageDeletes, stageInsert, stageNewCells } from './stage.ts';

const seen = {
  key: { id: '1' },
  version: '700',
  image: { id: '1', name: 'Ada', note: null, at: '2021-09-27 20:55:25.625535+00' },
};
const ref = refOfKey(seen.key);
const empty: Draft = draftOf([]);

test('an edit remembers what was seen, and the same value again is no edit', () => {
  const patch = stageCells(empty, seen, [{ column: 'name', value: { set: 'Grace' } }]);
  expect(patch.put).toEqual([
    {
      kind: 'update',
      ref,
      key: { id: '1' },
      version: '700',
      base: { name: 'Ada' },
      values: { name: { set: 'Grace' } },
    },
  ]);
  const draft = applyPatch(empty, patch);
  expect(countChanges(draft)).toBe(1);
  expect(stageCells(draft, seen, [{ column: 'name', value: { set: 'Ada' } }])).toEqual({
    put: [],
    drop: [ref],
  });
});

test('SQL-10 saving what was not touched is no change, microseconds included', () => {
  const same = { column: 'at', value: { set: '2021-09-27 20:55:25.625535+00' } };
  expect(stageCells(empty, seen, [same])).toEqual({ put: [], drop: [] });
  expect(stageCells(empty, seen, [{ column: 'note', value: { null: true } }]).put).toEqual([]);
});

test('NULL, an empty text and the default are three edits', () => {
  const values = (['null', 'set', 'default'] as const).map((kind) => {
    const value = kind === 'set' ? ({ set: '' } as const) : { [kind]: true };
    const patch = stageCells(empty, seen, [{ column: 'name', value: value as never }]);
    return JSON.stringify(patch.put[0]?.kind === 'update' && patch.put[0].values);
  });
  expect(new Set(values).size).toBe(3);
});

test('a later look at the row does not move what the edit was made against', () => {
  const draft = applyPatch(
    empty,
    stageCells(empty, seen, [{ column: 'name', value: { set: 'Grace' } }]),
  );
  const seenLater = { ...seen, version: '800', image: { ...seen.image, name: 'Alan' } };
  const [change] = stageCells(draft, seenLater, [{ column: 'name', value: { set: 'Edsger' } }]).put;
  expect(change).toMatchObject({ version: '700', base: { name: 'Ada' } });
});

test('a row that is to be deleted takes no edits; a new one that is deleted is just gone', () => {
  const insert = stageInsert({ name: { set: 'new' } });
  const draft = applyPatch(draftOf([insert]), stageDeletes([seen], [insert.ref]));
  expect([...draft.values()].map(({ kind }) => kind)).toEqual(['delete']);
  expect(stageCells(draft, seen, [{ column: 'name', value: { set: 'x' } }]).put).toEqual([]);
});

test('new rows keep only what was given, so that the rest takes its default', () => {
  const insert = stageInsert({});
  const draft = applyPatch(draftOf([insert]), {
    ...stageNewCells(draftOf([insert]), insert.ref, [{ column: 'a', value: { set: '1' } }]),
  });
  expect(draft.get(insert.ref)).toMatchObject({ values: { a: { set: '1' } } });
  const back = stageNewCells(draft, insert.ref, [{ column: 'a', value: undefined }]);
  expect(back.put[0]).toMatchObject({ values: {} });
});

test('a copy of a row leaves out what the database makes itself', () => {
  const columns = [
    createColumn({ name: 'id', defaultValue: "nextval('a_seq'::regclass)" }),
    createColumn({ name: 'key', defaultValue: 'gen_random_uuid()' }),
    createColumn({ name: 'number', identity: 'by default' }),
    createColumn({ name: 'total', generated: 'stored' }),
    createColumn({ name: 'status', defaultValue: "'open'" }),
    createColumn({ name: 'note' }),
  ];
  const image = { id: '1', key: 'k', number: '5', total: '9', status: 'paid', note: null };
  expect(listCopiedValues(image, columns, ['key'])).toEqual({
    status: { set: 'paid' },
    note: { null: true },
  });
});

test('a step too large for one call goes in several, and nothing of it is lost', () => {
  const inserts = Array.from({ length: 5 }, () => stageInsert({}));
  const [first, rest] = splitPatch({ put: inserts, drop: ['x'] }, 2);
  expect(first).toEqual({ put: inserts.slice(0, 2), drop: ['x'] });
  expect(joinPatches(first, rest)).toEqual({ put: inserts, drop: ['x'] });
});

test('undo takes back exactly what a step did, and steps can be joined', () => {
  const first = stageCells(empty, seen, [{ column: 'name', value: { set: 'Grace' } }]);
  const one = applyPatch(empty, first);
  const second = stageCells(one, seen, [{ column: 'note', value: { set: 'x' } }]);
  const two = applyPatch(one, second);
  expect(applyPatch(two, invertPatch(one, second))).toEqual(one);
  expect(applyPatch(empty, joinPatches(first, second))).toEqual(two);
  expect(applyPatch(two, joinPatches(second, { put: [], drop: [ref] }))).toEqual(empty);
});
