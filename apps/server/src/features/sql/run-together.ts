import { Failure } from '@causeway/contract/errors.ts';
import type { SqlRequestTogether } from '@causeway/contract/sql/sql.ts';
import { type RunRequest, runOnSession } from '#platform/connectors/sql/run-statement.ts';
import { type SqlSession, STATEMENT_TIMEOUT_MS } from '#platform/connectors/sql/sessions.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { ask, beginWithin, commit } from '#platform/connectors/sql/transaction.ts';
import { watchStatement } from '#platform/connectors/sql/watch.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { createJournal, type Journal } from '#platform/ledger/journal.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import {
  encodeResult,
  type Prepared,
  prepare,
  recordedStatement,
  type SqlCall,
} from './run-sql.ts';

/** Statements that change rows, in one transaction and as one set of changes: all of them or none. */
export async function runTogether(
  services: Services,
  call: SqlCall,
  further: NonNullable<SqlRequestTogether['further']>,
): Promise<Buffer> {
  const { opened, request, signal } = call;
  const all = [];
  for (const one of [request, ...further]) {
    const its = { ...call, request: { ...request, bindings: undefined, ...one } };
    const prepared = await prepare(services, its);
    if (!mayRunTogether(prepared, all.length === 0)) {
      throw new Failure('E_VALIDATION', REFUSAL);
    }
    all.push({ prepared, recorded: await recordedStatement(services, its, prepared) });
  }
  const journal = createJournal(services, opened.target);
  const requests: RunRequest[] = [];
  // Before anything is locked that this would look at.
  for (const { prepared, recorded } of all) {
    requests.push(await journal.prepare(recorded, prepared.request));
  }
  const { first, rowCount } = await withinTime(opened.target, signal, (limited) => {
    const together = { target: opened.target, requests, journal, signal: limited };
    return inOneTransaction(services, together);
  });
  const [{ prepared } = { prepared: undefined }] = all;
  if (!prepared || !first) throw new Failure('E_SQL_EMPTY');
  const saysMore = request.rowLimit !== undefined;
  return encodeResult(services, opened, prepared, { ...first, rowCount }, saysMore);
}

const REFUSAL =
  'Together, statements are run that change the rows of one table each and call nothing that stays behind in the session; only the first may return rows.';

/**
 * What a statement leaves behind in the session would change what the next one means, after it was
 * judged; and rows that nobody is answered would only take memory.
 */
function mayRunTogether({ request, inspection }: Prepared, isFirst: boolean): boolean {
  const { writesRows, leavesNoTrace, written } = inspection;
  const isQuiet = isFirst || written?.hasReturning === false;
  return request.mode === 'rows' && writesRows && leavesNoTrace && isQuiet;
}

type Together = {
  target: SqlTarget;
  requests: readonly RunRequest[];
  journal: Journal;
  signal: AbortSignal;
};

async function inOneTransaction(
  services: Services,
  { target, requests, journal, signal }: Together,
): Promise<{ first: Completed | undefined; rowCount: number }> {
  return services.databases.sessions.withSession(target, signal, async (session) => {
    const within = { services, target, session };
    let first: Completed | undefined;
    let rowCount = 0;
    await beginWithin({ ...within, databases: services.databases, signal });
    // Where one fails, the database has taken all of them back; the session is given up.
    for (const request of requests) {
      const completed = await runWithin(within, { ...request, signal });
      rowCount += completed.rowCount;
      first ??= completed;
    }
    const isStopped = await commitRecorded(within, journal, signal);
    // Word to stop that came too late may still be on its way to this backend.
    return { result: { first, rowCount }, reuse: isStopped ? 'never' : 'after-reset' };
  });
}

async function commitRecorded(
  { services, target, session }: Within,
  journal: Journal,
  signal: AbortSignal,
): Promise<boolean> {
  const watch = watchStatement(services.databases, target, session, signal);
  watch.pause();
  const write = async (open: OpenSet) => {
    await journal.record(open, (statement) => ask(session, watch, statement));
    await commit(session, watch);
  };
  try {
    await recording(services, write, { whenDone: (tx) => journal.recordAccess(tx) });
    return watch.isStopped();
  } catch (error) {
    // Not left to the closing of the connection: whoever tries again must not wait for our locks.
    if (!watch.isStopped()) await session.client.query('rollback').catch(() => {});
    throw error;
  } finally {
    watch.end();
  }
}

/** Each has the time of a statement; all of them, with their locks, twice that. */
async function withinTime<Result>(
  { timeoutMs = STATEMENT_TIMEOUT_MS }: SqlTarget,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.timeout(2 * timeoutMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    const isLate = limit.aborted && !signal.aborted;
    const isCancelled = error instanceof Failure && error.code === 'E_QUERY_CANCELLED';
    throw isLate && isCancelled ? new Failure('E_QUERY_TIMEOUT') : error;
  }
}

type Within = { services: Services; target: SqlTarget; session: SqlSession };

async function runWithin(
  { services: { databases }, target, session }: Within,
  request: RunRequest,
): Promise<Completed> {
  try {
    return await runOnSession({ databases, target, session }, { ...request, mode: 'alone' });
  } catch (error) {
    // Of one on its own nobody would know; here nothing was committed yet.
    const isLost = error instanceof Failure && error.code === 'E_OUTCOME_UNKNOWN';
    throw isLost ? new Failure('E_UPSTREAM_UNREACHABLE') : error;
  } finally {
    session.tap.close();
  }
}
