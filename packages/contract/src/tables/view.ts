import { readFilter, type Filter } from './filters.ts';
import { type sort } from './tables.ts';
import type { z } from 'zod';

export const viewModes = ['table', 'cards', 'board', 'calendar', 'json'] as const;
export type ViewMode = (typeof viewModes)[number];

/**
 * By which columns cards, boards and calendars are drawn: what names a row, its picture and the bucket
 * that holds it, what it is stacked by, when it begins and ends. Empty is none; what is not said is
 * chosen by what the columns are.
 */
const wayParts = ['title', 'picture', 'bucket', 'stack', 'start', 'end'] as const;
export type Way = Partial<Record<(typeof wayParts)[number], string>>;
export type Sort = z.output<typeof sort>;

/** What a link to a table restores. */
export type TableView = {
  /** All of them must hold. */
  filters: Filter[];
  /** A condition in SQL; empty is none. */
  where: string;
  sorts: Sort[];
  /** Columns shown, in this order; undefined leaves it to what was remembered. */
  columns: string[] | undefined;
  mode: ViewMode | undefined;
  way: Way;
  /** A day of what a calendar is turned to, as 2026-11-18; today's without. */
  day: string | undefined;
  /** The saved view it began as; `ALL_ROWS` where none was wanted, though one would be usual. */
  saved: string | undefined;
};

export const ALL_ROWS = 'all';

type Search = Readonly<Record<string, unknown>>;

/** What can not be read of an address is left out, the rest still counts. */
export function readView(search: Search): TableView {
  const [filter = ''] = listTexts(search['filter']);
  const [where = ''] = listTexts(search['where']);
  const [mode] = listTexts(search['mode']);
  const columns = listTexts(search['column']);
  const [saved] = listTexts(search['view']);
  return {
    filters: readFilters(filter),
    where,
    sorts: listTexts(search['sort']).flatMap((text) => readSort(text) ?? []),
    columns: columns.length > 0 ? columns : undefined,
    mode: viewModes.find((known) => known === mode),
    way: readWay(search),
    day: listTexts(search['day']).find(isDay),
    saved,
  };
}

/** One that calendars have: years before the first and after 9998 have no page before or after them. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001' || text >= '9999') return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** What is kept of a view under its name: all but the name, and the page a calendar is turned to. */
export function definitionOf(view: TableView): string {
  return viewToSearch({ ...view, saved: undefined, day: undefined }).toString();
}

export function readDefinition(definition: string): TableView {
  const search = new URLSearchParams(definition);
  const names = [...new Set(search.keys())];
  return readView(Object.fromEntries(names.map((name) => [name, search.getAll(name)])));
}

/** Nothing in the address says how to look at the table. */
export function isBare(view: TableView): boolean {
  return viewToSearch(view).size === 0;
}

/** The part of a query string that stands for a view, without what is as usual. */
export function viewToSearch(view: Partial<TableView>): URLSearchParams {
  const search = new URLSearchParams();
  const { filters = [], where = '', sorts = [], columns, mode, way = {}, day, saved } = view;
  const filter = joinFilters(filters);
  if (filter) search.set('filter', JSON.stringify(filter));
  if (where.trim() !== '') search.set('where', where);
  for (const { column, direction } of sorts) search.append('sort', `${column}:${direction}`);
  for (const column of columns ?? []) search.append('column', column);
  if (mode) search.set('mode', mode);
  for (const part of wayParts) {
    const chosen = way[part];
    if (chosen !== undefined) search.set(part, chosen);
  }
  if (day) search.set('day', day);
  if (saved) search.set('view', saved);
  return search;
}

export function joinFilters(filters: Filter[]): Filter | undefined {
  return filters.length > 1 ? { and: filters } : filters[0];
}

/** A click sorts by one column, up, then down, then not; adding keeps the others. */
export function toggleSort(
  sorts: Sort[],
  column: string,
  { isAdding }: { isAdding: boolean },
): Sort[] {
  const before = sorts.find((one) => one.column === column);
  const next = nextSort(before, column);
  if (!isAdding) return next ? [next] : [];
  if (!before) return next ? [...sorts, next] : sorts;
  return sorts.flatMap((one) => (one === before ? (next ?? []) : one));
}

function nextSort(before: Sort | undefined, column: string): Sort | undefined {
  if (!before) return { column, direction: 'asc' };
  return before.direction === 'asc' ? { column, direction: 'desc' } : undefined;
}

/** The same condition twice is one. */
export function uniqueFilters(filters: Filter[]): Filter[] {
  const byText = new Map(filters.map((filter) => [JSON.stringify(filter), filter]));
  return [...byText.values()];
}

function readWay(search: Search): Way {
  return Object.fromEntries(
    wayParts.flatMap((part) => {
      const [chosen] = listTexts(search[part]);
      return chosen === undefined ? [] : [[part, chosen]];
    }),
  );
}

function readFilters(text: string): Filter[] {
  const filter = parseFilter(text);
  if (!filter) return [];
  return uniqueFilters('and' in filter ? filter.and : [filter]);
}

function parseFilter(text: string): Filter | undefined {
  try {
    return readFilter(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A name may hold colons itself: the last one counts. */
function readSort(text: string): Sort | undefined {
  const [, column, direction] = /^(.+):(asc|desc)$/s.exec(text) ?? [];
  if (column === undefined) return undefined;
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}

function listTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}
