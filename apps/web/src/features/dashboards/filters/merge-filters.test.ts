import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { expect, test } from 'vitest';
import { chooseFilters, mergeFilters } from './merge-filters.ts';

function filter(slug: string, more: Partial<DashboardFilter> = {}): DashboardFilter {
  return { slug, label: slug, type: 'text', options: [], initial: '', ...more };
}
const keyed = (one: DashboardFilter, key = one.slug) => ({ ...one, key });
const base = [filter('status'), filter('channel'), filter('country')];

test('DASH-5 of filters that two people changed, only the one that both changed is asked', () => {
  const theirs = [filter('status', { label: 'State' }), filter('channel'), filter('region')];
  const mine = [
    keyed(filter('status', { initial: 'paid' })),
    keyed(filter('channel', { isMany: true })),
    keyed(filter('country')),
    keyed(filter('new'), 'a-new-one'),
  ];
  const { filters, asked } = mergeFilters({ base, mine, theirs });
  expect(asked).toMatchObject([{ key: 'status', byMe: ['initial'], byThem: ['name'] }]);
  expect(filters.map(({ slug }) => slug)).toEqual(['status', 'channel', 'new', 'region']);
  expect(filters[1]).toMatchObject({ slug: 'channel', isMany: true });
  const chosen = chooseFilters(filters, asked, (key) => key === 'status');
  expect(chosen[0]).toMatchObject({ label: 'State', initial: '' });
  expect(chooseFilters(filters, asked, () => false)[0]).toMatchObject({ initial: 'paid' });
});

test('DASH-5 a parameter that was renamed is the same filter, and one that was removed comes back if it is chosen', () => {
  const renamed = [filter('state', { label: 'status' }), filter('channel'), filter('country')];
  const mine = base.map((one) => keyed(one.slug === 'status' ? { ...one, initial: 'paid' } : one));
  const first = mergeFilters({ base, mine, theirs: renamed });
  expect(first.asked).toMatchObject([{ key: 'status', byThem: ['parameter'] }]);
  const removed = mergeFilters({ base, mine: mine.slice(1), theirs: renamed });
  expect(removed.filters.map(({ slug }) => slug)).toEqual(['channel', 'country']);
  expect(removed.asked).toMatchObject([{ byMe: ['removed'], byThem: ['parameter'] }]);
  const back = chooseFilters(removed.filters, removed.asked, () => true);
  expect(back.map(({ slug }) => slug)).toEqual(['channel', 'country', 'state']);
});
