import { expect, test } from 'vitest';
import { alertFor } from './alert-for.ts';

test('INTEL-3 an alert counts the rows a finding is about, all of them', () => {
  const sql = 'select * from "public"."orders" where "total" < 0 limit 200';
  expect(alertFor({ schema: 'public', check: 'sign', sql, facts: {} })).toEqual({
    sql: 'select count(*) as found from (select * from "public"."orders" where "total" < 0) as found',
    every: 60,
    condition: undefined,
  });
});

test('INTEL-3 an alert on an unusual day watches the side of the band that was left', () => {
  const facts = { value: 4, low: 10, high: 30 };
  const watched = alertFor({ schema: 'public', check: 'unusual-day', sql: 'select 1, 2', facts });
  expect(watched?.condition).toMatchObject({ sign: 'below', limit: 10 });
  const above = alertFor({
    schema: 'public',
    check: 'unusual-day',
    sql: 'select 1, 2',
    facts: { ...facts, value: 90 },
  });
  expect(above?.condition).toMatchObject({ sign: 'above', limit: 30 });
});

test('INTEL-3 an alert on an unusual week watches the last week that has ended', () => {
  const facts = { value: 4, low: 10, high: 30, span: 'week' };
  const watched = alertFor({ schema: 'public', check: 'unusual-day', sql: 'select 1, 2', facts });
  expect(watched?.sql).toContain(`days.day = date_trunc('week', current_date)::date - 7`);
});

test('INTEL-3 an alert on a late table watches the minutes since its newest row', () => {
  const watched = alertFor({
    schema: 'public',
    check: 'late',
    sql: 'select max(at) from log',
    facts: { usualMinutes: 45 },
  });
  expect(watched?.condition).toMatchObject({ sign: 'above', limit: 45 });
  expect(
    alertFor({ schema: 'public', check: 'key-without-index', sql: 'explain select 1', facts: {} }),
  ).toBeUndefined();
  expect(alertFor({ schema: 'public', check: 'drift', sql: null, facts: {} })).toBeUndefined();
});
