import { expect, test } from 'vitest';
import { compareShapes, sayChanges } from './compare.ts';

test('INTEL-1 renames are told from removals by object numbers, and a name that is taken again is the same', () => {
  const shape = (oid: number, name: string, columns: [number, string, string][]) => ({
    oid,
    schema: 'public',
    name,
    columns: columns.map(([number, named, type]) => ({ number, name: named, type })),
  });
  const before = [
    shape(1, 'a', [
      [1, 'id', 'integer'],
      [2, 'note', 'text'],
    ]),
    shape(2, 'b', [[1, 'id', 'integer']]),
    shape(3, 'restored', [[1, 'id', 'integer']]),
    shape(4, 'gone', [[1, 'id', 'integer']]),
  ];
  const now = [
    shape(1, 'a', [
      [1, 'key', 'integer'],
      [3, 'more', 'text'],
    ]),
    shape(2, 'c', [[1, 'id', 'bigint']]),
    shape(9, 'restored', [[1, 'id', 'integer']]),
  ];
  const drifts = compareShapes(before, now);
  expect(drifts.map(({ name, changes }) => sayChanges(name, changes))).toEqual([
    'id → key, − note',
    'b → c, id: integer → bigint',
    '− gone',
  ]);
});
