import { PassThrough, type Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import type { FilesProgress, fileRoutes } from '@causeway/contract/sql/files.ts';
import type { RouteParsed } from '@causeway/contract/route.ts';
import { MOST_ROWS } from '@causeway/contract/sql/sql.ts';
import { RESULT_PAGE_ROWS } from '@causeway/contract/sql/editor.ts';
import { countCompute } from '#platform/credits/compute.ts';
import { requireKeyRoom } from '#platform/credits/key-caps.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { readStatement, type ReadyTables, withTables } from '#platform/files/query-files.ts';
import {
  type FinishedRun,
  parametersOf,
  recordRun,
  type RunOutcome,
} from '#platform/queries/runs.ts';
import type { Services } from '#platform/services.ts';
import { askReady } from './ask-ready.ts';
import { bind, type BoundStatement } from './bind.ts';

type RunBody = RouteParsed<typeof fileRoutes.run>['body'];
export type RunCall = FilesCall & { body: RunBody };

/** Beyond this many bytes a result is refused; it would have to be held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;
const LONGEST_MS = 120_000;
/** What is over sooner than this needs no progress, and fails with a status of its own. */
const QUIET_MS = 250;

/**
 * Runs a statement: lines that tell how it goes, and at last the result. What goes wrong before the
 * first line is an answer like any other; what goes wrong later is the last line.
 */
export async function streamRun(services: Services, call: RunCall): Promise<Readable> {
  const output = new PassThrough();
  const begun = Promise.withResolvers<void>();
  const startedAt = Date.now();
  let isBegun = false;
  const onProgress = (progress: FilesProgress) => {
    if (!isBegun && Date.now() - startedAt < QUIET_MS) return;
    isBegun = true;
    begun.resolve();
    output.write(`${JSON.stringify({ progress })}\n`);
  };
  run(services, { ...call, onProgress })
    .then((result) => {
      output.write('{"result":');
      output.write(result);
      output.end('}\n');
      begun.resolve();
    })
    .catch((error: unknown) => {
      if (isBegun) output.end(`${JSON.stringify({ error: describe(services, error) })}\n`);
      else begun.reject(error);
    });
  await begun.promise;
  return output;
}

async function run(services: Services, call: RunCall): Promise<Buffer> {
  const { body, actor, opened } = call;
  const startedAt = performance.now();
  const finished: Omit<FinishedRun, 'status' | 'milliseconds'> = {
    id: crypto.randomUUID(),
    userId: actor.user.id,
    projectId: actor.project.id,
    connectorId: opened.connector.id,
    sql: body.sql,
    parameters: parametersOf(body.bindings),
    queryId: body.queryId,
    startedAt,
  };
  const record = (rest: Pick<FinishedRun, 'status' | 'error' | 'result'>) =>
    recordRun(services.db, {
      ...finished,
      ...rest,
      milliseconds: performance.now() - startedAt,
    });
  try {
    const outcome = await runOverFiles(services, call);
    const milliseconds = performance.now() - startedAt;
    const kept = record({ status: 'done', result: outcome });
    // Pages beyond the first have to be there when they are asked for; nobody waits for the rest.
    if (outcome.pages.length > 1) await kept;
    else kept.catch((error: unknown) => services.logger.warn({ err: error }, 'history'));
    return encode(finished.id, outcome, milliseconds);
  } catch (error) {
    if (error instanceof Failure && error.code !== 'E_SQL_EMPTY') {
      const status = error.code === 'E_QUERY_CANCELLED' ? 'cancelled' : 'failed';
      record({ status, error: error.message }).catch((reason: unknown) =>
        services.logger.warn({ err: reason }, 'history'),
      );
    }
    throw error;
  }
}

type OverFiles = FilesCall & { body: Pick<RunBody, 'sql' | 'bindings' | 'rowLimit'> };

export async function runOverFiles(services: Services, call: OverFiles): Promise<RunOutcome> {
  const { body, opened } = call;
  const bound = await bind(services.sqlParser, body);
  const mostRows = Math.min(body.rowLimit, opened.connector.settings.rowLimit ?? MOST_ROWS);
  return counted(services, call, () =>
    askPlaced(bound, async () => {
      const named = await readStatement(services, call, bound.text);
      return withTables(services, call, named, async (ready) => {
        const { fields, pages, rowCount, hasMore } = await runReady(services, call, ready, {
          bound,
          rowLimit: mostRows,
        });
        const loaded = { rowCount, loadedRows: rowCount, hasMore };
        return { command: 'SELECT', ...loaded, fields, source: null, pages: pages.map(toBuffer) };
      });
    }),
  );
}

/** However it ends, the time it took is counted; a key at its cap does not begin. */
export async function counted<Answer>(
  services: Services,
  { actor, opened }: FilesCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (actor.keyId !== null) await requireKeyRoom(services.db, actor.keyId);
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    const causeId = opened.connector.id;
    countCompute(services, actor, { causeKind: 'files', causeId, begunAt });
  }
}

function runReady(
  services: Services,
  { signal, opened }: FilesCall,
  ready: ReadyTables,
  { bound, rowLimit }: { bound: BoundStatement; rowLimit: number },
) {
  const { text: sql, values } = bound;
  const { tables } = ready;
  const limits = { rowLimit, rowsAPage: RESULT_PAGE_ROWS, mostBytes: MOST_BYTES };
  const work = { kind: 'run', sql, values, tables, ...limits } as const;
  const limitMs = longestRun(opened.connector);
  return askReady<'run'>(services, ready, work, { signal, limitMs });
}

export function longestRun({ settings }: FilesCall['opened']['connector']): number {
  return settings.timeoutSeconds === undefined ? LONGEST_MS : settings.timeoutSeconds * 1_000;
}

/** Positions count from 1, in the statement as it was sent. */
export async function askPlaced<Answer>(
  { placeInOriginal }: BoundStatement,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failure) || typeof error.details?.place !== 'number') throw error;
    const { place, ...details } = error.details;
    const position = placeInOriginal(place) + 1;
    throw new Failure(error.code, error.message, { ...details, position });
  }
}

function toBuffer(page: Uint8Array): Buffer {
  return Buffer.from(page.buffer, page.byteOffset, page.byteLength);
}

function encode(runId: string, outcome: RunOutcome, milliseconds: number): Buffer {
  const { pages, ...head } = outcome;
  const tail = { milliseconds, messages: [], transaction: null };
  const text = JSON.stringify({ runId, ...head, ...tail });
  return Buffer.concat([
    Buffer.from(`${text.slice(0, -1)},"rows":[`),
    pages[0] ?? Buffer.alloc(0),
    Buffer.from(']}'),
  ]);
}

function describe({ logger }: Services, error: unknown) {
  if (!(error instanceof Failure)) logger.error({ err: error }, 'files');
  const failure = error instanceof Failure ? error : new Failure('E_INTERNAL');
  const { code, message, details } = failure;
  return { code, message, ...(details && { details }) };
}
