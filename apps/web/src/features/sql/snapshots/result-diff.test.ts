import { expect, test } from 'vitest';
import { diffResults } from './result-diff.ts';

const fields = ['id', 'name'].map((name) => ({ name, type: 'text', oid: 25 }));

test('SQL-8.8 two runs are laid over each other row by row', () => {
  const { key, rows, counts } = diffResults(
    {
      fields,
      source: null,
      rows: [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    },
    {
      fields,
      source: null,
      rows: [
        [1, 'a'],
        [2, 'B'],
        [4, 'd'],
      ],
    },
  );
  expect(key).toEqual(['id']);
  expect(counts).toEqual({ same: 1, changed: 1, added: 1, removed: 1 });
  expect(rows[1]).toEqual({ kind: 'changed', row: [2, 'B'], before: [2, 'b'] });
});

test('SQL-8.8 rows that can not be told apart are counted as often as they are there', () => {
  const { counts } = diffResults(
    {
      fields,
      source: null,
      rows: [
        ['x', 'y'],
        ['x', 'y'],
      ],
    },
    {
      fields,
      source: null,
      rows: [
        ['x', 'y'],
        ['x', 'y'],
        ['x', 'y'],
      ],
    },
  );
  expect(counts).toEqual({ same: 2, changed: 0, added: 1, removed: 0 });
});

test('SQL-8.8 columns are matched by their names, whatever their order', () => {
  const turned = fields.toReversed();
  const { counts } = diffResults(
    { fields, source: null, rows: [[1, 'a']] },
    { fields: turned, source: null, rows: [['a', 1]] },
  );
  expect(counts.same).toBe(1);
});
