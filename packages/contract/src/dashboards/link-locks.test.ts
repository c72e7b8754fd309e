import { expect, test } from 'vitest';
import { CONDITION } from '../sql/queries.ts';
import type { Dashboard } from './dashboards.ts';
import type { DashboardFilter } from './filters.ts';
import { choicesQueryOf } from './link-locks.ts';

const shipped: DashboardFilter = {
  slug: 'shipped',
  label: 'Shipped',
  type: 'dates',
  options: [],
  initial: '',
  hasEmpty: true,
};
const customer: DashboardFilter = {
  slug: 'customer',
  label: 'Customer',
  type: 'text',
  options: [],
  initial: '',
  optionsFrom: { queryId: 'q' },
};

function within(parameters: { name: string; type: string }[]) {
  const queries = [{ id: 'q', state: 'ready', parameters }];
  return { filters: [shipped, customer], queries } as unknown as Dashboard;
}

test('DASH-8 choices whose query can’t hold a lock are not told: "is empty" is no span', () => {
  const ends = ['shipped_from', 'shipped_to'].map((name) => ({ name, type: 'date' }));
  const locked = { 'f.shipped': '~n' };
  expect(choicesQueryOf(customer, within(ends), locked)).toBeUndefined();
  const span = { 'f.shipped': '2026-01-01..2026-01-31' };
  expect(choicesQueryOf(customer, within(ends), span)).toBeDefined();
  const whole = within([{ name: 'shipped', type: CONDITION }]);
  expect(choicesQueryOf(customer, whole, locked)).toBeDefined();
});
