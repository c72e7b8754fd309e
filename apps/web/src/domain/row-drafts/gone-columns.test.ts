import { refOfKey, type DraftChange } from '@causeway/contract/tables/edits.ts';
import { expect, test } from 'vitest';
import { findGone } from './gone-columns.ts';

const columns = [{ name: 'id' }, { name: 'name' }];

function update(key: Record<string, string>, values: Record<string, string>): DraftChange {
  const set = Object.entries(values).map(([name, text]) => [name, { set: text }]);
  const base = Object.fromEntries(Object.keys(values).map((name) => [name, 'old']));
  const ref = refOfKey(key);
  return { kind: 'update', ref, key, version: null, base, values: Object.fromEntries(set) };
}

test('SQL-3 what a draft says of dropped columns can be left out, and nothing else', () => {
  const both = update({ id: '1' }, { name: 'x', extra: 'y' });
  const only = update({ id: '2' }, { extra: 'y' });
  const fine = update({ id: '3' }, { name: 'x' });
  const unknown = update({ code: 'a' }, { name: 'x' });
  const added: DraftChange = { kind: 'insert', ref: 'new', values: { extra: { set: 'y' } } };
  const gone = findGone([both, only, fine, unknown, added], columns);
  expect(gone).toEqual({
    columns: ['extra', 'code'],
    ref: both.ref,
    leaveOut: {
      put: [update({ id: '1' }, { name: 'x' }), { ...added, values: {} }],
      drop: [only.ref, unknown.ref],
    },
  });
  expect(findGone([fine], columns)).toBeUndefined();
  expect(findGone([both], [])).toBeUndefined();
});
