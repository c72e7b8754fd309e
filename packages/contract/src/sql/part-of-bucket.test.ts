import { expect, test } from 'vitest';
import { partOfBucket } from './part-of-bucket.ts';

const part = (sql: string, column = 'month') => partOfBucket(sql, { column, name: 'part' });
const flat = (sql: string | undefined) => sql?.replaceAll(/\s+/g, ' ');

test('DASH-2 the part of a month is asked of what the month is made of, beside the query’s own conditions', () => {
  const sql = `select date_trunc('month', o.placed_at)::date as month, sum(total) as revenue
    from orders o where status = 'paid' or total > 5 -- all of them
    group by 1 order by 1`;
  expect(flat(part(sql))).toBe(
    "select date_trunc('month', o.placed_at)::date as month, sum(total) as revenue " +
      "from orders o where ( status = 'paid' or total > 5 ) and :part(o.placed_at) " +
      '-- all of them group by 1 order by 1',
  );
});

test('DASH-2 without a condition of its own the query gets one, and a day may be a cast', () => {
  const sql = 'select placed_at::date as day, count(*) from orders group by 1 limit 30';
  expect(flat(part(sql, 'day'))).toBe(
    'select placed_at::date as day, count(*) from orders where :part(placed_at) group by 1 limit 30',
  );
});

test('DASH-2 what is no bucket, or of another zone, or can’t be read, has no part', () => {
  expect(part('select month, count(*) from sums group by 1')).toBeUndefined();
  expect(
    part("select date_trunc('month', at, 'Asia/Tokyo') as month, count(*) from t group by 1"),
  ).toBeUndefined();
  expect(
    part("select date_trunc('month', at) + interval '1 day' as month, count(*) from t group by 1"),
  ).toBeUndefined();
  expect(part("select date_trunc('month', at) as month from t union select now()")).toBeUndefined();
});

test('DASH-2 a running sum is not compared with a part that leaves out all before it', () => {
  const sql = `select date_trunc('month', placed_at) as month,
    sum(sum(total)) over (order by date_trunc('month', placed_at)) as so_far from orders group by 1`;
  expect(part(sql)).toBeUndefined();
});
