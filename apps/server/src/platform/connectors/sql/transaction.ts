import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { Statement } from '#platform/db/database.ts';
import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases, TextResult } from './databases.ts';
import { asStatementFailure } from './failures.ts';
import type { SqlSession } from './sessions.ts';
import { type Watch, watchStatement } from './watch.ts';

/** Statements of our own, one after the other, all of which happen or none. */
export type UserTransaction = {
  /** The database's own number of it, by which it still knows later whether it was committed. */
  id: string;
  query: QueryInTransaction;
};

/** Cells are the text Postgres prints. */
export type QueryInTransaction = (statement: Statement) => Promise<TextResult>;

/**
 * Runs on a session, since triggers of the user's may run within it: it is reset afterwards. Commits
 * when the work is done. A commit whose answer was lost is asked for by its number; only where the
 * database can't tell either, the outcome is unknown.
 */
export function inUserTransaction<Result>(
  databases: SqlDatabases,
  target: SqlTarget,
  signal: AbortSignal,
  work: (transaction: UserTransaction) => Promise<Result>,
): Promise<Result> {
  return begin(databases, target, signal, async ({ session, watch, query }) => {
    const id = await readTransactionId(query);
    const result = await work({ id, query });
    await commit(session, watch).catch((error: unknown) => {
      return checkLostCommit(databases, target, { id, error });
    });
    // Word to stop that came too late may still be on its way to this backend.
    return { result, reuse: watch.isStopped() ? 'never' : 'after-reset' };
  });
}

type Begun = { session: SqlSession; watch: Watch; query: QueryInTransaction };
type Ended<Result> = { result: Result; reuse: 'never' | 'after-reset' };

/** A transaction on a session of its own, rolled back when the work in it fails. */
function begin<Result>(
  databases: SqlDatabases,
  target: SqlTarget,
  signal: AbortSignal,
  work: (begun: Begun) => Promise<Ended<Result>>,
): Promise<Result> {
  return databases.sessions.withSession(target, signal, async (session) => {
    const watch = watchStatement(databases, target, session, signal);
    const query: QueryInTransaction = (statement) => ask(session, watch, statement);
    try {
      await query({ text: 'begin', values: [] });
      return await work({ session, watch, query });
    } catch (error) {
      // Not left to the closing of the connection: whoever tries again must not wait for our locks.
      if (!watch.isStopped()) await session.client.query('rollback').catch(() => {});
      throw error;
    } finally {
      watch.end();
    }
  });
}

type Beginning = {
  databases: SqlDatabases;
  target: SqlTarget;
  session: SqlSession;
  signal: AbortSignal;
};

/** A session that rested may have lost its line: nobody waits for that without an end. */
export async function beginWithin(beginning: Beginning): Promise<void> {
  const { databases, target, session, signal } = beginning;
  const watch = watchStatement(databases, target, session, signal);
  try {
    await ask(session, watch, { text: 'begin', values: [] });
  } finally {
    watch.end();
  }
}

/** Runs statements as if they were to stay, and takes all of it back. */
export function inTrial<Result>(
  databases: SqlDatabases,
  target: SqlTarget,
  signal: AbortSignal,
  work: (query: QueryInTransaction) => Promise<Result>,
): Promise<Result> {
  return begin(databases, target, signal, async ({ session, watch, query }) => {
    const result = await work(query);
    // Not left to the closing of the connection: others must not wait for our locks.
    if (!watch.isStopped()) await session.client.query('rollback').catch(() => {});
    return { result, reuse: 'never' };
  });
}

const OUTCOME_QUESTIONS = 10;
const OUTCOME_PAUSE_MS = 200;

/** Returns when the commit took place after all. */
async function checkLostCommit(
  databases: SqlDatabases,
  target: SqlTarget,
  { id, error }: { id: string; error: unknown },
): Promise<void> {
  if (!(error instanceof Failure) || error.code !== 'E_OUTCOME_UNKNOWN') throw error;
  for (let asked = 0; asked < OUTCOME_QUESTIONS; asked += 1) {
    // What can not be asked stays unknown, and is told as that.
    const outcome = await findOutcome(databases, target, id).catch(() => undefined);
    if (outcome === 'committed') return;
    if (outcome === 'aborted') throw new Failure('E_UPSTREAM_UNREACHABLE');
    // The backend has not noticed yet that nobody is there any more, or the database restarts.
    await sleep(OUTCOME_PAUSE_MS);
  }
  throw error;
}

/** Gives the transaction its number, if it has none yet. */
export async function readTransactionId(query: QueryInTransaction): Promise<string> {
  const { rows } = await query({ text: 'select pg_catalog.txid_current()', values: [] });
  return rows[0]?.[0] ?? '';
}

/** How a transaction of a database ended; undefined where it does not know any more. */
export async function findOutcome(
  databases: SqlDatabases,
  target: SqlTarget,
  transactionId: string,
): Promise<'committed' | 'aborted' | 'in progress' | undefined> {
  const { rows } = await databases
    .read(target, 'select pg_catalog.txid_status($1::bigint)', [transactionId])
    .catch((error: unknown) => {
      // A number from the future: the database was restored from an older copy.
      const isForeign = error instanceof Failure && error.details?.sqlState === '22023';
      if (isForeign) return { rows: [] };
      throw error;
    });
  const status = rows[0]?.[0];
  return status === 'committed' || status === 'aborted' || status === 'in progress'
    ? status
    : undefined;
}

/** One statement of ours within a transaction; the clock runs only while the database works. */
export async function ask(
  session: SqlSession,
  watch: Watch,
  { text, values }: Statement,
): Promise<TextResult> {
  watch.resume();
  try {
    const asked = session.client.query<(string | null)[]>({
      text,
      values: [...values],
      rowMode: 'array',
    });
    asked.catch(() => {});
    const { fields, rows, rowCount } = await Promise.race([asked, watch.stopped]);
    return { fields, rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    if (watch.isStopped()) throw error;
    throw asStatementFailure(error);
  } finally {
    watch.pause();
  }
}

/** Nobody knows whether a commit that was not answered took place. */
export async function commit(session: SqlSession, watch: Watch): Promise<void> {
  watch.end();
  try {
    await session.client.query('commit');
  } catch (error) {
    if ((error as { severity?: string }).severity !== undefined) throw asStatementFailure(error);
    throw new Failure('E_OUTCOME_UNKNOWN');
  }
}
