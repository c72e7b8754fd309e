import { parameterNames, type DashboardFilter } from './dashboards/filters.ts';
import type { RunParameter } from './sql/queries.ts';
import type { SearchText } from './search-text.ts';
import { resolveDates } from './dashboard-filter-dates.ts';

/**
 * What the address says of the filters. `f.channel=web` is a value, `f.channel=~` is cleared on
 * purpose, nothing is the filter's first value, and a text that begins with ~ is written with two.
 */
export type FilterState = {
  /** As text, by slug; empty where the filter has no value. */
  values: Record<string, string>;
  /** What can't be applied. Nothing is shown then: rows nobody filtered would look like an answer. */
  problems: { slug: string; value: string; kind: 'unknown' | 'wrong' }[];
};

const PREFIX = 'f.';
const CLEARED = '~';

export function readFilters(filters: readonly DashboardFilter[], search: SearchText): FilterState {
  const asked = new Map(
    Object.entries(search).flatMap(([key, value]): [string, string][] =>
      key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), [value].flat().at(-1) ?? '']] : [],
    ),
  );
  const known = new Set(filters.map(({ slug }) => slug));
  const values = Object.fromEntries(
    filters.map(({ slug, initial }) => [slug, unescape(asked.get(slug), initial)]),
  );
  return {
    values,
    problems: [
      ...[...asked].flatMap(([slug, value]) =>
        known.has(slug) ? [] : [{ slug, value, kind: 'unknown' as const }],
      ),
      ...filters.flatMap((filter) => {
        const value = values[filter.slug] ?? '';
        return isValid(filter, value) ? [] : [{ slug: filter.slug, value, kind: 'wrong' as const }];
      }),
    ],
  };
}

function unescape(asked: string | undefined, initial: string): string {
  if (asked === undefined) return initial;
  if (asked === CLEARED) return '';
  return asked.startsWith('~~') ? asked.slice(1) : asked;
}

/** The address with another value of a filter. */
export function writeFilter(
  search: SearchText,
  { slug, initial }: DashboardFilter,
  value: string,
): SearchText {
  const { [PREFIX + slug]: _before, ...others } = search;
  if (value === initial) return others;
  const written = value === '' ? CLEARED : value.startsWith('~') ? `~${value}` : value;
  return { ...others, [PREFIX + slug]: written };
}

/** The address without anything about filters. */
export function withoutFilters(search: SearchText): SearchText {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !key.startsWith(PREFIX)));
}

function isValid({ type, options }: DashboardFilter, value: string): boolean {
  if (value === '') return true;
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'dates') return resolveDates(value, new Date()) !== undefined;
  return options.length === 0 || options.includes(value);
}

/** What a query is asked with; a filter without a value is NULL. */
export function filterParameters(
  filters: readonly DashboardFilter[],
  { values }: FilterState,
  now: Date,
): RunParameter[] {
  return filters.flatMap((filter): RunParameter[] => {
    const value = values[filter.slug] ?? '';
    if (filter.type !== 'dates') return [{ name: filter.slug, value: value === '' ? null : value }];
    const dates = value === '' ? undefined : resolveDates(value, now);
    const [from = '', to = ''] = parameterNames(filter);
    return [
      { name: from, value: dates?.from ?? null },
      { name: to, value: dates?.before ?? null },
    ];
  });
}

type Wanting = { parameters: readonly { name: string }[] };

/** The tile's own values, and over them those of the filters its query knows. */
export function tileParameters(
  query: Wanting,
  own: readonly RunParameter[],
  asked: readonly RunParameter[],
): RunParameter[] {
  const wanted = new Set(query.parameters.map(({ name }) => name));
  const given = asked.filter(({ name }) => wanted.has(name));
  const names = new Set(given.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...given];
}

/** Filters that have a value and mean nothing to the query: its tile says so. */
export function notApplied(
  filters: readonly DashboardFilter[],
  { values }: FilterState,
  query: Wanting,
): DashboardFilter[] {
  const wanted = new Set(query.parameters.map(({ name }) => name));
  return filters.filter(
    (filter) =>
      (values[filter.slug] ?? '') !== '' &&
      !parameterNames(filter).some((name) => wanted.has(name)),
  );
}
