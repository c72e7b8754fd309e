import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import type { OpenTransaction } from '@causeway/contract/sql/editor.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { type RunRequest, runOnSession } from '#platform/connectors/sql/run-statement.ts';
import { type SqlSession, statusOf } from '#platform/connectors/sql/sessions.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { ask, beginWithin } from '#platform/connectors/sql/transaction.ts';
import { watchStatement } from '#platform/connectors/sql/watch.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { idIn } from '#platform/http/siblings.ts';
import { createJournal, type Journal } from '#platform/ledger/journal.ts';
import type { RecordedStatement } from '#platform/ledger/record-statement.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import { askWithin, commit } from './commit.ts';
import {
  behindSavepoint,
  goBack,
  hangUp,
  type OnlyReads,
  readingWithin,
  type Trial,
  waitUntilReady,
} from './trial.ts';
import { createTurns, type Turns } from './turns.ts';

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
    how: { signal: AbortSignal; onlyReads?: OnlyReads | undefined },
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

export type RunInside = {
  request: RunRequest;
  recorded: RecordedStatement;
  /** Going back to a savepoint is the one way on after a failure. */
  mayRecover: boolean;
  /** Asked from a locked tab: whatever it calls, nothing of it stays. */
  onlyReads?: OnlyReads | undefined;
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
  turns: Turns;
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
      ({ turns, usedAt, seenAt }) =>
        !turns.isEnding() &&
        (now - seenAt > UNSEEN_MS || (turns.isFree() && now - usedAt > IDLE_SECONDS * 1000)),
    );
    await Promise.all(forgotten.map(rollBack));
  }

  async function rollBack(one: Held): Promise<void> {
    const { client } = one.session;
    held.delete(one.id);
    if (!one.turns.isFree()) await databases.cancel(one.target, client).catch(() => {});
    // What is sent behind the rollback would be outside of it, and stay.
    const isFree = await Promise.race([one.turns.whenFree().then(() => true), late()]);
    // The session is given up after this, which rolls back as well.
    if (isFree) await client.query('rollback').catch(() => {});
    else hangUp(client);
    one.release();
  }

  function read({ userId, connectorId }: Owner, id: string): Held {
    const one = held.get(id);
    const isTheirs = one?.userId === userId && one.connectorId === connectorId;
    if (!one || !isTheirs) throw new Failure('E_TRANSACTION_NOT_FOUND');
    return one;
  }

  /** Nobody else works in it meanwhile. Who had to wait may find that it is over. */
  async function inTurn<Result>(
    owner: Owner,
    id: string,
    doing: Parameters<Turns['take']>[0],
    work: (one: Held) => Promise<Result>,
  ): Promise<Result> {
    return read(owner, id).turns.take(doing, () => work(read(owner, id)));
  }

  async function take(target: SqlTarget, signal: AbortSignal) {
    const taken = Promise.withResolvers<SqlSession>();
    const over = Promise.withResolvers<void>();
    databases.sessions
      .withSession(target, signal, async (session) => {
        await beginWithin({ databases, target, session, signal });
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
        turns: createTurns(),
        release,
      };
      held.set(one.id, one);
      session.client.once('end', () => {
        held.delete(one.id);
        release();
      });
      return describe(one);
    },
    run: (owner, id, { request, recorded, mayRecover, onlyReads }) =>
      inTurn(owner, id, 'running', async (one) => {
        refuseGone(request.signal);
        const hasFailed = statusOf(one.session.client) === 'E';
        if (hasFailed && !mayRecover) throw new Failure('E_TRANSACTION_FAILED');
        const runAlone = (asked: RunRequest) =>
          runOnSession({ databases, ...one }, { ...asked, mode: 'alone' });
        one.statements += 1;
        one.changesSchema ||= recorded.inspection.changesSchema;
        try {
          return await (onlyReads
            ? readingWithin(one.session, onlyReads, () => runAlone(request))
            : one.journal.prepare(recorded, request).then(runAlone));
        } finally {
          await waitUntilReady(one.session.client);
          one.usedAt = Date.now();
          one.session.tap.close();
        }
      }),
    tryOut: (owner, id, { signal, onlyReads }, attempt) =>
      inTurn(owner, id, 'trying', async (one) => {
        const { session } = one;
        refuseGone(signal);
        if (statusOf(session.client) === 'E') throw new Failure('E_TRANSACTION_FAILED');
        const trial: Trial = {
          query: async (statement) => {
            // What runs looks after itself: told twice to stop, the second time may hit what is next.
            const watch = watchStatement(databases, one.target, session, signal);
            return ask(session, watch, statement).finally(() => watch.end());
          },
          run: (request) => runOnSession({ databases, ...one }, { ...request, mode: 'alone' }),
          undo: () => goBack(session),
        };
        try {
          return await (onlyReads
            ? readingWithin(session, onlyReads, () => attempt(trial))
            : behindSavepoint(session, () => attempt(trial)));
        } finally {
          one.usedAt = Date.now();
          session.tap.close();
        }
      }),
    hasChangedSchema: (owner, id) => read(owner, id).changesSchema,
    find: (owner, id) => {
      const one = held.get(id);
      if (!one || one.userId !== owner.userId) return undefined;
      one.seenAt = Date.now();
      return describe(one);
    },
    end: async (owner, id, how) => {
      const found = read(owner, id);
      // Nothing comes in between what is told of a commit and the commit itself.
      if (found.turns.isEnding()) throw new Failure('E_CONNECTOR_BUSY');
      if (how === 'rollback') return rollBack(found);
      return inTurn(owner, id, 'ending', async (one) => {
        if (statusOf(one.session.client) === 'E') throw new Failure('E_TRANSACTION_FAILED');
        const write = async (open: OpenSet) => {
          await one.journal.record(open, (statement) => askWithin(one.session, statement));
          held.delete(one.id);
          await commit(one.session).finally(one.release);
        };
        await recording(services, write, { whenDone: (tx) => one.journal.recordAccess(tx) });
        // What was read meanwhile is how it was before.
        if (one.changesSchema) await forgetCatalog(services, one.target.id);
      });
    },
    endForgotten,
    close: async () => {
      clearInterval(sweep);
      const left = [...held.values()].filter(({ turns }) => !turns.isEnding());
      await Promise.all(left.map(rollBack));
    },
  };
}

const LATE_MS = 12_000;

async function late(): Promise<false> {
  return sleep(LATE_MS, false, { ref: false });
}

/** Who went away while they waited wants nothing any more, and would break the transaction. */
function refuseGone(signal: AbortSignal): void {
  if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
}

function describe({ id, session, startedAt, statements, usedAt, turns }: Held): OpenTransaction {
  const idleMs = !turns.isFree() ? 0 : Date.now() - usedAt;
  return {
    id,
    state: statusOf(session.client) === 'E' ? 'failed' : 'open',
    startedAt: startedAt.toISOString(),
    statements,
    idleSecondsLeft: Math.max(0, Math.round(IDLE_SECONDS - idleMs / 1000)),
  };
}
