import { dependentKinds } from '@causeway/contract/intelligence/intelligence.ts';
import { expect, test } from 'vitest';
import de from '../structure/texts.de.json' with { type: 'json' };
import en from '../structure/texts.en.json' with { type: 'json' };
import { findStanding } from './change-impact.ts';

const view = { kind: 'view' as const, schema: 'public', name: 'cheap', columns: ['price'] };
const key = { kind: 'table' as const, schema: 'public', name: 'lines', columns: ['id'] };
const routine = { kind: 'function' as const, schema: 'public', name: 'sum_up', columns: [] };
const usedBy = [view, key, routine];

test('what is dropped is held by the views and keys that use it, and nothing else', () => {
  const drop = (column: string) =>
    findStanding({ usedBy, changes: [{ kind: 'column-gone', column }] }).refusing;
  expect(drop('price')).toEqual([view]);
  expect(drop('id')).toEqual([key]);
  expect(drop('note')).toEqual([]);
  expect(findStanding({ usedBy, changes: [{ kind: 'table-gone' }] }).refusing).toEqual([view, key]);
});

test('views and keys follow a new name, and functions do not', () => {
  const renamed = findStanding({ usedBy, changes: [{ kind: 'table-renamed' }] });
  expect(renamed).toEqual({ refusing: [], doubtful: [routine] });
});

test('another type is refused for the views that read a column, and keys to it go on where it fits', () => {
  const retype = (column: string) =>
    findStanding({ usedBy, changes: [{ kind: 'column-retyped', column }] });
  expect(retype('price')).toEqual({ refusing: [view], doubtful: [] });
  expect(retype('id')).toEqual({ refusing: [], doubtful: [key] });
});

test('whatever a change may break is called by a word', () => {
  for (const { impact } of [en, de]) {
    expect(Object.keys(impact.kinds).toSorted()).toEqual(dependentKinds.toSorted());
  }
});
