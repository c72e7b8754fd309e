import { CONDITION } from '../sql/queries.ts';
import type { AskedFilters } from './asked.ts';
import { isAsking, type AskingTile, type Dashboard, type TileQuery } from './dashboards.ts';
import { filterParameters, notApplied, readFilters, unfitFilters } from './filter-values.ts';
import { parameterNames, type DashboardFilter } from './filters.ts';

type Within = Pick<Dashboard, 'filters' | 'queries'>;
type ReadyQuery = Extract<TileQuery, { state: 'ready' }>;

/** A tile that a locked filter does not reach would show what the lock is there to hide. */
export function isLockedIn(tile: AskingTile, within: Within, locked: AskedFilters): boolean {
  const query = within.queries.find(({ id }) => id === tile.queryId);
  return query?.state === 'ready' && takesLocks(query, within, locked);
}

/** Tiles that a link with these values does not show. */
export function withheldTiles(dashboard: Dashboard, locked: AskedFilters): AskingTile[] {
  return dashboard.tiles.filter(isAsking).filter((tile) => !isLockedIn(tile, dashboard, locked));
}

/** The query that finds the choices of a filter over a link: it carries every locked value, or it is not asked. */
export function choicesQueryOf(
  { type, optionsFrom }: DashboardFilter,
  within: Within,
  locked: AskedFilters,
): ReadyQuery | undefined {
  if (type !== 'text' || !optionsFrom) return undefined;
  const query = within.queries.find(({ id }) => id === optionsFrom.queryId);
  return query?.state === 'ready' && takesLocks(query, within, locked) ? query : undefined;
}

function takesLocks(query: ReadyQuery, { filters }: Within, locked: AskedFilters): boolean {
  const slugs = new Set(Object.keys(locked).map((key) => key.slice('f.'.length)));
  const held = filters.filter(({ slug }) => slugs.has(slug));
  if (held.length < slugs.size) return false;
  const state = readFilters(held, locked);
  if (notApplied(held, state, query).length > 0) return false;
  if (unfitFilters(held, state, query).length > 0) return false;
  const wanted = new Map(query.parameters.map(({ name, type }) => [name, type]));
  return held.every((filter) => {
    if (wanted.get(filter.slug) === CONDITION) return true;
    // Of a span a query has to take both ends: with one of them it shows what lies beyond the other.
    const given = filterParameters([filter], state, new Date());
    return given.every(({ name, value }) => {
      const isPlain = parameterNames(filter).includes(name);
      return !isPlain || value === null || wanted.has(name);
    });
  });
}

/** Locked filters that lock nothing: without a value, or with one that can't be read. */
export function emptyLocks(
  filters: readonly DashboardFilter[],
  locked: AskedFilters,
): DashboardFilter[] {
  const held = filters.filter(({ slug }) => `f.${slug}` in locked);
  const { picks, problems } = readFilters(held, locked);
  const wrong = new Set(problems.map(({ slug }) => slug));
  return held.filter(({ slug }) => {
    const { values = [], isEmpty = false } = picks[slug] ?? {};
    return wrong.has(slug) || (values.length === 0 && !isEmpty);
  });
}
