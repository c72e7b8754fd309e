import { expect, test } from 'vitest';
import { readPlan } from './plan-tree.ts';

test('SQL-8.9 a plan is a tree in which every node says its own part of the cost', () => {
  const plan = readPlan([
    {
      Plan: {
        'Node Type': 'Hash Join',
        'Join Type': 'Left',
        'Total Cost': 100,
        'Plan Rows': 50,
        'Hash Cond': '(o.customer_id = c.id)',
        Plans: [
          { 'Node Type': 'Seq Scan', 'Relation Name': 'orders', Alias: 'o', 'Total Cost': 60 },
          {
            'Node Type': 'Index Scan',
            'Relation Name': 'c',
            'Index Name': 'c_pk',
            'Total Cost': 10,
          },
        ],
      },
    },
  ]);
  expect(plan?.root).toMatchObject({
    title: 'Hash Left Join',
    notes: ['Hash Cond: (o.customer_id = c.id)'],
    share: 0.3,
    children: [
      { title: 'Seq Scan', subject: 'orders o', share: 0.6 },
      { title: 'Index Scan', subject: 'c · c_pk', share: 0.1 },
    ],
  });
});

test('SQL-8.9 a plan that was run weighs by time and marks what was misjudged', () => {
  const plan = readPlan([
    {
      Plan: {
        'Node Type': 'Seq Scan',
        'Relation Name': 't',
        'Plan Rows': 3,
        'Actual Rows': 900,
        'Actual Total Time': 2,
        'Actual Loops': 5,
      },
      'Planning Time': 0.2,
      'Execution Time': 11,
    },
  ]);
  expect(plan).toMatchObject({
    executionMs: 11,
    root: { isMisjudged: true, actual: { milliseconds: 10, rows: 4500 }, share: 1 },
  });
  expect(readPlan('nonsense')).toBeUndefined();
});
