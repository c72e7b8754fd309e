import { expect, test } from 'vitest';
import { namesIn, rowsBehind } from './rows-behind.ts';

const month = { column: 'month', name: 'behind_0' };
const status = { column: 'status', name: 'behind_1' };

test('DASH-4 the rows behind a mark are those of the same tables and conditions, not grouped', () => {
  const sql = `select date_trunc('month', placed_at) as month, status, count(*) as orders
    from orders where total > 10 or total is null group by 1, 2 having count(*) > 1
    order by 1 limit 5;`;
  expect(rowsBehind(sql, { conditions: [month, status] })).toEqual({
    sql: `select * from orders
where (total > 10 or total is null)
  and :behind_0(date_trunc('month', placed_at))
  and :behind_1(status)`,
    table: {
      name: 'orders',
      where: `(total > 10 or total is null)
  and :behind_0(date_trunc('month', placed_at))
  and :behind_1(status)`,
    },
  });
});

test('DASH-4 what comes before the query and which tables it joins stay, and names may be given without as', () => {
  const sql = `with recent as (select * from orders where placed_at > now() - interval '1 year')
    select o.status, c.country "Country, of who bought", sum(o.total) total
    from recent o join customers c on c.id = o.customer_id group by o.status, c.country`;
  const behind = rowsBehind(sql, {
    conditions: [status, { column: 'Country, of who bought', name: 'behind_2' }],
  });
  expect(behind?.table).toBeUndefined();
  expect(behind?.sql).toContain('with recent as (select * from orders');
  expect(behind?.sql).toContain(`select * from recent o join customers c on c.id = o.customer_id
where :behind_1(o.status)
  and :behind_2(c.country)`);
});

test('DASH-4 a number that counts only some rows leads to those', () => {
  const sql = `select sum(total) filter (where placed_at > now() - interval '30 days') as "last 30 days",
    count(*) as "all" from orders`;
  expect(rowsBehind(sql, { conditions: [], measure: 'last 30 days' })?.sql).toBe(
    `select * from orders\nwhere (placed_at > now() - interval '30 days')`,
  );
  expect(rowsBehind(sql, { conditions: [], measure: 'all' })?.sql).toBe('select * from orders');
});

test('DASH-4 nothing is guessed: what is not plain has no rows behind it', () => {
  const refused = [
    'select status, count(*) from orders group by 1 union select status, 1 from old',
    'select distinct status, count(*) from orders group by 1',
    'select status from orders',
    'select *, count(*) from orders group by 1',
    'select upper(status) || 1, count(*) from orders group by 1',
    "select 'from', count(*)",
    'values (1)',
    '',
  ];
  for (const sql of refused) expect(rowsBehind(sql, { conditions: [status] })).toBeUndefined();
  expect(
    rowsBehind('select count(*) as status from orders', { conditions: [status] }),
  ).toBeUndefined();
});

test('DASH-4 a table is found by its name, whatever dots and quotes are in it', () => {
  expect(namesIn('"Odd Names"."Bestellungen & Co. (neu)"')).toEqual([
    'Odd Names',
    'Bestellungen & Co. (neu)',
  ]);
  expect(namesIn('Public . "x""y.z"')).toEqual(['public', 'x"y.z']);
  expect(namesIn('Orders')).toEqual(['orders']);
});
