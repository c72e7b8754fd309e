import { expect, test } from 'vitest';
import type { DashboardFilter } from './filters.ts';
import { parseSearch, stringifySearch } from '../search-text.ts';
import { resolveDates } from './filter-dates.ts';
import {
  crossCondition,
  filterParameters,
  missingFilters,
  notApplied,
  readFilters,
  tileParameters,
  unfitFilters,
  writeFilter,
  writePick,
} from './filter-values.ts';

function filter(slug: string, more: Partial<DashboardFilter> = {}): DashboardFilter {
  return { slug, label: slug, type: 'text', options: [], initial: '', ...more };
}
const now = new Date(2026, 2, 10, 15);

test('DASH-3 a filter that is cleared on purpose stays so; nothing in the address is its first value', () => {
  const when = filter('period', { type: 'dates', initial: 'last-30-days' });
  expect(readFilters([when], {}).values).toEqual({ period: 'last-30-days' });
  const cleared = writeFilter({}, when, '');
  expect(cleared).toEqual({ 'f.period': '~' });
  const state = readFilters([when], cleared);
  expect(filterParameters([when], state, now)).toEqual([
    { name: 'period()', value: null },
    { name: 'period_from', value: null },
    { name: 'period_to', value: null },
  ]);
});

test.each(['~n', '~', 'a..b', 'a&f.x=1', '100%25', '😀', "'; drop table t--"])(
  'DASH-3 the text %s is the same after a reload, and bound as it is',
  (value) => {
    const name = filter('name');
    const address = stringifySearch(writeFilter({ tab: 'x' }, name, value));
    const state = readFilters([name], parseSearch(address));
    expect(filterParameters([name], state, now)).toEqual([
      { name: 'name()', value: JSON.stringify({ in: [value] }) },
      { name: 'name', value },
    ]);
    expect(state.problems).toEqual([]);
  },
);

test('DASH-3 what the dashboard does not know, or what is no number, is told and not ignored', () => {
  const amount = filter('amount', { type: 'number' });
  expect(readFilters([amount], { 'f.regoin': 'EU' }).problems).toEqual([
    { slug: 'regoin', value: 'EU', kind: 'unknown' },
  ]);
  expect(readFilters([amount], { 'f.amount': 'abc' }).problems).toMatchObject([{ kind: 'wrong' }]);
  const status = filter('status', { options: ['open'] });
  expect(readFilters([status], { 'f.status': 'shut' }).problems).toMatchObject([{ kind: 'wrong' }]);
});

test('DASH-3 last seven days are seven whole ones before today, and the last day of a span is whole too', () => {
  expect(resolveDates('last-7-days', now)).toEqual({ from: '2026-03-03', before: '2026-03-10' });
  expect(resolveDates('2026-02-27..2026-02-28', now)).toEqual({
    from: '2026-02-27',
    before: '2026-03-01',
  });
  expect(resolveDates('2026-01-01..', now)).toEqual({ from: '2026-01-01', before: null });
  expect(resolveDates('this-year', now)).toEqual({ from: '2026-01-01', before: '2027-01-01' });
  expect(
    ['2026-02-30..', '..', 'soon', '2026-01-01'].map((text) => resolveDates(text, now)),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test('DASH-3 a filter reaches the queries that name it; a tile of another one knows that it is not filtered', () => {
  const channel = filter('channel');
  const state = readFilters([channel], { 'f.channel': 'web' });
  const asked = filterParameters([channel], state, now);
  const query = { parameters: [{ name: 'channel' }, { name: 'top' }] };
  expect(tileParameters(query, [{ name: 'top', value: '5' }], asked)).toEqual([
    { name: 'top', value: '5' },
    { name: 'channel', value: 'web' },
  ]);
  expect(notApplied([channel], state, query)).toEqual([]);
  expect(notApplied([channel], state, { parameters: [] })).toEqual([channel]);
});

test('DASH-3 a month to date goes from its first day to the end of today', () => {
  expect(resolveDates('month-to-date', now)).toEqual({ from: '2026-03-01', before: '2026-03-11' });
});

test('DASH-3 a filter that must have a value waits for one: cleared or an empty text is none, and “is empty” is one', () => {
  const region = filter('region', { isRequired: true, hasEmpty: true });
  const missing = (search: Record<string, string>) =>
    missingFilters([region, filter('name')], readFilters([region], search));
  expect(missing({})).toEqual([region]);
  expect(missing({ 'f.region': '~' })).toEqual([region]);
  expect(missing({ 'f.region': '~e' })).toEqual([region]);
  expect(missing({ 'f.region': '~n' })).toEqual([]);
  expect(missing({ 'f.region': 'EU' })).toEqual([]);
});

test('DASH-3 an empty text is asked for as it is: as NULL, a query would find all rows', () => {
  const name = filter('name');
  const state = readFilters([name], { 'f.name': '~e' });
  expect(filterParameters([name], state, now)).toContainEqual({ name: 'name', value: '' });
  expect(writePick({}, name, { values: [''], isEmpty: false })).toEqual({ 'f.name': ['~e'] });
});

test('DASH-3 “is empty” does not fit a query that takes the two ends of a span', () => {
  const when = filter('when', { type: 'dates', hasEmpty: true });
  const state = readFilters([when], { 'f.when': '~n' });
  const query = { parameters: [{ name: 'when_from', type: 'date' }] };
  expect(unfitFilters([when], state, query)).toEqual([when]);
  expect(unfitFilters([when], readFilters([when], { 'f.when': 'today' }), query)).toEqual([]);
});

test('DASH-4 a name that was clicked is that name, also where it reads like a span of days', () => {
  const pick = (value: string) => crossCondition({ values: [value], isEmpty: false });
  expect(pick('today')).toEqual({ in: ['today'] });
  expect(pick('2026-03-01..2026-03-31')).toEqual({ from: '2026-03-01', before: '2026-04-01' });
});
