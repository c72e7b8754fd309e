import { Failure } from '@causeway/contract/errors.ts';
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
  readFilters,
  tileParameters,
} from '@causeway/contract/dashboards/filter-values.ts';
import { stackTabs } from '@causeway/contract/dashboards/layout.ts';
import { foldOf, rowLimitOf } from '@causeway/contract/dashboards/tile-asks.ts';
import { queryRoutes, type QueryRows } from '@causeway/contract/sql/queries.ts';
import { type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ActAs, ActingClient } from '#platform/operations/acting.ts';

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

export type View = {
  client: ActingClient;
  dashboard: Dashboard;
  timeZone: string;
  /** By the clock on the wall of the project: what today is. */
  now: Date;
};

/** The dashboard as that person sees it now. What they lost, they lost here too. */
export async function openView(
  { db, actAs }: AskNeeds,
  asking: Behalf & { dashboardId: string },
): Promise<View> {
  const { userId, ref, projectId, dashboardId } = asking;
  const client = actAs({ kind: 'run', ref, onBehalfOf: userId });
  const whole = await client.call(dashboardRoutes.show, { params: { projectId, dashboardId } });
  const dashboard = { ...whole, tiles: stackTabs(whole.tiles, whole.tabs) };
  const { timeZone } = await readRow<{ timeZone: string }>(
    db,
    sql`select coalesce(settings->>'timeZone', 'UTC') as "timeZone" from projects
        where id = ${projectId}`,
  );
  return { client, dashboard, timeZone, now: wallClock(new Date(), timeZone) };
}

/** A date whose local parts are those of the zone: days are counted by the calendar there. */
function wallClock(now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return new Date(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

export function titleOf(tile: Tile, { queries }: Dashboard): string {
  const query = 'queryId' in tile ? queries.find(({ id }) => id === tile.queryId) : undefined;
  return tile.title || (query && 'name' in query ? query.name : '');
}

/** What one tile shows. A filter that can't be applied is an error, never all rows. */
export async function askTile(
  { client, dashboard, now }: View,
  tile: AskingTile,
  { asked, maxAge, signal }: Pick<Asking, 'asked' | 'maxAge' | 'signal'>,
): Promise<QueryRows> {
  const state = readFilters(dashboard.filters, asked);
  const [problem] = state.problems;
  if (problem) throw new Failure('E_VALIDATION', `The filter ${problem.slug} can not be applied.`);
  const query = dashboard.queries.find(({ id }) => id === tile.queryId);
  if (query?.state !== 'ready') throw new Failure('E_QUERY_NOT_FOUND');
  const given = filterParameters(dashboard.filters, state, now);
  const parameters = tileParameters(query, tile.parameters, given);
  const [fold, rowLimit] = [foldOf(tile), rowLimitOf(tile)];
  const body = {
    connector: { id: query.connectorId },
    parameters,
    maxAge,
    ...(fold && { fold }),
    ...(rowLimit && { rowLimit }),
  };
  return client.call(
    queryRoutes.run,
    { params: { queryId: query.id }, body },
    signal ? { signal } : {},
  );
}

export type Shown = { tile: Tile; title: string; rows: QueryRows | undefined; failure: unknown };

const AT_ONCE = 6;

/** Every tile, a few at once; one that fails leaves the others alone. */
export async function askTiles(
  view: View,
  asking: Pick<Asking, 'asked' | 'maxAge' | 'signal'>,
): Promise<Shown[]> {
  const { dashboard } = view;
  const shown: Shown[] = dashboard.tiles.map((tile) => ({
    tile,
    title: titleOf(tile, dashboard),
    rows: undefined,
    failure: undefined,
  }));
  const waiting = shown.filter(({ tile }) => isAsking(tile));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        if (!isAsking(one.tile)) continue;
        try {
          one.rows = await askTile(view, one.tile, asking);
        } catch (error) {
          one.failure = error;
        }
      }
    }),
  );
  return shown;
}
