import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { OpenTransaction } from '@causeway/contract/sql/editor.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import type { TextResult } from '#platform/connectors/sql/databases.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import { type RunRequest, runOnSession } from '#platform/connectors/sql/run-statement.ts';
import { type SqlSession, statusOf } from '#platform/connectors/sql/sessions.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { ask, type QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { watchStatement } from '#platform/connectors/sql/watch.ts';
import { checkReadsAsWeDo } from '#platform/connectors/sql/wire.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Statement } from '#platform/db/database.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import { idIn } from '#platform/http/siblings.ts';
import { createJournal, type Journal } from '#platform/ledger/journal.ts';
import type { RecordedStatement } from '#platform/ledger/record-statement.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';

/**
 * Transactions people work in by hand. Each holds a session of its connector and is one of:
 * - open: its owner runs statements in it, one after the other
 * - failed: a statement failed; Postgres takes nothing but a rollback
 * - over: committed, rolled back by its owner, or rolled back by us because it was not used, because
 *   nobody looked at it any more, or because the connection broke. The session is closed, never
 *   used again.
 *
 * A session belongs to the process that opened it, so calls about a transaction have to reach it:
 * processes that share a port pass them on, another instance answers that it is not open any more.
 */
export type Transactions = {
  open(owner: Owner, target: SqlTarget, signal: AbortSignal): Promise<OpenTransaction>;
  run(owner: Owner, id: string, run: RunInside): Promise<Completed>;
  /**
   * Lets something happen in it and takes it back: whoever asks sees what the transaction has done so
   * far, and the transaction goes on as if nothing had been asked.
   */
  tryOut<Result>(
    owner: Owner,
    id: string,
    how: { signal: AbortSignal; onlyReads?: RunInside['onlyReads'] },
    attempt: (trial: Trial) => Promise<Result>,
  ): Promise<Result>;
  /** Whether it has changed tables in a way that nobody else sees yet. */
  hasChangedSchema(owner: Owner, id: string): boolean;
  /** Undefined when it is over. Asking tells that its owner still looks. */
  find(owner: Owner, id: string): OpenTransaction | undefined;
  end(owner: Owner, id: string, how: 'commit' | 'rollback'): Promise<void>;
  /** Rolls back what nobody used or looked at for too long; done by itself every few seconds. */
  endForgotten(now?: number): Promise<void>;
  close(): Promise<void>;
};

export type Trial = {
  query: QueryInTransaction;
  run(request: RunRequest): Promise<Completed>;
  /** Takes back what was tried so far. */
  undo(): Promise<void>;
};

export type RunInside = {
  request: RunRequest;
  recorded: RecordedStatement;
  /** Going back to a savepoint is the one way on after a failure. */
  mayRecover: boolean;
  /** Asked from a locked tab: whatever it calls, nothing of it stays. */
  onlyReads?: { readerRole: string | undefined } | undefined;
};

/** A transaction is its owner's alone, in the connector it was opened in. */
export type Owner = { userId: string; connectorId: string };

type Held = Owner & {
  id: string;
  target: SqlTarget;
  session: SqlSession;
  /** What it wrote, told at its commit. */
  journal: Journal;
  startedAt: Date;
  usedAt: number;
  seenAt: number;
  statements: number;
  /** What it changed about tables is to be seen at its commit. */
  changesSchema: boolean;
  running: Promise<unknown> | undefined;
  /** What runs is only tried: who wants to go on waits for it. */
  isTrying: boolean;
  /** Its commit is on the way: nothing comes in between what is told of it and the commit itself. */
  isEnding: boolean;
  /** Lets the session go. */
  release(): void;
};

const IDLE_SECONDS = 300;
/** A page in the background is woken once a minute. */
const UNSEEN_MS = 90_000;
const SWEEP_MS = 5_000;
/** Others need sessions of the connector too. */
const MOST_A_CONNECTOR = 4;
const MOST_A_PERSON = 2;

/** The one that a call is about. */
export function transactionOf({ params, body }: FastifyRequest): string | undefined {
  const named = { ...(body as object | null), ...(params as object) } as {
    transactionId?: unknown;
  };
  return typeof named.transactionId === 'string' ? named.transactionId : undefined;
}

export function createTransactions(services: Services): Transactions {
  const { databases } = services;
  const held = new Map<string, Held>();
  /** Those that wait for their session count as well: many may be asked for at once. */
  const opening = new Set<Owner>();
  const sweep = setInterval(() => void endForgotten(), SWEEP_MS);
  sweep.unref();

  async function endForgotten(now = Date.now()): Promise<void> {
    const forgotten = [...held.values()].filter(
      ({ running, isEnding, usedAt, seenAt }) =>
        !isEnding && (now - seenAt > UNSEEN_MS || (!running && now - usedAt > IDLE_SECONDS * 1000)),
    );
    await Promise.all(forgotten.map(rollBack));
  }

  async function rollBack(one: Held): Promise<void> {
    held.delete(one.id);
    if (one.running) await databases.cancel(one.target, one.session.client).catch(() => {});
    // The session is given up after this, which rolls back as well.
    await one.session.client.query('rollback').catch(() => {});
    one.release();
  }

  function read({ userId, connectorId }: Owner, id: string): Held {
    const one = held.get(id);
    const isTheirs = one?.userId === userId && one.connectorId === connectorId;
    if (!one || !isTheirs) throw new Failure('E_TRANSACTION_NOT_FOUND');
    return one;
  }

  /** Once what is only tried is over; it may have been rolled back meanwhile. */
  async function readIdle(owner: Owner, id: string): Promise<Held> {
    const { isTrying, running } = read(owner, id);
    // Whoever tried hears of it; the next one only waits.
    if (isTrying) await running?.catch(() => {});
    const one = read(owner, id);
    if (one.running || one.isEnding) throw new Failure('E_CONNECTOR_BUSY');
    return one;
  }

  async function take(target: SqlTarget, signal: AbortSignal) {
    const taken = Promise.withResolvers<SqlSession>();
    const over = Promise.withResolvers<void>();
    databases.sessions
      .withSession(target, signal, async (session) => {
        await session.client.query('begin');
        taken.resolve(session);
        await over.promise;
        return { result: undefined, reuse: 'never' };
      })
      .catch((error: unknown) => taken.reject(error as Error));
    return { session: await taken.promise, release: over.resolve };
  }

  return {
    open: async (owner, target, signal) => {
      const others = [...held.values(), ...opening].filter(
        ({ connectorId }) => connectorId === target.id,
      );
      const own = others.filter(({ userId }) => userId === owner.userId);
      if (others.length >= MOST_A_CONNECTOR || own.length >= MOST_A_PERSON) {
        throw new Failure('E_CONNECTOR_BUSY');
      }
      const asked = { ...owner };
      opening.add(asked);
      const { session, release } = await take(target, signal).finally(() => opening.delete(asked));
      const now = Date.now();
      const one: Held = {
        ...owner,
        id: idIn(services.siblings?.slot ?? 0),
        target,
        session,
        journal: createJournal(services, target),
        startedAt: new Date(now),
        usedAt: now,
        seenAt: now,
        statements: 0,
        changesSchema: false,
        running: undefined,
        isTrying: false,
        isEnding: false,
        release,
      };
      held.set(one.id, one);
      session.client.once('end', () => {
        held.delete(one.id);
        release();
      });
      return describe(one);
    },
    run: async (owner, id, { request, recorded, mayRecover, onlyReads }) => {
      const one = await readIdle(owner, id);
      const hasFailed = statusOf(one.session.client) === 'E';
      if (hasFailed && !mayRecover) throw new Failure('E_TRANSACTION_FAILED');
      const runAlone = (asked: RunRequest) =>
        runOnSession({ databases, ...one }, { ...asked, mode: 'alone' });
      const running = onlyReads
        ? readingWithin(one.session, onlyReads, () => runAlone(request))
        : one.journal.prepare(recorded, request).then(runAlone);
      one.running = running;
      one.statements += 1;
      one.changesSchema ||= recorded.inspection.changesSchema;
      try {
        return await running;
      } finally {
        await waitUntilReady(one.session.client);
        one.running = undefined;
        one.usedAt = Date.now();
        one.session.tap.close();
      }
    },
    tryOut: async (owner, id, { signal, onlyReads }, attempt) => {
      const one = await readIdle(owner, id);
      const { session } = one;
      if (statusOf(session.client) === 'E') throw new Failure('E_TRANSACTION_FAILED');
      const watch = watchStatement(databases, one.target, session, signal);
      const trial: Trial = {
        query: (statement) => ask(session, watch, statement),
        run: (request) => runOnSession({ databases, ...one }, { ...request, mode: 'alone' }),
        undo: () => goBack(session),
      };
      const trying = onlyReads
        ? readingWithin(session, onlyReads, () => attempt(trial))
        : behindSavepoint(session, () => attempt(trial));
      one.running = trying;
      one.isTrying = true;
      try {
        return await trying;
      } finally {
        watch.end();
        one.running = undefined;
        one.isTrying = false;
        one.usedAt = Date.now();
        session.tap.close();
      }
    },
    hasChangedSchema: (owner, id) => read(owner, id).changesSchema,
    find: (owner, id) => {
      const one = held.get(id);
      if (!one || one.userId !== owner.userId) return undefined;
      one.seenAt = Date.now();
      return describe(one);
    },
    end: async (owner, id, how) => {
      const found = read(owner, id);
      if (found.isEnding) throw new Failure('E_CONNECTOR_BUSY');
      if (how === 'rollback') return rollBack(found);
      const one = await readIdle(owner, id);
      if (statusOf(one.session.client) === 'E') throw new Failure('E_TRANSACTION_FAILED');
      one.isEnding = true;
      try {
        const write = async (open: OpenSet) => {
          await one.journal.record(open, (statement) => askWithin(one.session, statement));
          held.delete(one.id);
          await commit(one);
        };
        await recording(services, write, { whenDone: (tx) => one.journal.recordAccess(tx) });
        // What was read meanwhile is how it was before.
        if (one.changesSchema) await forgetCatalog(services, one.target.id);
      } finally {
        one.isEnding = false;
      }
      return undefined;
    },
    endForgotten,
    close: async () => {
      clearInterval(sweep);
      const left = [...held.values()].filter(({ isEnding }) => !isEnding);
      await Promise.all(left.map(rollBack));
    },
  };
}

async function commit({ session, release }: Held): Promise<void> {
  try {
    await session.client.query('commit');
  } catch (error) {
    const isAnswer = (error as { severity?: string }).severity !== undefined;
    throw isAnswer ? asStatementFailure(error) : new Failure('E_OUTCOME_UNKNOWN');
  } finally {
    release();
  }
}

const READING = 'causeway_trial';

/**
 * Reads inside a transaction that may write: behind a savepoint the rest of it is read-only, and going
 * back to the savepoint undoes both that and whatever the reading did.
 */
async function readingWithin<Result>(
  session: SqlSession,
  { readerRole }: NonNullable<RunInside['onlyReads']>,
  read: () => Promise<Result>,
): Promise<Result> {
  const { client } = session;
  checkReadsAsWeDo(client);
  return behindSavepoint(session, async () => {
    await client.query('set local transaction_read_only = on');
    if (readerRole !== undefined) {
      await client.query(`set local role ${quoteIdentifier(readerRole)}`);
    }
    return read();
  });
}

/** Whatever the work did is taken back, a failure that broke the transaction included. */
async function behindSavepoint<Result>(
  session: SqlSession,
  work: () => Promise<Result>,
): Promise<Result> {
  const { client } = session;
  await client.query(`savepoint ${READING}`);
  try {
    return await work();
  } finally {
    await waitUntilReady(client);
    // In a transaction that is broken or over there is no savepoint left to go back to.
    await goBack(session).catch(() => {});
    await client.query(`release savepoint ${READING}`).catch(() => {});
  }
}

async function goBack({ client }: SqlSession): Promise<void> {
  await client.query(`rollback to savepoint ${READING}`);
}

/** A statement of our own inside a transaction by hand. */
async function askWithin({ client }: SqlSession, { text, values }: Statement): Promise<TextResult> {
  const { fields, rows, rowCount } = await client.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
  });
  return { fields, rows, rowCount: rowCount ?? 0 };
}

const READY_PATIENCE_MS = 10_000;

/** An error comes before word of what it did to the transaction, and so does an answer to a cancelled call. */
async function waitUntilReady(client: pg.Client): Promise<void> {
  const { readyForQuery } = client as unknown as { readyForQuery: boolean };
  if (readyForQuery) return;
  const signal = AbortSignal.timeout(READY_PATIENCE_MS);
  await Promise.race([once(client, 'drain', { signal }), once(client, 'end', { signal })]).catch(
    () => {},
  );
}

function describe({ id, session, startedAt, statements, usedAt, running }: Held): OpenTransaction {
  const idleMs = running ? 0 : Date.now() - usedAt;
  return {
    id,
    state: statusOf(session.client) === 'E' ? 'failed' : 'open',
    startedAt: startedAt.toISOString(),
    statements,
    idleSecondsLeft: Math.max(0, Math.round(IDLE_SECONDS - idleMs / 1000)),
  };
}
