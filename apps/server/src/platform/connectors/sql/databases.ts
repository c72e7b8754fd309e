import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import { isSoWithin } from '#platform/db/within-turns.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { createSharesByKey, shareOf } from '#platform/limits/shares.ts';
import { isOfConnector, keyOf, type SqlTarget } from '../stored.ts';
import { asUpstreamFailure, isLostStatement } from './failures.ts';
import { createLines, type Lines } from './lines.ts';
import { createPaces, type Paces } from './paces.ts';
import { createSqlSessions, type SqlSessions } from './sessions.ts';
import {
  checkReadsAsWeDo,
  clientSettings,
  connectClient,
  ExtendedClient,
  findUnambiguousDates,
  isWithoutTls,
  mayUseTls,
  OwnStatementsClient,
  takeRole,
} from './wire.ts';

/**
 * The users' databases. SQL that we write ourselves runs on a small pool a connector; SQL that
 * users write runs on a session that is reset afterwards, or on a connection of its own that is
 * closed, so that nothing it sets, locks or leaves open reaches anybody else.
 */
export type SqlDatabases = {
  /** Runs one statement of our own; cells are the text Postgres prints, or null. */
  read(target: SqlTarget, text: string, values?: unknown[]): Promise<TextResult>;
  /** The same for a statement that is asked all the time: a connection keeps its plan. */
  readOften(target: SqlTarget, text: string, values: unknown[]): Promise<TextResult>;
  /** Lends a pooled connection for several statements of our own. */
  withPooled<Result>(
    target: SqlTarget,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Opens a connection for a user's SQL and closes it after the work, whatever it did; at once and
   * without asking when `over` says so.
   */
  withFresh<Result>(
    target: SqlTarget,
    work: (fresh: FreshConnection) => Promise<Result>,
    over?: AbortSignal,
  ): Promise<Result>;
  /** Connections for users' SQL that are reset and used again. */
  sessions: SqlSessions;
  /** How quickly pages of tables come, for who gives way to them. */
  paces: Paces;
  /** Stops what runs on a connection: asks first, and ends the backend if that is not heard. */
  cancel(target: SqlTarget, client: pg.Client): Promise<void>;
  /** Whether anybody is there: a database can fall silent without closing its connections. */
  isAnswering(target: SqlTarget): Promise<boolean>;
  /** Forgets the connections of a connector that was changed or deleted. */
  forget(connectorId: string): Promise<void>;
  close(): Promise<void>;
};

export type TextResult = { fields: pg.FieldDef[]; rows: (string | null)[][]; rowCount: number };

export type FreshConnection = {
  client: pg.Client;
  /** Stops what runs on it: asks first, and ends the backend if that is not heard. */
  cancel(): Promise<void>;
};

const POOL_SIZE = 6;
const POOLED_A_PERSON = 3;
/** Connections of their own: exports, imports, replacements, each for as long as it takes. */
const MOST_FRESH = 8;
const FRESH_A_PERSON = 4;
const QUEUE_PATIENCE_MS = 10_000;
const IDLE_MS = 60_000;
const OWN_STATEMENT_TIMEOUT_MS = 15_000;
/** Most hear it at once. */
const CANCEL_LOOK_MS = 50;
const CANCEL_PATIENCE_MS = 2_000;
const CANCEL_TRIES = 3;

type Pooled = { pool: pg.Pool; updatedAt: string };

export function createSqlDatabases(egress: Egress, processes = 1): SqlDatabases {
  const pools = new Map<string, Promise<Pooled>>();
  const lines = createLines(egress);
  const sessions = createSqlSessions(lines, processes);
  const asking = new Map<string, Promise<boolean>>();
  const refusals = {
    patienceMs: QUEUE_PATIENCE_MS,
    busy: () => new Failure('E_CONNECTOR_BUSY'),
    cancelled: () => new Failure('E_QUERY_CANCELLED'),
  };
  const pooledShares = createSharesByKey({
    capacity: shareOf(POOL_SIZE, processes),
    perPerson: shareOf(POOLED_A_PERSON, processes),
    ...refusals,
  });
  const freshShares = createSharesByKey({
    capacity: shareOf(MOST_FRESH, processes),
    perPerson: shareOf(FRESH_A_PERSON, processes),
    ...refusals,
  });

  /** A connector that was edited gets a new pool; the old one ends when its work is done. */
  async function poolOf(target: SqlTarget): Promise<pg.Pool> {
    const key = keyOf(target);
    const known = await pools.get(key)?.catch(() => undefined);
    if (known?.updatedAt === target.updatedAt) return known.pool;
    if (known) void known.pool.end();
    const opening = openPool(lines, target);
    pools.set(key, opening);
    try {
      return (await opening).pool;
    } catch (error) {
      pools.delete(key);
      throw error;
    }
  }

  function withPooled<Result>(
    target: SqlTarget,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    return pooledShares.of(target.id).run(() => lendPooled(target, work));
  }

  async function lendPooled<Result>(
    target: SqlTarget,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    let broken: Error | undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await (await poolOf(target)).connect();
      return await work(client);
    } catch (error) {
      if ((error as { code?: string }).code === undefined) broken = error as Error;
      throw asUpstreamFailure(error);
    } finally {
      client?.release(broken);
    }
  }

  async function lendFresh<Result>(
    target: SqlTarget,
    work: (fresh: FreshConnection) => Promise<Result>,
    over: AbortSignal | undefined,
  ): Promise<Result> {
    const client = await connectClient(lines, target, {}, over).catch((error: unknown) => {
      throw asUpstreamFailure(error);
    });
    try {
      return await work({ client, cancel: () => cancelOn(lines, target, client) });
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    sessions,
    paces: createPaces(),
    cancel: (target, client) => cancelOn(lines, target, client),
    isAnswering: (target) => {
      const asked = asking.get(target.id) ?? answersSoon(lines, target);
      asking.set(target.id, asked);
      void asked.finally(() => asking.delete(target.id));
      return asked;
    },
    withPooled,
    read: (target, text, values = []) => {
      return withPooled(target, (client) => readOn(client, { text, values }));
    },
    readOften: (target, text, values) => {
      return withPooled(target, (client) => readPrepared(client, { text, values }));
    },
    withFresh: (target, work, over) => {
      return freshShares.of(target.id).run(() => lendFresh(target, work, over));
    },
    forget: async (connectorId) => {
      sessions.forget(connectorId);
      for (const key of [...pools.keys()].filter((one) => isOfConnector(one, connectorId))) {
        // A pool that never opened has nothing to close.
        const pooled = await pools.get(key)?.catch(() => undefined);
        pools.delete(key);
        await pooled?.pool.end();
      }
      lines.forget(connectorId);
    },
    close: async () => {
      await sessions.close();
      const all = await Promise.allSettled(pools.values());
      pools.clear();
      for (const one of all) if (one.status === 'fulfilled') await one.value.pool.end();
      lines.close();
    },
  };
}

async function readOn(client: pg.PoolClient, asked: pg.QueryConfig): Promise<TextResult> {
  const { fields, rows, rowCount } = await client.query<(string | null)[]>({
    ...asked,
    rowMode: 'array',
  });
  return { fields, rows, rowCount: rowCount ?? 0 };
}

const losing = new WeakSet<pg.ClientBase>();

async function readPrepared(client: pg.PoolClient, asked: pg.QueryConfig): Promise<TextResult> {
  if (losing.has(client)) return readOn(client, asked);
  try {
    return await readOn(client, { ...asked, name: hash('md5', asked.text) });
  } catch (error) {
    if (!isLostStatement((error as { code?: unknown }).code)) throw error;
    losing.add(client);
    return readOn(client, asked);
  }
}

async function openPool(lines: Lines, target: SqlTarget): Promise<Pooled> {
  const useTls = await findTls(lines, target);
  const settings = await clientSettings(lines, target, useTls);
  const pool = new pg.Pool({
    ...settings,
    Client: OwnStatementsClient,
    onConnect: async (client) => {
      checkReadsAsWeDo(client as pg.Client);
      const dates = findUnambiguousDates(client as pg.Client);
      if (dates !== undefined) await client.query(`set datestyle to ${dates}`);
      await takeRole(client, target.readerRole);
    },
    max: POOL_SIZE,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: OWN_STATEMENT_TIMEOUT_MS,
    // Met where the database does not even say that it took too long.
    query_timeout: OWN_STATEMENT_TIMEOUT_MS + 500,
    idle_in_transaction_session_timeout: 2 * OWN_STATEMENT_TIMEOUT_MS,
  });
  pool.on('error', () => {});
  // The pool listens while a connection is idle only; one that breaks in somebody's hands would end us.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, updatedAt: target.updatedAt };
}

/** Whether the server speaks TLS, found out once for a pool. */
async function findTls(lines: Lines, target: SqlTarget): Promise<boolean> {
  if (target.config.tls !== 'prefer') return mayUseTls(target.config);
  const client = new ExtendedClient(await clientSettings(lines, target, true));
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isWithoutTls(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const ANSWER_MS = 8_000;
/** One that is given up is closed by itself after this. */
const LONGEST_ASKED_MS = 12_000;

function answersSoon(lines: Lines, target: SqlTarget): Promise<boolean> {
  const settings = { connectionTimeoutMillis: LONGEST_ASKED_MS, query_timeout: LONGEST_ASKED_MS };
  const asked = connectClient(lines, target, settings).then(async (client) => {
    await client.query('select 1').finally(() => void client.end().catch(() => {}));
    return true;
  });
  // Who refuses us in words, such as for too many connections, has answered.
  const answered = asked.catch(
    (error: unknown) => (error as { severity?: string }).severity !== undefined,
  );
  return isSoWithin(ANSWER_MS, answered);
}

/** What runs on would keep its place until its time is over: a line that fails once is tried again. */
async function cancelOn(lines: Lines, target: SqlTarget, client: pg.Client): Promise<void> {
  for (let left = CANCEL_TRIES; left > 1; left -= 1) {
    const isDone = await askToCancel(lines, target, client).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await sleep(CANCEL_PATIENCE_MS);
  }
  await askToCancel(lines, target, client);
}

async function askToCancel(lines: Lines, target: SqlTarget, client: pg.Client): Promise<void> {
  const { processID: pid } = client as unknown as { processID: number | null };
  if (!pid) return;
  // As the login itself: nobody else may stop what it runs.
  const { readerRole: _, ...login } = target;
  const helper = await connectClient(lines, login);
  try {
    // The next statement may run soon, within a transaction that must not be lost: this one is meant.
    const running = `select query_start::text as since from pg_stat_activity
      where pid = $1 and state = 'active'`;
    const { rows } = await helper.query<{ since: string | null }>(
      `select (${running}), pg_cancel_backend($1)`,
      [pid],
    );
    const since = rows[0]?.since;
    for (const patience of [CANCEL_LOOK_MS, CANCEL_PATIENCE_MS]) {
      await sleep(patience);
      const still = await helper.query<{ since: string }>(running, [pid]);
      if (!since || still.rows[0]?.since !== since) return;
    }
    await helper.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = $1 and state = 'active' and query_start = $2::timestamptz`,
      [pid, since],
    );
  } finally {
    await helper.end().catch(() => {});
  }
}
