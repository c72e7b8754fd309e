import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import { createShares, createSharesByKey, shareOf } from '#platform/limits/shares.ts';
import { isOfConnector, keyOf, type SqlTarget } from '../stored.ts';
import { asUpstreamFailure } from './failures.ts';
import type { Lines } from './lines.ts';
import { attachRowTap, type RowTap } from './row-tap.ts';
import type { Prepared } from './statement.ts';
import { connectClient, majorVersionOf } from './wire.ts';

/**
 * Connections on which users' own SQL runs. A session is one of:
 * - idle: reset, nobody's
 * - busy: one statement of one request runs on it
 * - resetting: its transaction is rolled back and everything set, locked, prepared or made
 *   temporarily is discarded; then it is idle again
 * - closed: after a statement that may have left what no reset removes, after a cancelled one, after
 *   any failure of the connection, when its connector changed, and when it is old or unused
 *
 * A connector has few of them, so that it can't be flooded, and a person at most half of those, so
 * that nobody keeps all others out; who finds none waits a while.
 */
export type SqlSessions = {
  /** Lends a session; `work` says with its answer how it may be used again. */
  withSession<Result>(
    target: SqlTarget,
    signal: AbortSignal,
    work: (session: SqlSession) => Promise<{ result: Result; reuse: Reuse }>,
  ): Promise<Result>;
  /** The major version of the server, as its last session told it; unknown before the first. */
  versionOf(target: SqlTarget): number | undefined;
  forget(connectorId: string): void;
  close(): Promise<void>;
};

/** as it is: only SQL of our own ran on it; after a reset; never. */
export type Reuse = 'as-is' | 'after-reset' | 'never';

export type SqlSession = {
  client: pg.Client;
  tap: RowTap;
  openedAt: number;
  /** Statements of our own that stay parsed until a reset, by their text. */
  prepared: Map<string, Prepared>;
  /** The reset is on its way already, behind the statement that ran last. */
  sentReset?: Promise<boolean> | undefined;
};

export const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
const MOST_SESSIONS = 8;
const MOST_A_PERSON = 4;
/** Over all connectors: what runs holds its result in our memory. */
const MOST_IN_ALL = { capacity: 64, perPerson: 12, perProject: 24 };
const QUEUE_PATIENCE_MS = 10_000;
const refusals = {
  patienceMs: QUEUE_PATIENCE_MS,
  busy: () => new Failure('E_CONNECTOR_BUSY'),
  cancelled: () => new Failure('E_QUERY_CANCELLED'),
};
const IDLE_MS = 60_000;
const LIFETIME_MS = 600_000;
const RESET_PATIENCE_MS = 5_000;

type Waiter = { give(session: SqlSession | undefined): void };
type Place = {
  version: string;
  idle: { session: SqlSession; since: number }[];
  /** Sessions opened or being opened and not closed yet. */
  count: number;
  resetting: number;
  waiters: Waiter[];
  /** False once a server refused to know of client_connection_check_interval. */
  checksClient: boolean;
  serverVersion?: number;
};

export function createSqlSessions(lines: Lines, processes: number): SqlSessions {
  const mostSessions = shareOf(MOST_SESSIONS, processes);
  const places = new Map<string, Place>();
  const ofConnector = createSharesByKey({
    capacity: mostSessions,
    perPerson: shareOf(MOST_A_PERSON, processes),
    ...refusals,
  });
  const ofAll = createShares({ ...MOST_IN_ALL, ...refusals });
  const sweep = setInterval(() => closeUnused(), IDLE_MS / 4);
  sweep.unref();

  function placeOf(target: SqlTarget): Place {
    const key = keyOf(target);
    const known = places.get(key);
    if (known?.version === target.updatedAt) return known;
    if (known) empty(known);
    const place: Place = {
      version: target.updatedAt,
      idle: [],
      count: 0,
      resetting: 0,
      waiters: [],
      checksClient: true,
    };
    places.set(key, place);
    return place;
  }

  function empty(place: Place): void {
    place.version = '';
    for (const { session } of place.idle.splice(0)) void end(place, session);
  }

  function closeUnused(): void {
    const now = Date.now();
    for (const [id, place] of places) {
      const unused = place.idle.filter(({ since }) => now - since > IDLE_MS);
      place.idle = place.idle.filter(({ since }) => now - since <= IDLE_MS);
      for (const { session } of unused) void end(place, session);
      if (place.count === 0 && place.waiters.length === 0) places.delete(id);
    }
  }

  async function acquire(place: Place, target: SqlTarget, signal: AbortSignal) {
    if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
    const idle = place.idle.pop();
    if (idle) return idle.session;
    const mayOpen = place.count < mostSessions && place.resetting <= place.waiters.length;
    if (mayOpen) return open(place, target);
    const given = await wait(place, signal);
    return given ?? open(place, target);
  }

  async function open(place: Place, target: SqlTarget): Promise<SqlSession> {
    place.count += 1;
    try {
      const client = await connect(place, target);
      place.serverVersion = majorVersionOf(client);
      const tap = attachRowTap(client);
      const session = { client, tap, openedAt: Date.now(), prepared: new Map() };
      client.once('end', () => {
        const at = place.idle.findIndex((one) => one.session === session);
        if (at !== -1) {
          place.idle.splice(at, 1);
          place.count -= 1;
        }
      });
      return session;
    } catch (error) {
      place.count -= 1;
      passOn(place);
      throw asUpstreamFailure(error);
    }
  }

  async function connect(place: Place, target: SqlTarget): Promise<pg.Client> {
    const settings: pg.ClientConfig = {
      statement_timeout: target.timeoutMs ?? STATEMENT_TIMEOUT_MS,
      lock_timeout: Math.min(LOCK_TIMEOUT_MS, target.timeoutMs ?? STATEMENT_TIMEOUT_MS),
      idle_in_transaction_session_timeout: LIFETIME_MS,
    };
    try {
      // A backend notices within seconds that nobody waits for it any more.
      const options = place.checksClient ? '-c client_connection_check_interval=2000' : '';
      return await connectClient(lines, target, { ...settings, options });
    } catch (error) {
      const isUnknown = /client_connection_check_interval/.test((error as Error).message);
      if (!place.checksClient || !isUnknown) throw error;
      place.checksClient = false;
      return connect(place, target);
    }
  }

  /** Undefined means: the place is free, open one yourself. */
  function wait(place: Place, signal: AbortSignal): Promise<SqlSession | undefined> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        place.waiters.splice(place.waiters.indexOf(waiter), 1);
        stop();
        reject(error);
      };
      const onAbort = () => leave(new Failure('E_QUERY_CANCELLED'));
      const timer = setTimeout(() => leave(new Failure('E_CONNECTOR_BUSY')), QUEUE_PATIENCE_MS);
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        give: (session) => {
          stop();
          resolve(session);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      place.waiters.push(waiter);
    });
  }

  function passOn(place: Place, session?: SqlSession): void {
    const waiter = place.waiters.shift();
    if (waiter) waiter.give(session);
    else if (session) place.idle.push({ session, since: Date.now() });
  }

  async function giveBack(place: Place, session: SqlSession, reuse: Reuse): Promise<void> {
    let isClean = reuse === 'as-is' && statusOf(session.client) === 'I';
    if (!isClean && reuse !== 'never') {
      place.resetting += 1;
      isClean = await resetSession(session);
      place.resetting -= 1;
    }
    const isOld = Date.now() - session.openedAt > LIFETIME_MS;
    if (isClean && !isOld && place.version !== '') passOn(place, session);
    else await end(place, session);
  }

  async function end(place: Place, session: SqlSession): Promise<void> {
    place.count -= 1;
    passOn(place);
    await session.client.end().catch(() => {});
  }

  return {
    withSession: (target, signal, work) => {
      const lend = async () => {
        const place = placeOf(target);
        const session = await acquire(place, target, signal);
        let reuse: Reuse = 'never';
        try {
          const done = await work(session);
          ({ reuse } = done);
          return done.result;
        } finally {
          session.tap.close();
          void giveBack(place, session, reuse);
        }
      };
      return ofConnector.of(target.id).run(() => ofAll.run(lend, { signal }), { signal });
    },
    versionOf: (target) => placeOf(target).serverVersion,
    forget: (connectorId) => {
      for (const [key, place] of places) {
        if (!isOfConnector(key, connectorId)) continue;
        places.delete(key);
        empty(place);
      }
    },
    close: async () => {
      clearInterval(sweep);
      for (const place of places.values()) empty(place);
      places.clear();
    },
  };
}

/** Says whether the session is as good as new. */
async function resetSession(session: SqlSession): Promise<boolean> {
  const { client, prepared, sentReset } = session;
  session.sentReset = undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), RESET_PATIENCE_MS);
  });
  const isReset = (async () => {
    prepared.clear();
    if (sentReset) return await sentReset;
    if (statusOf(client) !== 'I') await client.query('rollback');
    await client.query('discard all');
    return true;
    // A session that does not answer as it should is not used again, whatever it says.
  })().catch(() => false);
  try {
    return await Promise.race([isReset, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the last ReadyForQuery said: I idle, T in a transaction, E in a failed one. */
export function statusOf(client: pg.Client): string | null {
  const { _txStatus: status } = client as unknown as { _txStatus: string | null };
  return status;
}
