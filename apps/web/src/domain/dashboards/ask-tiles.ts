import { dashboardViewRoutes, type TileAnswer } from '@causeway/contract/dashboards/view.ts';
import type {
  Fold,
  PivotTotals,
  QueryRows,
  ResultCondition,
  RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { api } from '#platform/api/api.ts';

/** Where tiles are looked at. */
export type TileView = { projectId: string; dashboardId: string };

type Asked = {
  id: string;
  parameters: RunParameter[];
  maxAge: number;
  rowLimit?: number;
  where?: ResultCondition[];
  fold?: Fold;
  totals?: PivotTotals;
};

type Waiting = {
  asked: Asked;
  resolve: (rows: QueryRows) => void;
  reject: (reason: unknown) => void;
  signal: AbortSignal;
};

const batches = new Map<string, Waiting[]>();

/**
 * What a tile shows. Tiles that ask in the same moment share one request, which is closed, and
 * their queries with it, once nobody waits for any of them.
 */
export function askTile(view: TileView, asked: Asked, signal: AbortSignal): Promise<QueryRows> {
  const key = `${view.projectId} ${view.dashboardId}`;
  const { promise, resolve, reject } = Promise.withResolvers<QueryRows>();
  const batch = batches.get(key);
  const waiting = { asked, resolve, reject, signal };
  if (batch) batch.push(waiting);
  else {
    const started = [waiting];
    batches.set(key, started);
    // After the effects of this render: all tiles of the page are in one request.
    setTimeout(() => {
      batches.delete(key);
      void send(view, started);
    });
  }
  return promise;
}

async function send({ projectId, dashboardId }: TileView, batch: Waiting[]): Promise<void> {
  const wanted = batch.filter(({ signal }) => !signal.aborted);
  const closing = new AbortController();
  let left = wanted.length;
  for (const { signal, reject } of wanted) {
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      left -= 1;
      if (left === 0) closing.abort();
    });
  }
  for (const { signal, reject } of batch) if (signal.aborted) reject(signal.reason);
  if (wanted.length === 0) return;
  const input = {
    params: { projectId, dashboardId },
    body: { tiles: wanted.map(({ asked }) => asked) },
  };
  try {
    const stream = api.stream(dashboardViewRoutes.run, input, { signal: closing.signal });
    for await (const answer of linesOf(stream)) settle(wanted, answer);
    for (const { reject } of wanted) reject(new Error('The answer ended too soon'));
  } catch (error) {
    const reason = error instanceof Error && error.cause ? error.cause : error;
    for (const { reject } of wanted) reject(reason);
  }
}

function settle(wanted: Waiting[], answer: TileAnswer): void {
  const place = wanted.findIndex(({ asked }) => asked.id === answer.tileId);
  const [waiting] = place < 0 ? [] : wanted.splice(place, 1);
  if (!waiting) return;
  if ('error' in answer) waiting.reject(answer.error);
  else waiting.resolve(answer.result);
}

async function* linesOf(stream: AsyncIterable<string>): AsyncGenerator<TileAnswer> {
  const parts: string[] = [];
  for await (const chunk of stream) {
    const lines = chunk.split('\n');
    for (const line of lines.slice(0, -1)) {
      parts.push(line);
      yield JSON.parse(parts.join('')) as TileAnswer;
      parts.length = 0;
    }
    parts.push(lines.at(-1) ?? '');
  }
}
