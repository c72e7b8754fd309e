import { Failure } from '@causeway/contract/errors.ts';
import type { SqlRequestTogether } from '@causeway/contract/sql/sql.ts';
import { type RunRequest, runOnSession } from '#platform/connectors/sql/run-statement.ts';
import type { SqlSession } from '#platform/connectors/sql/sessions.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { ask, commit } from '#platform/connectors/sql/transaction.ts';
import { watchStatement } from '#platform/connectors/sql/watch.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { createJournal, type Journal } from '#platform/ledger/journal.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import { encodeResult, prepare, recordedStatement, type SqlCall } from './run-sql.ts';

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
    if (prepared.request.mode !== 'rows' || !prepared.inspection.writesRows) {
      throw new Failure('E_VALIDATION', 'Together, only statements that change rows are run.');
    }
    all.push({ prepared, recorded: await recordedStatement(services, its, prepared) });
  }
  const journal = createJournal(services, opened.target);
  const requests: RunRequest[] = [];
  // Before anything is locked that this would look at.
  for (const { prepared, recorded } of all) {
    requests.push(await journal.prepare(recorded, prepared.request));
  }
  const together = { target: opened.target, requests, journal, signal };
  const { first, rowCount } = await inOneTransaction(services, together);
  const [{ prepared } = { prepared: undefined }] = all;
  if (!prepared || !first) throw new Failure('E_SQL_EMPTY');
  const saysMore = request.rowLimit !== undefined;
  return encodeResult(services, opened, prepared, { ...first, rowCount }, saysMore);
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
    const completed: Completed[] = [];
    await session.client.query('begin');
    // Where one fails, the database has taken all of them back; the session is given up.
    for (const request of requests) completed.push(await runWithin(within, request));
    await commitRecorded(within, journal, signal);
    const [first] = completed;
    const rowCount = completed.reduce((sum, one) => sum + one.rowCount, 0);
    return { result: { first, rowCount }, reuse: 'after-reset' };
  });
}

async function commitRecorded(
  { services, target, session }: Within,
  journal: Journal,
  signal: AbortSignal,
): Promise<void> {
  const watch = watchStatement(services.databases, target, session, signal);
  watch.pause();
  const write = async (open: OpenSet) => {
    await journal.record(open, (statement) => ask(session, watch, statement));
    await commit(session, watch);
  };
  try {
    await recording(services, write, { whenDone: (tx) => journal.recordAccess(tx) });
  } catch (error) {
    // Not left to the closing of the connection: whoever tries again must not wait for our locks.
    if (!watch.isStopped()) await session.client.query('rollback').catch(() => {});
    throw error;
  } finally {
    watch.end();
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
