import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import { findDoubtful } from './doubtful-values.ts';

test('SQL-3 every staged value that does not look like its type is told with its column', () => {
  const columns = [
    createColumn({ name: 'n', label: 'Number', baseType: 'integer', category: 'N' }),
    createColumn({ name: 'must', label: 'Name', isNullable: false }),
  ].map((column) => ({ ...column, foreignKey: undefined }));
  const change = (values: object) => ({ kind: 'insert' as const, ref: 'r', values: { ...values } });
  const found = findDoubtful(
    [
      change({ n: { set: '12' }, must: { null: true } }),
      change({ n: { set: 'twelve' }, must: { set: 'Ada' } }),
    ],
    columns,
  );
  expect(found.map(({ label, problem }) => [label, problem.key])).toEqual([
    ['Name', 'notNull'],
    ['Number', 'notWhole'],
  ]);
});
