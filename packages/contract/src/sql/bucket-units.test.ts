import { expect, test } from 'vitest';
import { bucketUnitsIn } from './bucket-units.ts';

test.each([
  [`select date_trunc('month', placed_at), count(*) from orders group by 1`, 'date_trunc', 'month'],
  [`select date_trunc('QUARTER', placed_at)::date, count(*) from orders`, 'date_trunc', 'quarter'],
  [`select date_trunc('week', o.placed_at) as start, 1 as n from orders o`, 'start', 'week'],
])('DASH-4 a query says itself how long its times are: %s', (text, column, unit) => {
  expect(bucketUnitsIn(text)).toEqual({ [column]: unit });
});

test.each([
  `select placed_at::date, count(*) from orders group by 1`,
  `select date_trunc(:unit, placed_at), count(*) from orders group by 1`,
  `select date_trunc('month', a), date_trunc('year', b), 1 as n from orders`,
  `select date_trunc('month', a) - date_trunc('year', b), 1 as n from orders`,
  `insert into orders default values`,
])('DASH-4 of anything else nothing is told: %s', (text) => {
  expect(bucketUnitsIn(text)).toEqual({});
});
