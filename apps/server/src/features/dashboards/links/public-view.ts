import { type Cell, isNumberType } from '@causeway/contract/artifacts.ts';
import { type DashboardFilter, takesMany } from '@causeway/contract/dashboards/filters.ts';
import { choicesQueryOf, isLockedIn } from '@causeway/contract/dashboards/link-locks.ts';
import {
  type AskingTile,
  type Dashboard,
  isAsking,
  type Tile,
} from '@causeway/contract/dashboards/dashboards.ts';
import type {
  PublicDashboard,
  PublicFilter,
  PublicRows,
  PublicTile,
} from '@causeway/contract/dashboards/links.ts';
import { guessChart, isTime } from '@causeway/contract/drawing/chart-guess.ts';
import { guessPivot } from '@causeway/contract/drawing/pivot-reading.ts';
import { TOTALS } from '@causeway/contract/sql/pivot-totals.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { titleOf } from '../ask-tiles.ts';
import type { HeldLink } from './queries.ts';

/**
 * What strangers see is built from what they may see, never by leaving out what they may not: a
 * field that is added to a tile stays hidden until somebody puts it here.
 */
export function publicTiles(dashboard: Dashboard, link: Pick<HeldLink, 'locked'>): Tile[] {
  const { locked } = link;
  return dashboard.tiles.filter((tile) => !isAsking(tile) || isLockedIn(tile, dashboard, locked));
}

export function describeTile(tile: Tile, dashboard: Dashboard): PublicTile {
  const { id, kind, x, y, w, h } = tile;
  const base = { id, kind, x, y, w, h, title: titleOf(tile, dashboard) };
  if (tile.kind === 'text') return { ...base, text: tile.text };
  if (tile.kind === 'link') {
    // A page of the product is none of theirs.
    return {
      ...base,
      text: tile.text,
      ...(tile.href.startsWith('https://') && { href: tile.href }),
    };
  }
  if (tile.kind === 'image') return { ...base, alt: tile.alt, fit: tile.fit };
  return {
    ...base,
    ...('formats' in tile && tile.formats && { formats: tile.formats }),
    ...(tile.kind === 'chart' && { chart: tile.chart, missing: tile.missing }),
    ...(tile.kind === 'pivot' && { pivot: tile.pivot }),
    ...(tile.kind === 'number' && { isDownGood: tile.isDownGood ?? false }),
    ...(tile.kind === 'gauge' && { goal: tile.goal, look: tile.look }),
  };
}

export function describeDashboard(
  dashboard: Dashboard,
  link: HeldLink,
  timeZone: string,
): PublicDashboard {
  const { name, description, filters } = dashboard;
  return {
    name,
    description,
    timeZone,
    expiresAt: link.expiresAt,
    tiles: publicTiles(dashboard, link).map((tile) => describeTile(tile, dashboard)),
    filters: filters
      .filter(({ slug }) => link.released.includes(slug))
      .flatMap((filter) => describeFilter(filter, dashboard, link)),
  };
}

/** One whose choices can't be told to strangers is none. */
function describeFilter(
  filter: DashboardFilter,
  dashboard: Dashboard,
  { locked }: HeldLink,
): PublicFilter[] {
  const { slug, label, type, options, initial, isRequired = false, hasEmpty = false } = filter;
  const hasChoices = choicesQueryOf(filter, dashboard, locked) !== undefined;
  const isUntold = filter.optionsFrom && !hasChoices && options.length === 0;
  if (type === 'text' && isUntold) return [];
  return [
    {
      slug,
      label,
      type,
      options: hasChoices ? [] : options,
      hasChoices,
      isMany: takesMany(filter),
      hasEmpty,
      initial,
      isRequired,
    },
  ];
}

/** Only what the tile shows; a query may know more than its picture. */
export function describeRows(
  tile: AskingTile,
  { fields, rows, hasMore, asOf }: QueryRows,
  { colours = [] }: Dashboard['settings'],
): PublicRows {
  const isSeries = rows.length > 1 && fields.some(({ type }) => isTime(type));
  const isOneRow = tile.kind === 'gauge' || (tile.kind === 'number' && !isSeries);
  const places = shownPlaces(tile, fields, isSeries);
  const shown = (isOneRow ? rows.slice(0, 1) : rows).map((row) =>
    places.map((at): Cell => row[at] ?? null),
  );
  const said = new Set(tile.kind === 'chart' ? shown.flat().map(String) : []);
  return {
    fields: places.map((at) => ({ name: fields[at]?.name ?? '', type: fields[at]?.type ?? '' })),
    rows: shown,
    hasMore,
    asOf,
    // The others are of values this reader may not know of.
    colours: colours.filter(({ value }) => said.has(value)),
  };
}

/** In the order of the result: its readers go by what comes first. */
function shownPlaces(tile: AskingTile, fields: QueryRows['fields'], isSeries: boolean): number[] {
  const all = fields.map((_, at) => at);
  if (tile.kind === 'table') return all;
  const shown = new Set(drawnPlaces(tile, fields, isSeries));
  return all.filter((at) => shown.has(at));
}

function drawnPlaces(
  tile: Exclude<AskingTile, { kind: 'table' }>,
  fields: QueryRows['fields'],
  isSeries: boolean,
): (number | undefined)[] {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  if (tile.kind === 'chart') {
    if (tile.chart) {
      const { x, ys, series } = tile.chart;
      return [x, ...ys, ...(series === undefined ? [] : [series])].map(placeOf);
    }
    const guess = guessChart(fields);
    return guess ? [guess.x, ...guess.ys, guess.series] : [];
  }
  if (tile.kind === 'pivot') {
    const pivot = tile.pivot ?? guessPivot({ fields });
    return pivot ? [pivot.row, pivot.column, pivot.value, TOTALS].map(placeOf) : [];
  }
  const [first, second] = fields.flatMap(({ type }, at) => (isNumberType(type) ? [at] : []));
  if (tile.kind === 'gauge') return tile.goal === null ? [first, second] : [first];
  if (first === undefined) return [0];
  return isSeries ? [fields.findIndex(({ type }) => isTime(type)), first] : [first, second];
}
