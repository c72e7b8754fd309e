import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  type AskingTile,
  type Dashboard,
  dashboardRoutes,
  isAsking,
  type Tile,
} from '@causeway/contract/dashboards/dashboards.ts';
import {
  filterParameters,
  type FilterState,
  missingFilters,
  notApplied,
  readFilters,
  tileParameters,
  unfitFilters,
} from '@causeway/contract/dashboards/filter-values.ts';
import { endOf, partOf, readNumber } from '@causeway/contract/drawing/number-reading.ts';
import type { BucketUnit } from '@causeway/contract/drawing/time-buckets.ts';
import { stackTabs } from '@causeway/contract/dashboards/layout.ts';
import { foldOf, rowLimitOf, totalsOf } from '@causeway/contract/dashboards/tile-asks.ts';
import {
  type PartOfTime,
  queryRoutes,
  type QueryRows,
  type ResultCondition,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ActAs, ActingClient } from '#platform/operations/acting.ts';
import { readImage } from './tile-image.ts';

export type AskNeeds = { db: Db; actAs: ActAs };

/** Whose rights are used, and what uses them. */
export type Behalf = { userId: string; ref: string; projectId: string };

export type Asking = Behalf & {
  dashboardId: string;
  asked: AskedFilters;
  /** Seconds; see `queries.run`. */
  maxAge: number;
  signal?: AbortSignal | undefined;
};

type Wanted = Pick<Asking, 'asked' | 'maxAge' | 'signal'>;
/** What clicks on other tiles narrowed it to. */
type Around = { where?: ResultCondition[] };

export type View = {
  client: ActingClient;
  dashboard: Dashboard;
  timeZone: string;
  now: Date;
};

/**
 * The dashboard as that person sees it now. What they lost, they lost here too; and what others put
 * on it reaches nothing of theirs in another project.
 */
export async function openView(
  { db, actAs }: AskNeeds,
  asking: Behalf & { dashboardId: string },
): Promise<View> {
  const { userId, ref, projectId, dashboardId } = asking;
  const client = actAs({ kind: 'run', ref, onBehalfOf: userId, within: projectId });
  const whole = await client.call(dashboardRoutes.show, { params: { projectId, dashboardId } });
  const dashboard = { ...whole, tiles: stackTabs(whole.tiles, whole.tabs) };
  const { timeZone } = await readRow<{ timeZone: string }>(
    db,
    sql`select coalesce(settings->>'timeZone', 'UTC') as "timeZone" from projects
        where id = ${projectId}`,
  );
  return { client, dashboard, timeZone, now: new Date() };
}

const lost = new Set<ErrorCode>([
  'E_PROJECT_NOT_FOUND',
  'E_FORBIDDEN',
  'E_EMAIL_UNVERIFIED',
  'E_INVALID_API_TOKEN',
]);

/** Whether the right to look is lost for good, or until somebody else takes it over. */
export function isLost({ code }: Failure): boolean {
  return lost.has(code);
}

export function titleOf(tile: Tile, { queries }: Dashboard): string {
  const query = 'queryId' in tile ? queries.find(({ id }) => id === tile.queryId) : undefined;
  return tile.title || (query && 'name' in query ? query.name : '');
}

/**
 * What the view is narrowed to. A filter that can't be applied, or that must have a value and has none,
 * is an error, never all rows.
 */
export function readAsked({ dashboard: { filters } }: View, asked: AskedFilters): FilterState {
  const state = readFilters(filters, asked);
  const [problem] = state.problems;
  if (problem) throw new Failure('E_VALIDATION', `The filter ${problem.slug} can not be applied.`);
  const missing = missingFilters(filters, state).map(({ label }) => label);
  if (missing.length > 0) throw new Failure('E_FILTER_MISSING', undefined, { filters: missing });
  return state;
}

/** What the query of a tile is asked with. */
function parametersOf(view: View, tile: AskingTile, asked: AskedFilters) {
  const { now, timeZone } = view;
  const { filters, queries } = view.dashboard;
  const state = readAsked(view, asked);
  const query = queries.find(({ id }) => id === tile.queryId);
  if (query?.state !== 'ready') throw new Failure('E_QUERY_NOT_FOUND');
  const [unfit] = unfitFilters(filters, state, query);
  if (unfit) throw new Failure('E_VALIDATION', `The query takes one value of ${unfit.slug}.`);
  const given = filterParameters(filters, state, now, timeZone);
  const missed = notApplied(filters, state, query).map(({ label }) => label);
  return { query, missed, parameters: tileParameters(query, tile.parameters, given) };
}

/** What one tile shows. */
export async function askTile(
  view: View,
  tile: AskingTile,
  { asked, maxAge, signal, part, where }: Wanted & Around & { part?: PartOfTime | undefined },
): Promise<QueryRows> {
  const { query, parameters } = parametersOf(view, tile, asked);
  const [fold, rowLimit, totals] = [foldOf(tile), rowLimitOf(tile), totalsOf(tile)];
  const body = {
    connector: { id: query.connectorId },
    parameters,
    maxAge,
    ...(fold && { fold }),
    ...(totals && { totals }),
    ...(rowLimit && { rowLimit }),
    ...(part && { part }),
    ...(where && { where }),
  };
  return view.client.call(
    queryRoutes.run,
    { params: { queryId: query.id }, body },
    signal ? { signal } : {},
  );
}

export type Shown = {
  tile: Tile;
  title: string;
  rows: QueryRows | undefined;
  /** What a number that is not over is compared with. */
  part: QueryRows | undefined;
  /** What it was asked with. */
  parameters: RunParameter[];
  /** Filters that have a value and mean nothing to its query. */
  missed: readonly string[];
  /** Of an image tile, as JPEG; only where it was asked for. */
  image: Buffer | undefined;
  /** How long the times of its columns are, where its query says so. */
  units: Record<string, BucketUnit> | undefined;
  failure: unknown;
};

const AT_ONCE = 6;

/** Every tile, a few at once; one that fails leaves the others alone. */
export async function askTiles(
  view: View,
  asking: Wanted & { withImages?: boolean },
): Promise<Shown[]> {
  const { dashboard } = view;
  const shown: Shown[] = dashboard.tiles.map((tile) => ({
    tile,
    title: titleOf(tile, dashboard),
    rows: undefined,
    part: undefined,
    parameters: [],
    missed: [],
    image: undefined,
    units: undefined,
    failure: undefined,
  }));
  const waiting = shown.filter(
    ({ tile }) => isAsking(tile) || (asking.withImages && tile.kind === 'image'),
  );
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        try {
          Object.assign(one, await showTile(view, one.tile, asking));
        } catch (error) {
          one.failure = error;
        }
      }
    }),
  );
  return shown;
}

/** All that one tile shows, of whatever kind it is. */
export async function showTile(
  view: View,
  tile: Tile,
  asking: Wanted & Around,
): Promise<Omit<Shown, 'tile' | 'title' | 'failure'>> {
  const nothing = {
    rows: undefined,
    part: undefined,
    parameters: [],
    missed: [],
    image: undefined,
    units: undefined,
  };
  if (tile.kind === 'image') return { ...nothing, image: await readImage(view, tile, asking) };
  if (!isAsking(tile)) return nothing;
  const rows = await askTile(view, tile, asking);
  const { query, parameters, missed } = parametersOf(view, tile, asking.asked);
  const { units } = query;
  const part = await askPart(view, tile, rows, asking);
  const all = [...missed, ...(rows.notApplied ?? [])];
  return { ...nothing, rows, part, parameters, units, missed: all };
}

/** Undefined where nothing is running, or the query does not tell what its times are made of. */
async function askPart(
  view: View,
  tile: AskingTile,
  rows: QueryRows,
  asking: Wanted & Around,
): Promise<QueryRows | undefined> {
  if (tile.kind !== 'number') return undefined;
  const { parameters } = parametersOf(view, tile, asking.asked);
  const { running } = readNumber(rows, { at: endOf(rows, view.timeZone, parameters) });
  if (!running) return undefined;
  try {
    return await askTile(view, tile, { ...asking, part: partOf(running) });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
