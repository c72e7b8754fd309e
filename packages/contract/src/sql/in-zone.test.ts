import { expect, test } from 'vitest';
import { inZone } from './in-zone.ts';

const columns = [
  { name: 'placed_at', type: 'timestamptz' },
  { name: 'Paid at', type: 'timestamp with time zone' },
  { name: 'status', type: 'text' },
  { name: 'due_on', type: 'date' },
];
const berlin = (where: string) => inZone(where, { zone: 'Europe/Berlin', columns });

test('DASH-4 a condition of a dashboard means the same rows in a session of another zone', () => {
  expect(
    berlin(`(status <> 'x')\n and ((date_trunc('month', placed_at)) >= '2026-03-01 00:00:00+01')`),
  ).toBe(
    `(status <> 'x')\n and ((date_trunc('month', (placed_at at time zone 'Europe/Berlin'))) >= '2026-03-01 00:00:00+01')`,
  );
  expect(
    berlin(`orders.placed_at::date = current_date and "Paid at" > now() - interval '1 day'`),
  ).toBe(
    `(orders.placed_at at time zone 'Europe/Berlin')::date = (now() at time zone 'Europe/Berlin')::date and ("Paid at" at time zone 'Europe/Berlin') > (now() at time zone 'Europe/Berlin') - interval '1 day'`,
  );
  expect(berlin(`extract(hour from placed_at) in ('23') and due_on < '2026-03-29'`)).toBe(
    `extract(hour from (placed_at at time zone 'Europe/Berlin')) in ('23') and due_on < '2026-03-29'`,
  );
  expect(berlin('')).toBe('');
});

test('DASH-4 what can’t be said for sure in another zone is not said', () => {
  for (const where of [
    `placed_at at time zone 'UTC' > '2026-01-01'`,
    `extract(epoch from placed_at) > 5`,
    `my_rule(placed_at)`,
    `placed_at > 'today'`,
    `status in (select status from old)`,
    `placed_at::timestamptz > '2026-01-01'`,
    `age(placed_at) > '1 day'`,
  ]) {
    expect(berlin(where), where).toBeUndefined();
  }
});
