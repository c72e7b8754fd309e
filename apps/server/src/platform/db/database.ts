import pg from 'pg';
import type { Logger } from 'pino';
import { databaseSocket } from './database-socket.ts';
import { openWatchedPool } from './silence.ts';
import { sql } from './sql.ts';
import { ownTypes } from './types.ts';

/** Where a statement can run: the pool, or the connection of an open transaction. */
export type Db = { query(statement: Statement): Promise<{ rows: unknown[]; rowCount: number }> };

export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Statements with a name are parsed and planned once a connection. */
  readonly name?: string;
  /** How long it may take, where that is longer than others. */
  readonly longestMs?: number;
};

/** A connection inside an open transaction: what runs on it commits or vanishes together. */
export type Tx = Db & {
  readonly inTransaction: true;
  /** Runs after the commit, never after a rollback. */
  afterCommit(task: () => void): void;
};

export type Database = Db & {
  readonly pool: pg.Pool;
  readonly connectionString: string;
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Our own tables live in a schema of their own, so a shared database stays tidy. */
export const SCHEMA = 'causeway';
const STATEMENT_LIMIT_MS = 20_000;

export function openDatabase(
  connectionString: string,
  logger: Logger,
  options: { max?: number; plansOnce?: boolean } = {},
): Database {
  const { pool, stop } = openWatchedPool({
    connectionString,
    max: options.max ?? 16,
    // Whether the database is there at all is found out sooner (silence.ts), and not by our own clock.
    connectionTimeoutMillis: 30_000,
    // Each takes some megabytes of Postgres; what is done every minute must not keep them all.
    idleTimeoutMillis: 20_000,
    keepAlive: true,
    stream: databaseSocket,
    // Above the server's own limit: met only on a connection whose other end is gone.
    query_timeout: STATEMENT_LIMIT_MS + 2_000,
    options: `-c search_path=${SCHEMA} -c statement_timeout=${STATEMENT_LIMIT_MS} -c idle_in_transaction_session_timeout=30000${options.plansOnce ? ' -c plan_cache_mode=force_generic_plan -c jit=off' : ''}`,
    application_name: 'causeway',
    types: ownTypes,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end us.
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  // One that is out fails what is under way on it; without a listener it would end us as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    pool,
    connectionString,
    query: (statement) => runOn(pool, statement),
    transaction: (work) => runTransaction(pool, work),
    close: async () => {
      stop();
      await pool.end();
    },
  };
}

async function runOn(target: pg.Pool | pg.PoolClient, statement: Statement) {
  const { text, values, name, longestMs } = statement;
  const how = longestMs === undefined ? {} : { query_timeout: longestMs };
  const result = await target.query({ text, values: values as unknown[], name, ...how });
  return { rows: result.rows as unknown[], rowCount: result.rowCount ?? 0 };
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const tasks: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work({
      query: (statement) => runOn(client, statement),
      inTransaction: true,
      afterCommit: (task) => tasks.push(task),
    });
    await commit(client);
    for (const task of tasks) task();
    return result;
  } catch (error) {
    broken = isUnanswered(error) ? error : await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Where a statement failed and nobody minded, Postgres answers a commit with a rollback. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement failed');
}

/** The connection still waits for its statement, so it could not take a rollback. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Returns an error when the connection can't be used any more. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

export async function listRows<Row>(db: Db, statement: Statement): Promise<Row[]> {
  return (await db.query(statement)).rows as Row[];
}

export async function findRow<Row>(db: Db, statement: Statement): Promise<Row | undefined> {
  return (await db.query(statement)).rows[0] as Row | undefined;
}

export async function readRow<Row>(db: Db, statement: Statement): Promise<Row> {
  const row = await findRow<Row>(db, statement);
  if (row === undefined) throw new Error(`No row for: ${statement.text}`);
  return row;
}

/** How many rows the statement touched. */
export async function changeRows(db: Db, statement: Statement): Promise<number> {
  return (await db.query(statement)).rowCount;
}

const LONGEST_UPKEEP_MS = 3_600_000;

/** For upkeep that nobody waits for and that has no size: in a transaction of its own, of an hour at most. */
export function changePatiently(db: Database, statement: Statement): Promise<number> {
  return db.transaction((tx) => changePatientlyIn(tx, statement));
}

/** The same where something has to be held meanwhile. */
export async function changePatientlyIn(tx: Tx, { text, values }: Statement): Promise<number> {
  const limit = String(LONGEST_UPKEEP_MS);
  await changeRows(tx, sql`select set_config('statement_timeout', ${limit}, true)`);
  return changeRows(tx, { text, values, longestMs: LONGEST_UPKEEP_MS });
}

const LONGEST_ELSEWHERE_MS = 600_000;

/** For a transaction that holds what it read while work is done elsewhere that is bounded by itself. */
export async function holdPatiently(tx: Tx): Promise<void> {
  const limit = String(LONGEST_ELSEWHERE_MS);
  await changeRows(
    tx,
    sql`select set_config('idle_in_transaction_session_timeout', ${limit}, true)`,
  );
}

/**
 * Throws what is wrong when the database can't be reached, refuses us, or would do what we ask in
 * another way: one of another encoding loses letters, and a pooler that drops what a connection asks
 * for at its start, or lends it to others between transactions, loses tables and locks.
 */
export async function checkConnection(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    options: `-c search_path=${SCHEMA}`,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ encoding: string; path: string; mayCreate: boolean }>(
      `select current_setting('server_encoding') as encoding, current_setting('search_path') as path,
         has_database_privilege(current_database(), 'create') as "mayCreate"`,
    );
    const [found] = rows;
    if (found?.encoding !== 'UTF8') {
      throw new Error(`the database has the encoding ${found?.encoding}; it must be UTF8`);
    }
    if (found.path !== SCHEMA) {
      throw new Error(
        'a pooler in between drops settings of connections; connect to Postgres itself',
      );
    }
    if (!found.mayCreate) {
      throw new Error('the role may not create schemas in this database; let it own the database');
    }
  } finally {
    await client.end().catch(() => {});
  }
}

export async function isReachable(db: Db): Promise<boolean> {
  return db.query(sql`select 1`).then(
    () => true,
    () => false,
  );
}
