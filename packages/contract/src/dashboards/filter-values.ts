import { parameterNames, takesMany, type DashboardFilter } from './filters.ts';
import { CONDITION, type RunParameter } from '../sql/queries.ts';
import { writeCondition, type Condition } from '../sql/conditions.ts';
import type { SearchText } from '../search-text.ts';
import { resolveDates } from './filter-dates.ts';

/**
 * What the address says of the filters. `f.channel=web` is a value and may be said more than once,
 * `f.channel=~` is cleared on purpose, nothing is the filter's first value. `~n` is NULL, `~e` the
 * empty text, and a text that begins with ~ is written with two.
 */
export type FilterState = {
  /** As text, by slug; empty where the filter has no value. Of several, the first. */
  values: Record<string, string>;
  /** Everything that was chosen. */
  picks: Record<string, FilterPick>;
  /** What can't be applied. Nothing is shown then: rows nobody filtered would look like an answer. */
  problems: { slug: string; value: string; kind: 'unknown' | 'wrong' }[];
};

/** Values beside each other, and perhaps NULL. */
export type FilterPick = { values: string[]; isEmpty: boolean };

const PREFIX = 'f.';
const CLEARED = '~';
const EMPTY = '~n';
const EMPTY_TEXT = '~e';
const NOTHING: FilterPick = { values: [], isEmpty: false };

export function readFilters(filters: readonly DashboardFilter[], search: SearchText): FilterState {
  const asked = new Map(
    Object.entries(search).flatMap(([key, value]): [string, string[]][] =>
      key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), [value].flat()]] : [],
    ),
  );
  const known = new Set(filters.map(({ slug }) => slug));
  const picks = Object.fromEntries(
    filters.map((filter) => [filter.slug, readPick(asked.get(filter.slug), filter)]),
  );
  return {
    picks,
    values: Object.fromEntries(filters.map(({ slug }) => [slug, picks[slug]?.values[0] ?? ''])),
    problems: [
      ...[...asked].flatMap(([slug, values]) =>
        known.has(slug) ? [] : [{ slug, value: values.join(', '), kind: 'unknown' as const }],
      ),
      ...filters.flatMap((filter) => {
        const { values } = picks[filter.slug] ?? NOTHING;
        const wrong = values.find((value) => !isReadable(filter, value));
        return wrong === undefined
          ? []
          : [{ slug: filter.slug, value: wrong, kind: 'wrong' as const }];
      }),
    ],
  };
}

function readPick(asked: string[] | undefined, filter: DashboardFilter): FilterPick {
  const { initial } = filter;
  if (asked === undefined) return initial === '' ? NOTHING : { values: [initial], isEmpty: false };
  return readTokens(takesMany(filter) ? asked : asked.slice(-1));
}

/**
 * Those that have to have a value and have none: nothing is asked before, by nobody. An empty text is
 * none to many a query that names the plain value, and would find all rows.
 */
export function missingFilters<Filter extends Pick<DashboardFilter, 'slug' | 'isRequired'>>(
  filters: readonly Filter[],
  { picks }: Pick<FilterState, 'picks'>,
): Filter[] {
  return filters.filter(({ slug, isRequired }) => {
    const { values, isEmpty } = picks[slug] ?? NOTHING;
    return isRequired && !isEmpty && values.every((value) => value === '');
  });
}

function readTokens(tokens: readonly string[]): FilterPick {
  const values = tokens.flatMap((token) => {
    if (token === CLEARED || token === EMPTY || token === '') return [];
    if (token === EMPTY_TEXT) return [''];
    return [token.startsWith('~~') ? token.slice(1) : token];
  });
  return { values: [...new Set(values)], isEmpty: tokens.includes(EMPTY) };
}

function writeTokens({ values, isEmpty }: FilterPick): string[] {
  const written = values.map((value) => {
    if (value === '') return EMPTY_TEXT;
    return value.startsWith('~') ? `~${value}` : value;
  });
  return isEmpty ? [...written, EMPTY] : written;
}

/** The address with another value of a filter. */
export function writeFilter(
  search: SearchText,
  filter: DashboardFilter,
  value: string,
): SearchText {
  return writePick(search, filter, { values: value === '' ? [] : [value], isEmpty: false });
}

export function writePick(
  search: SearchText,
  { slug, initial }: DashboardFilter,
  pick: FilterPick,
): SearchText {
  const { [PREFIX + slug]: _before, ...others } = search;
  const isInitial = initial === '' ? pick.values.length === 0 : pick.values.join('\0') === initial;
  if (isInitial && !pick.isEmpty) return others;
  return keepPick(others, { slug }, pick);
}

/** A value that stays what it is, whatever the filter begins with later. */
export function keepPick(
  asked: SearchText,
  { slug }: Pick<DashboardFilter, 'slug'>,
  pick: FilterPick,
): SearchText {
  const tokens = writeTokens(pick);
  return { ...asked, [PREFIX + slug]: tokens.length === 0 ? CLEARED : tokens };
}

/** The address without anything about filters. */
export function withoutFilters(search: SearchText): SearchText {
  return Object.fromEntries(
    Object.entries(search).filter(([key]) => !key.startsWith(PREFIX) && !key.startsWith(CROSS)),
  );
}

const CROSS = 'x.';

/**
 * What a click narrowed the view to, by the name of a column: for columns no filter stands for.
 * Days are written `2026-03-01..2026-03-31`.
 */
export type CrossFilters = Record<string, FilterPick>;

export function readCross(search: SearchText): CrossFilters {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      key.startsWith(CROSS) ? [[key.slice(CROSS.length), readTokens([value].flat())]] : [],
    ),
  );
}

/** The same again takes it back. */
export function toggleCross(search: SearchText, column: string, pick: FilterPick): SearchText {
  const { [CROSS + column]: before, ...others } = search;
  const tokens = writeTokens(pick);
  const isSame = JSON.stringify([before ?? []].flat()) === JSON.stringify(tokens);
  return isSame ? others : { ...others, [CROSS + column]: tokens };
}

export function withoutCross(search: SearchText): SearchText {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !key.startsWith(CROSS)));
}

/** A condition on a column of what a query finds. */
export function crossCondition({ values, isEmpty }: FilterPick): Condition {
  const [only = ''] = values;
  // A name may read like a span of days: `today`.
  const isDays = values.length === 1 && !isEmpty && only.includes('..');
  const days = isDays ? resolveDates(only, new Date()) : undefined;
  return days ?? { in: values, ...(isEmpty && { empty: true }) };
}

/** Whether the address may say this of the filter. */
function isReadable(
  { type, options, optionsFrom }: Pick<DashboardFilter, 'type' | 'options' | 'optionsFrom'>,
  value: string,
): boolean {
  if (type === 'number') return isNumber(value);
  if (type === 'numbers') return readRange(value) !== undefined;
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'dates') return resolveDates(value, new Date()) !== undefined;
  return options.length === 0 || optionsFrom !== undefined || options.includes(value);
}

/** What the address says nothing of is read by the same rules: a first value no reader can have blanks all. */
export function isInitialReadable(
  filter: Pick<DashboardFilter, 'type' | 'options' | 'optionsFrom' | 'initial'>,
): boolean {
  return filter.initial === '' || isReadable(filter, filter.initial);
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** `10..20`, both included; either end may be missing. */
export function readRange(text: string): { least: string | null; most: string | null } | undefined {
  const [least = '', most = '', ...more] = text.split('..');
  const isRange = text.includes('..') && more.length === 0 && (least !== '' || most !== '');
  if (!isRange || [least, most].some((end) => end !== '' && !isNumber(end))) return undefined;
  return { least: least || null, most: most || null };
}

/** How the name of a condition is told from that of a value. */
const conditionOf = (name: string) => `${name}()`;

/**
 * What a query is asked with: each filter as a condition, `:status(o.status)`, and as plain values,
 * of which a filter without one is NULL. `tileParameters` takes what a query names.
 */
export function filterParameters(
  filters: readonly DashboardFilter[],
  { picks }: FilterState,
  now: Date,
  zone?: string,
): RunParameter[] {
  return filters.flatMap((filter): RunParameter[] => {
    const { slug } = filter;
    const pick = picks[slug] ?? NOTHING;
    const [value = null] = pick.values;
    const asked = conditionFor(filter, pick, now, zone);
    const condition = { name: conditionOf(slug), value: writeCondition(asked) };
    if (filter.type === 'dates' || filter.type === 'numbers') {
      const [from = '', to = ''] = parameterNames(filter);
      const [first, last] =
        asked && 'from' in asked
          ? [asked.from, asked.before]
          : asked && 'least' in asked
            ? [asked.least, asked.most]
            : [];
      return [condition, { name: from, value: first ?? null }, { name: to, value: last ?? null }];
    }
    // A plain value can't be two of them: a list as text finds nothing rather than everything.
    const plain = pick.values.length > 1 || pick.isEmpty ? JSON.stringify(pick.values) : value;
    return [condition, { name: slug, value: plain }];
  });
}

function conditionFor(
  { type }: DashboardFilter,
  pick: FilterPick,
  now: Date,
  zone: string | undefined,
): Condition | null {
  const { values, isEmpty } = pick;
  if (values.length === 0 && !isEmpty) return null;
  const [value = ''] = values;
  if (type === 'dates' && !isEmpty) return resolveDates(value, now, zone) ?? null;
  if (type === 'numbers' && !isEmpty) return readRange(value) ?? null;
  // In one order: who chose A and B asks the same as who chose B and A.
  return { in: values.toSorted(), ...(isEmpty && { empty: true }) };
}

type Wanting = { parameters: readonly { name: string; type?: string }[] };

/** The tile's own values, and over them those of the filters its query knows. */
export function tileParameters(
  query: Wanting,
  own: readonly RunParameter[],
  asked: readonly RunParameter[],
): RunParameter[] {
  const valueOf = new Map(asked.map(({ name, value }) => [name, value]));
  const given = query.parameters.flatMap(({ name, type }): RunParameter[] => {
    const key = type === CONDITION ? conditionOf(name) : name;
    return valueOf.has(key) ? [{ name, value: valueOf.get(key) ?? null }] : [];
  });
  const names = new Set(given.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...given];
}

/** Filters that have a value and mean nothing to the query: its tile says so. */
export function notApplied(
  filters: readonly DashboardFilter[],
  { picks }: FilterState,
  query: Wanting,
): DashboardFilter[] {
  return filters.filter((filter) => {
    const { values, isEmpty } = picks[filter.slug] ?? NOTHING;
    return (values.length > 0 || isEmpty) && !isNamedBy(filter, query);
  });
}

/** Whether a query depends on the filter: by its plain values, or as a condition. */
export function isNamedBy(
  filter: Pick<DashboardFilter, 'slug' | 'type'>,
  { parameters }: Wanting,
): boolean {
  const names = new Set([filter.slug, ...parameterNames(filter)]);
  return parameters.some(({ name }) => names.has(name));
}

/** Filters whose several values, or NULL, a query can't take: it names a plain `:status`, no condition. */
export function unfitFilters(
  filters: readonly DashboardFilter[],
  { picks }: FilterState,
  query: Wanting,
): DashboardFilter[] {
  const plain = new Set(
    query.parameters.flatMap(({ name, type }) => (type === CONDITION ? [] : [name])),
  );
  return filters.filter((filter) => {
    const { values, isEmpty } = picks[filter.slug] ?? NOTHING;
    return (values.length > 1 || isEmpty) && parameterNames(filter).some((name) => plain.has(name));
  });
}
