import { importPlan, plainReadOptions } from '@causeway/contract/imports/plan.ts';
import type { TableColumn, TableDetails } from '@causeway/contract/tables/details.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import { makePlan, mapColumns } from './make-plan.ts';
import { freeName } from '../names.ts';
import { draftOfPlan, emptyDraft, withColumn } from './plan-draft.ts';

const column = (name: string, more: Partial<TableColumn> = {}) => createColumn({ name, ...more });

const products = {
  columns: [
    column('sku', { isNullable: false }),
    column('price', { category: 'N' }),
    column('stock', { category: 'N', isNullable: false, defaultValue: '0' }),
    column('name', { isNullable: false }),
  ],
  primaryKey: { name: 'products_pkey', columns: ['sku'] },
  uniqueKeys: [],
} as unknown as TableDetails;

const base = {
  read: plainReadOptions,
  fileColumns: ['sku', 'price', 'stock', 'colour'],
  guesses: ['text', 'numeric', 'bigint', 'text'],
  analyses: [],
  details: products,
  takenNames: ['products'],
};

test('SQL-6 columns are matched, each with the NULL rule its type asks for', () => {
  const draft = { ...emptyDraft, table: 'products' };
  const mapped = mapColumns({ ...base, draft });
  expect(mapped.map(({ from, to, nulls }) => [from, to, nulls])).toEqual([
    ['sku', 'sku', 'asRead'],
    ['price', 'price', 'emptyIsNull'],
    ['stock', 'stock', 'default'],
    ['colour', null, 'asRead'],
  ]);
});

test('SQL-6 a column that must be there and is not mapped is told before anything runs', () => {
  const draft = { ...emptyDraft, table: 'products' };
  expect(makePlan({ ...base, draft }).problems).toEqual([{ kind: 'missing', column: 'name' }]);
  const mapped = withColumn(draft, 'colour', { to: 'name' });
  expect(makePlan({ ...base, draft: mapped }).problems).toEqual([]);
  const twice = withColumn(mapped, 'price', { to: 'name' });
  expect(makePlan({ ...base, draft: twice }).problems).toEqual([{ kind: 'twice', column: 'name' }]);
});

test('SQL-6 an upsert goes by the primary key unless another is chosen, and needs it in the file', () => {
  const draft = withColumn({ ...emptyDraft, table: 'products', mode: 'upsert' }, 'colour', {
    to: 'name',
  });
  expect(makePlan({ ...base, draft }).plan.mode).toEqual({ kind: 'upsert', key: ['sku'] });
  const without = withColumn(draft, 'sku', { to: null });
  expect(makePlan({ ...base, draft: without }).problems).toContainEqual({
    kind: 'keyLeftOut',
    column: 'sku',
  });
});

test('SQL-6 replaced rows keep what is there unless somebody says otherwise for a column', () => {
  const draft = withColumn({ ...emptyDraft, table: 'products', mode: 'upsert' }, 'colour', {
    to: 'name',
    existing: 'overwrite',
  });
  const { plan } = makePlan({ ...base, draft });
  expect(importPlan.parse(plan).columns).toEqual([
    { from: 'sku', to: 'sku', nulls: 'asRead' },
    { from: 'price', to: 'price', nulls: 'emptyIsNull', existing: 'keep' },
    { from: 'stock', to: 'stock', nulls: 'default', existing: 'keep' },
    { from: 'colour', to: 'name', nulls: 'asRead', existing: 'overwrite' },
  ]);
  expect(makePlan({ ...base, draft: draftOfPlan(plan) }).plan).toEqual(plan);
  const inserting = makePlan({ ...base, draft: { ...draft, mode: 'insert' } }).plan;
  expect(inserting.columns.every(({ existing }) => existing === undefined)).toBe(true);
  const again = { ...draftOfPlan(inserting), mode: 'upsert' as const };
  const [, , stock] = makePlan({ ...base, draft: again }).plan.columns;
  expect(stock).toMatchObject({ nulls: 'default', existing: 'keep' });
});

test('SQL-6 a plan from before says openly that it overwrites what is there', () => {
  const columns = [{ from: 'price', to: 'price', nulls: 'emptyIsNull' as const }];
  const draft = { ...emptyDraft, table: 'products', mode: 'upsert' as const };
  const { plan } = makePlan({ ...base, draft });
  const opened = draftOfPlan({ ...plan, columns });
  expect(opened.columns['price']).toMatchObject({ existing: 'overwrite' });
});

test('SQL-6 a new table takes its types from the whole file and an id when nothing is a key', () => {
  const draft = { ...emptyDraft, target: 'new' as const, table: 'colours' };
  const analyses = [
    {
      name: 'price',
      type: 'text',
      empty: 0,
      longest: 3,
      samples: [],
      nullWords: [],
      turnedAt: 50_001,
      turnedFrom: 'integer',
    },
  ];
  const { plan, problems } = makePlan({ ...base, draft, analyses, details: undefined });
  expect(problems).toEqual([]);
  expect(importPlan.parse(plan).target).toMatchObject({
    kind: 'new',
    addId: true,
    primaryKey: [],
    columns: [
      { name: 'sku', type: 'text' },
      { name: 'price', type: 'text' },
      { name: 'stock', type: 'bigint' },
      { name: 'colour', type: 'text' },
    ],
  });
  const keyed = withColumn(draft, 'sku', { isKey: true });
  expect(makePlan({ ...base, draft: keyed, details: undefined }).plan.target).toMatchObject({
    addId: false,
    primaryKey: ['sku'],
    columns: [{ name: 'sku', isNullable: false }, {}, {}, {}],
  });
});

test('SQL-6 a plan that was saved is the same plan when it is opened again', () => {
  const draft = withColumn(
    { ...emptyDraft, target: 'new' as const, table: 'colours', onBadRows: 'skip' as const },
    'sku',
    { isKey: true, type: 'varchar(20)', to: 'code' },
  );
  const without = withColumn(draft, 'colour', { to: null });
  const { plan } = makePlan({ ...base, draft: without, details: undefined });
  const again = draftOfPlan(plan);
  expect(makePlan({ ...base, draft: again, details: undefined }).plan).toEqual(plan);
});

test('SQL-6 a new table is not called as one that is there', () => {
  const draft = { ...emptyDraft, target: 'new' as const, table: 'products' };
  expect(makePlan({ ...base, draft }).problems).toEqual([{ kind: 'taken' }]);
  expect(freeName('products', new Set(['products', 'products_2']))).toBe('products_3');
});
