import { expect, test } from 'vitest';
import { readDuckPlan } from './duck-plan.ts';

test("SQL-8.9 DuckDB's plan is the same kind of tree, without the steps that only pack values", () => {
  const scan = {
    name: 'READ_PARQUET ',
    children: [],
    extra_info: { Filters: 'id>50', Projections: ['g', 'id'], 'Estimated Cardinality': '2000' },
  };
  const packing = {
    name: 'PROJECTION',
    children: [scan],
    extra_info: { Projections: ['__internal_compress_integral_utinyint(#0, 0)', '#1'] },
  };
  const other = { name: 'SEQ_SCAN', children: [], extra_info: {} };
  const plan = readDuckPlan([
    {
      name: 'HASH_JOIN',
      children: [packing, other],
      extra_info: { 'Join Type': 'LEFT', Conditions: 'id = id', 'Estimated Cardinality': '60' },
    },
  ]);
  expect(plan?.root).toMatchObject({
    title: 'Hash Left Join',
    rows: 60,
    cost: undefined,
    share: undefined,
    notes: ['Conditions: id = id'],
    children: [
      { title: 'Read Parquet', notes: ['Filters: id>50', 'Projections: g, id'] },
      { title: 'Seq Scan', rows: undefined },
    ],
  });
});

test("SQL-8.9 DuckDB's measured plan weighs by time, names the files and marks what was misjudged", () => {
  const plan = readDuckPlan({
    latency: 0.012,
    children: [
      {
        operator_name: 'EXPLAIN_ANALYZE',
        children: [
          {
            operator_name: 'TOP_N',
            operator_timing: 0.001,
            operator_cardinality: 5,
            extra_info: { 'Order By': 'n DESC' },
            children: [
              {
                operator_name: 'READ_PARQUET',
                operator_timing: 0.003,
                operator_cardinality: 90_000,
                extra_info: { 'Estimated Cardinality': '20', 'Filename(s)': 'data/a.csv' },
                children: [],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(plan).toMatchObject({
    executionMs: 12,
    root: {
      title: 'Top N',
      share: 0.25,
      actual: { rows: 5, milliseconds: 1 },
      children: [{ subject: 'data/a.csv', share: 0.75, isMisjudged: true }],
    },
  });
  expect(readDuckPlan(null)).toBeUndefined();
});
