import { z } from 'zod';
import { missingTimes, namedChart } from './charts.ts';
import { dashboardFilters } from './filters.ts';
import { GRID_COLUMNS } from './layout.ts';
import { dashboardHead, dashboardsPath, listDashboards, type TileKind, tilePlace } from './list.ts';
import { folderPath } from '../folder-path.ts';
import { bucketUnits } from '../drawing/time-buckets.ts';
import { columnFormats } from '../number-formats.ts';
import { queryParameter, runParameter } from '../sql/queries.ts';
import { id, nothing, route } from '../route.ts';

/**
 * A dashboard belongs to a project. Its tiles hold no SQL: each names a saved query by its id, so
 * that a change of the query reaches every tile of it.
 */

/** rows: leads to the rows behind. */
export const tileClicks = ['filter', 'rows', 'nothing'] as const;

/** Empty where the tile is called like its query. */
const title = z.string().trim().max(160);
/** Where a phone shows it: none of it said is below the others, as high as on a desk. */
const phone = z.object({
  place: z.number().int().min(0).max(1_000).optional(),
  h: z.number().int().min(1).max(60).optional(),
  isHidden: z.boolean().optional(),
});
const heading = {
  title,
  /** Of the tabs of its dashboard; the first where it names none that is there. */
  tab: id.optional(),
  phone: phone.optional(),
};
const asking = {
  ...heading,
  /** Null once its query is gone for good. */
  queryId: id.nullable(),
  /** Where the tile wants another value than the one saved with the query. */
  parameters: z.array(runParameter).max(100),
  formats: columnFormats.optional(),
  /** What a click on what it shows does: it filters the other tiles unless said. */
  click: z.enum(tileClicks).optional(),
};
const column = z.string().max(200);

/** Its cells are rows of the result: one for each pair of a row and a column. */
export const pivot = z.object({
  row: column,
  column,
  value: column,
  /** With a total of each row and column, where the database can tell it. */
  hasTotals: z.boolean().optional(),
});
export type Pivot = z.infer<typeof pivot>;

const contents = {
  number: z.object({
    kind: z.literal('number'),
    ...asking,
    /** Less is better: complaints, costs. */
    isDownGood: z.boolean().optional(),
  }),
  /** How far a number is on its way to a goal. */
  gauge: z.object({
    kind: z.literal('gauge'),
    ...asking,
    /** Null takes the second number of the row. */
    goal: z.number().nullable(),
    look: z.enum(['ring', 'bar']),
  }),
  /** Without one of its own it takes the first two names and the first number. */
  pivot: z.object({ kind: z.literal('pivot'), ...asking, pivot: pivot.nullable() }),
  /** A card that leads somewhere: a page of the product, or an address of the web. */
  link: z.object({
    kind: z.literal('link'),
    ...heading,
    href: z
      .string()
      .trim()
      .max(2_000)
      .refine(
        (href) => (href.startsWith('/') && !href.startsWith('//')) || href.startsWith('https://'),
        'It begins with / or https://.',
      ),
    text: z.string().max(500),
  }),
  /** Without a chart of its own it draws what the columns suggest. */
  chart: z.object({
    kind: z.literal('chart'),
    ...asking,
    chart: namedChart.nullable(),
    /** Series beyond the colours become one: only who wrote the query knows that they add up. */
    rest: z.enum(['sum']).optional(),
    /** What stands where the result has no row for a time between others. */
    missing: z.enum(missingTimes).optional(),
  }),
  table: z.object({ kind: z.literal('table'), ...asking }),
  /** A picture of a bucket, for who may look into it. */
  image: z.object({
    kind: z.literal('image'),
    ...heading,
    connectorId: id,
    path: z.string().min(1).max(1_024),
    /** What it shows, for who does not see it. */
    alt: z.string().max(500),
    fit: z.enum(['contain', 'cover']),
  }),
  /** Markdown. */
  text: z.object({ kind: z.literal('text'), ...heading, text: z.string().max(20_000) }),
};
const placed = { id, ...tilePlace };

export const tileContent = z.discriminatedUnion('kind', [
  contents.number,
  contents.chart,
  contents.table,
  contents.gauge,
  contents.pivot,
  contents.text,
  contents.link,
  contents.image,
]);
export type TileContent = z.infer<typeof tileContent>;

export const tile = z.discriminatedUnion('kind', [
  contents.number.extend(placed),
  contents.chart.extend(placed),
  contents.table.extend(placed),
  contents.gauge.extend(placed),
  contents.pivot.extend(placed),
  contents.text.extend(placed),
  contents.link.extend(placed),
  contents.image.extend(placed),
]);
export type Tile = z.infer<typeof tile>;
export type AskingTile = Exclude<Tile, { kind: PlainKind }>;
/** Of tiles that ask nothing. */
export type PlainKind = 'text' | 'link' | 'image';

/** Whether it shows what a query finds. */
export function isAsking<T extends { kind: TileKind }>(
  tile: T,
): tile is Exclude<T, { kind: PlainKind }> {
  return tile.kind !== 'text' && tile.kind !== 'link' && tile.kind !== 'image';
}

/**
 * A query tiles name.
 * - ready: the caller may run it
 * - private: its owner does not share it any more
 * - deleted: it can be brought back for a while
 */
export const tileQuery = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    id,
    name: z.string(),
    connectorId: id,
    version: z.number(),
    parameters: z.array(queryParameter),
    /** How long the times of its columns are, where it says so. */
    units: z.record(z.string(), z.enum(bucketUnits)).optional(),
  }),
  z.object({ state: z.literal('private'), id }),
  z.object({ state: z.literal('deleted'), id, name: z.string(), connectorId: id }),
]);
export type TileQuery = z.infer<typeof tileQuery>;

const name = z.string().trim().min(1).max(160);
const description = z.string().trim().max(2_000);

/** Pages of a dashboard. */
export const dashboardTabs = z
  .array(z.object({ id, name: z.string().trim().min(1).max(60) }))
  .max(20)
  .refine((tabs) => new Set(tabs.map((tab) => tab.id)).size === tabs.length, 'A tab is twice.');
export type DashboardTab = z.infer<typeof dashboardTabs>[number];

export const valueColour = z.object({
  value: z.string().max(200),
  slot: z.number().int().min(0).max(7),
});

export const dashboardSettings = z.object({
  /** Slots of the palette that values keep on the whole dashboard, whatever is filtered. */
  colours: z.array(valueColour).max(200).optional(),
  /** Seconds between two looks; 0 is never. */
  refresh: z.number().int().min(0).max(86_400).optional(),
});
export type DashboardSettings = z.infer<typeof dashboardSettings>;

export const dashboard = z.object({
  ...dashboardHead,
  filters: dashboardFilters,
  tabs: dashboardTabs,
  settings: dashboardSettings,
  tiles: z.array(tile),
  /** Those its tiles name; one that is gone for good is not among them. */
  queries: z.array(tileQuery),
});
export type Dashboard = z.infer<typeof dashboard>;

const MOST_TILES = 100;
export const sentTiles = z
  .array(tile)
  .max(MOST_TILES)
  .refine((tiles) => tiles.every(({ x, w }) => x + w <= GRID_COLUMNS), 'A tile leaves the grid.')
  .refine((tiles) => new Set(tiles.map((one) => one.id)).size === tiles.length, 'A tile is twice.');

const path = dashboardsPath;
const params = z.object({ projectId: id });
const oneParams = params.extend({ dashboardId: id });
const read = { action: 'dashboards.read' } as const;
const write = { action: 'dashboards.write' } as const;

export const dashboardRoutes = {
  list: listDashboards,
  show: route({
    method: 'GET',
    path: `${path}/:dashboardId`,
    summary: 'One dashboard with its tiles; what they show is asked query by query',
    access: read,
    params: oneParams,
    answer: dashboard,
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Make a dashboard',
    access: write,
    params,
    body: z.strictObject({
      name,
      description: description.default(''),
      folder: folderPath.default(''),
      tiles: sentTiles.default([]),
      filters: dashboardFilters.default([]),
      tabs: dashboardTabs.default([]),
      settings: dashboardSettings.default({}),
    }),
    answer: dashboard,
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/:dashboardId`,
    summary: 'Change a dashboard; 412 when somebody else changed it since the version named',
    access: write,
    params: oneParams,
    body: z.strictObject({
      version: z.number().int().min(1),
      name: name.optional(),
      description: description.optional(),
      folder: folderPath.optional(),
      tiles: sentTiles.optional(),
      filters: dashboardFilters.optional(),
      tabs: dashboardTabs.optional(),
      settings: dashboardSettings.optional(),
    }),
    answer: dashboard,
  }),
  addTile: route({
    method: 'POST',
    path: `${path}/:dashboardId/tiles`,
    summary: 'Put a tile where there is room, whatever version the dashboard has',
    access: write,
    params: oneParams,
    body: z.strictObject({ tile: tileContent }),
    answer: z.object({ tileId: id, dashboard }),
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:dashboardId`,
    summary: 'Delete a dashboard; it can be restored for a while, and its queries stay',
    access: write,
    params: oneParams,
    answer: nothing,
  }),
  restore: route({
    method: 'POST',
    path: `${path}/:dashboardId/restore`,
    summary: 'Bring back a dashboard that was deleted',
    access: write,
    params: oneParams,
    answer: dashboard,
  }),
};
