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

test('SQL-3 of several rows each value that is in doubt says which one it is in', () => {
  const n = createColumn({ name: 'n', label: 'Number', baseType: 'integer', category: 'N' });
  const columns = [{ ...n, foreignKey: undefined }];
  const values = { n: { set: 'twelve' } };
  const added = { kind: 'insert' as const, ref: 'r', values };
  const changed = stageUpdate();
  const rowsOf = (changes: Parameters<typeof findDoubtful>[0]) =>
    findDoubtful(changes, columns).map(({ row }) => row);
  expect(rowsOf([changed, added, { ...added, ref: 's' }])).toEqual([
    { key: '17' },
    { added: 1 },
    { added: 2 },
  ]);
  expect(rowsOf([added])).toEqual([undefined]);

  function stageUpdate() {
    return { kind: 'update' as const, ref: 'u', key: { id: '17' }, version: '1', base: {}, values };
  }
});
