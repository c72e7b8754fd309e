import { expect, test } from 'vitest';
import type { SeenTable } from '../catalog/picture.ts';
import { busyTables, judgePlan, type PlanNode } from './missing-indexes.ts';

const column = (number: number, name: string) => ({
  number,
  name,
  type: 'text',
  base: 'text',
  category: 'S',
  isNotNull: false,
  isGenerated: false,
  comment: null,
});

const orders: SeenTable = {
  oid: 1,
  schema: 'public',
  name: 'orders',
  kind: 'r',
  rows: 500_000,
  pages: 10_000,
  isReadable: true,
  hasRowSecurity: false,
  policies: 0,
  isReachable: true,
  publicGrants: [],
  scans: 5_000,
  sequential: 4_000,
  changes: 0,
  removed: 0,
  live: 500_000,
  dead: 0,
  age: 0,
  columns: [column(1, 'id'), column(2, 'City'), column(3, 'placed_at')],
  indexes: [],
  constraints: [],
  sequences: [],
  disabledTriggers: [],
};
const statement = { name: 'By city', sql: 'select * from orders' };
const scan = (filter: string, rows: number): PlanNode => ({
  'Node Type': 'Gather',
  Plans: [
    {
      'Node Type': 'Seq Scan',
      Schema: 'public',
      'Relation Name': 'orders',
      Alias: 'o',
      Filter: filter,
      'Plan Rows': rows,
    },
  ],
});
const judge = (plan: PlanNode) => judgePlan({ statisticsDays: 10 }, [orders], { plan, statement });

test('INTEL-1 an index is missing where the planner reads all of a busy table to keep few rows', () => {
  const [found] = judge(scan(`((o."City" = 'Ulm'::text) AND (o.placed_at > now()))`, 90));
  expect(found).toMatchObject({
    columns: ['City', 'placed_at'],
    facts: { kept: 90, times: 400, statement: 'By city' },
  });
  expect(found?.fix?.statement).toBe(
    'create index concurrently "orders_City_placed_at_idx" on "public"."orders" ("City", "placed_at")',
  );
});

test('INTEL-1 a report that needs most rows, a condition no index finds, and a quiet table miss none', () => {
  expect(judge(scan(`(o."City" <> ''::text)`, 90))).toEqual([]);
  expect(judge(scan(`(o."City" = 'Ulm'::text)`, 200_000))).toEqual([]);
  const quiet = { ...orders, sequential: 12 };
  const oldest = { database: '', age: 0 };
  const picture = { tables: [orders, quiet], byOid: new Map(), views: [], role: '', oldest };
  expect(busyTables({ ...picture, statisticsDays: 10 })).toEqual([orders]);
});
