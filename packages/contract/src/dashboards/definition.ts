import { z } from 'zod';
import { queryParameter } from '../sql/queries.ts';
import {
  dashboardSettings,
  dashboardTabs,
  isAsking,
  tile,
  type Dashboard,
  type Tile,
} from './dashboards.ts';
import { tileKinds } from './list.ts';
import { dashboardFilter, type DashboardFilter } from './filters.ts';

/**
 * A dashboard as a file: what it shows and the SQL behind it, by name. No ids of queries or
 * connectors and no secrets, so that it can be read anywhere.
 */
export const definitionQuery = z.object({
  name: z.string().trim().min(1).max(160),
  description: z.string().max(4_000).default(''),
  sql: z.string().max(1_000_000),
  parameters: z.array(queryParameter).max(100).default([]),
});
export type DefinitionQuery = z.infer<typeof definitionQuery>;

const anyTile = z.looseObject({
  kind: z.string().max(40),
  query: z.string().max(160).optional(),
  title: z.string().max(160).default(''),
});

const definitionFilter = dashboardFilter
  .omit({ optionsFrom: true })
  /** The query that finds its choices. */
  .extend({ choices: z.string().max(160).optional() });

export const dashboardDefinition = z.object({
  format: z.literal('causeway.dashboard'),
  name: z.string().trim().min(1).max(160),
  description: z.string().max(2_000).default(''),
  filters: z.array(definitionFilter).max(30).default([]),
  tabs: dashboardTabs.default([]),
  settings: dashboardSettings.default({}),
  tiles: z.array(anyTile).max(100),
  queries: z.array(definitionQuery).max(100),
});
export type DashboardDefinition = z.infer<typeof dashboardDefinition>;

export function writeDefinition(
  dashboard: Dashboard,
  queries: readonly (DefinitionQuery & { id: string })[],
): DashboardDefinition {
  const { name, description, filters, tabs, settings } = dashboard;
  const nameOf = new Map(queries.map(({ id, name: called }) => [id, called]));
  const tiles = dashboard.tiles.map((one) => {
    if (!isAsking(one)) return one.kind === 'image' ? noteOf(one, one.path) : one;
    const { queryId, ...rest } = one;
    const query = nameOf.get(queryId ?? '');
    return { ...rest, ...(query !== undefined && { query }) };
  });
  return {
    format: 'causeway.dashboard',
    name,
    description,
    filters: filters.map(({ optionsFrom, ...filter }) => {
      const choices = nameOf.get(optionsFrom?.queryId ?? '');
      return { ...filter, ...(choices !== undefined && { choices }) };
    }),
    tabs,
    settings,
    tiles,
    queries: queries.map(({ name: called, description: told, sql, parameters }) => ({
      name: called,
      description: told,
      sql,
      parameters,
    })),
  };
}

/** Its filters, with choices from queries that were saved. */
export function readDefinedFilters(
  { filters }: DashboardDefinition,
  queryIdOf: (name: string) => string | undefined,
): DashboardFilter[] {
  return filters.map(({ choices, ...filter }) => {
    const queryId = choices === undefined ? undefined : queryIdOf(choices);
    return { ...filter, ...(queryId !== undefined && { optionsFrom: { queryId } }) };
  });
}

/** Its tiles over queries that were saved; what this version of the product can't show is a note. */
export function readTiles(
  { tiles }: DashboardDefinition,
  queryIdOf: (name: string) => string | undefined,
): Tile[] {
  return tiles.map((sent, at): Tile => {
    const { query, ...rest } = sent;
    const given = { ...rest, id: crypto.randomUUID() };
    const isKnown = tileKinds.some((kind) => kind === sent.kind);
    const queryId = query === undefined ? null : (queryIdOf(query) ?? null);
    const read = isKnown
      ? tile.safeParse(['text', 'link'].includes(sent.kind) ? given : { ...given, queryId })
      : undefined;
    return read?.success
      ? read.data
      : noteOf({ ...placeOf(sent, at), title: sent.title }, sent.kind);
  });
}

type Placed = { title: string; x: number; y: number; w: number; h: number };

function noteOf({ title, x, y, w, h }: Placed, what: string): Tile {
  const text = `*${what.replaceAll('*', '')}*`;
  return { id: crypto.randomUUID(), kind: 'text', title, text, x, y, w, h };
}

const place = z.object({
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(10_000),
  w: z.number().int().min(1).max(12),
  h: z.number().int().min(1).max(60),
});

function placeOf(sent: object, at: number) {
  const read = place.safeParse(sent);
  return read.success && read.data.x + read.data.w <= 12
    ? read.data
    : { x: 0, y: 1_000 + at, w: 6, h: 2 };
}
