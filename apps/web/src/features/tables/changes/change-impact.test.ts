import { expect, test } from 'vitest';
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
