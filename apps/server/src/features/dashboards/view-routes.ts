import { PassThrough, type Readable } from 'node:stream';
import {
  dashboardViewRoutes,
  MOST_A_CONNECTOR,
  MOST_AT_ONCE,
} from '@causeway/contract/dashboards/view.ts';
import { isAsking, type Tile, type TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  type Fold,
  type PivotTotals,
  queryRoutes,
  type ResultCondition,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import type { Actor } from '#platform/access/actor.ts';
import type { Identity } from '#platform/access/find-actor.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs, ActingClient } from '#platform/operations/acting.ts';
import { readWhole } from './dashboards.ts';

/**
 * One request for all tiles of a view. A browser has six lines to a host: with a line a tile, a few
 * slow ones would keep the whole product waiting. Running belongs to the query: each is asked for as
 * who looks, with all that is checked then, and one that fails is one line.
 */
export function mountDashboardView(mount: Mount, actAs: ActAs): void {
  mount('dashboardView', dashboardViewRoutes, {
    run: async ({ db, params, body, actor, signal }) => {
      const { tiles, queries } = await readWhole(db, actor, params.dashboardId);
      const client = actAs(identityOf(actor));
      const asked = body.tiles.map((one) => ({
        ...one,
        query: findQuery(
          tiles.find(({ id }) => id === one.id),
          queries,
        ),
      }));
      return streamAnswers(client, asked, signal);
    },
  });
}

type Asked = {
  id: string;
  parameters: RunParameter[];
  rowLimit?: number | undefined;
  maxAge?: number | undefined;
  where?: ResultCondition[] | undefined;
  fold?: Fold | undefined;
  totals?: PivotTotals | undefined;
  query: Extract<TileQuery, { state: 'ready' }> | undefined;
};

/** In the order they were asked for, as far as there is room where they go. */
function streamAnswers(client: ActingClient, asked: Asked[], signal: AbortSignal): Readable {
  const output = new PassThrough();
  const waiting = [...asked];
  const running = new Map<string, number>();
  let atOnce = 0;

  function begin(): void {
    if (signal.aborted || (waiting.length === 0 && atOnce === 0)) {
      output.end();
      return;
    }
    while (atOnce < MOST_AT_ONCE) {
      const place = waiting.findIndex(({ query }) => countOf(query) < MOST_A_CONNECTOR);
      const [next] = place < 0 ? [] : waiting.splice(place, 1);
      if (!next) return;
      void answer(next);
    }
  }

  function countOf(query: Asked['query']): number {
    return running.get(query?.connectorId ?? '') ?? 0;
  }

  async function answer(next: Asked): Promise<void> {
    const key = next.query?.connectorId ?? '';
    running.set(key, countOf(next.query) + 1);
    atOnce += 1;
    const line = await answerOf(client, next, signal);
    running.set(key, countOf(next.query) - 1);
    atOnce -= 1;
    if (!output.writableEnded) output.write(line);
    begin();
  }

  begin();
  return output;
}

async function answerOf(client: ActingClient, asked: Asked, signal: AbortSignal): Promise<Buffer> {
  const { id: tileId, query, parameters, rowLimit, maxAge, where, fold, totals } = asked;
  try {
    if (!query) throw new Failure('E_QUERY_NOT_FOUND');
    const result = await client.bytes(
      queryRoutes.run,
      {
        params: { queryId: query.id },
        body: {
          connector: { id: query.connectorId },
          parameters,
          maxAge,
          where,
          fold,
          totals,
          ...(rowLimit && { rowLimit }),
        },
      },
      { signal },
    );
    return Buffer.concat([
      Buffer.from(`{"tileId":"${tileId}","result":`),
      result,
      Buffer.from('}\n'),
    ]);
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('E_INTERNAL');
    const { code, message, details } = failure;
    const told = { tileId, error: { code, message, ...(details && { details }) } };
    return Buffer.from(`${JSON.stringify(told)}\n`);
  }
}

function findQuery(tile: Tile | undefined, queries: readonly TileQuery[]): Asked['query'] {
  const query = tile && isAsking(tile) ? queries.find(({ id }) => id === tile.queryId) : undefined;
  return query?.state === 'ready' ? query : undefined;
}

/** Who looks, as they proved it: their rights are read anew for every query. */
function identityOf(actor: Actor): Identity {
  const { kind, ref, user, sessionId, keyId, scopes, onlyProjectId: within } = actor;
  if (sessionId !== null) return { sessionId };
  if (keyId !== null) return { keyId };
  if (kind === 'person' || kind === 'key') throw new Failure('E_FORBIDDEN');
  return { kind, ref, onBehalfOf: user.id, ...(scopes && { scopes }), ...(within && { within }) };
}
