import pg from 'pg';
import type { Logger } from 'pino';
import { changeRows, type Database, findRow, listRows } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';

/**
 * Which processes run workflows. A process
 * - beats twice a second and holds an advisory lock for as long as its connection lives; where that
 *   breaks and the process does not, the lock is taken again
 * - is lost once it was silent for ten seconds, or for one when its lock is gone too. Whoever notices
 *   says so in its row; from that commit on nothing of it is taken any more (write-batch.ts), and its
 *   runs go to others
 * - that reads of its own loss, or could not beat for eight seconds by its own clock, starts nothing
 *   any more and begins anew under another number
 */
export type Lease = {
  /** Undefined while this process may not run anything. */
  id(): string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const BEAT_MS = 500;
const OWN_SILENCE_MS = 8_000;
const LOCK_CLASS = 7_203;

export function createLease(
  db: Database,
  logger: Logger,
  { onBeat, onLost }: { onBeat(id: string): Promise<void>; onLost(): void },
): Lease {
  let id: string | undefined;
  let holder: pg.Client | undefined;
  let isHolding = false;
  let beatenAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  let isStopped = false;

  async function register(): Promise<void> {
    const row = await findRow<{ id: string }>(
      db,
      sql`insert into engine_processes default values returning id::text as id`,
    );
    const own = row?.id ?? '';
    keep(await holdLock(db.connectionString, own));
    id = own;
    beatenAt = Date.now();
  }

  function keep(client: pg.Client): void {
    holder = client;
    client.once('end', () => {
      if (holder === client) holder = undefined;
    });
  }

  /** Beside the beats, which must not wait for it: while the lock is gone, a slow second is a loss. */
  async function holdAgain(own: string): Promise<void> {
    if (holder || isHolding) return;
    isHolding = true;
    try {
      const client = await holdLock(db.connectionString, own);
      if (id === own) keep(client);
      else await client.end();
    } catch (error) {
      // The database is away, or has no room for one more connection: asked again with the next beat.
      logger.warn({ err: error }, 'the lock of a workflow process is gone');
    } finally {
      isHolding = false;
    }
  }

  async function beat(): Promise<void> {
    if (id === undefined) return register();
    const isAlive = await changeRows(
      db,
      prepared(sql`update engine_processes set seen_at = now()
        where id = ${id} and lost_at is null`),
    );
    if (isAlive === 0) return giveUp();
    beatenAt = Date.now();
    void holdAgain(id);
    await onBeat(id);
  }

  function giveUp(): void {
    logger.warn({ process: id }, 'this process was given up; it begins anew');
    id = undefined;
    onLost();
    // It may never answer to being ended, and nothing waits for it.
    holder?.end().catch(() => {});
    holder = undefined;
  }

  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'workflow heartbeat missed');
          if (id !== undefined && Date.now() - beatenAt > OWN_SILENCE_MS) giveUp();
        })
        .finally(plan);
    }, BEAT_MS);
    timer.unref();
  }

  return {
    id: () => id,
    start: async () => {
      await register();
      plan();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await beating;
      if (id !== undefined) {
        // A process that could not sign off falls silent, which says the same a little later.
        await changeRows(
          db,
          sql`update engine_processes set lost_at = now() where id = ${id} and lost_at is null`,
        ).catch(() => 0);
      }
      id = undefined;
      await holder?.end().catch(() => {});
    },
  };
}

/** On a connection of its own: it breaks when the process dies, and the lock with it. */
async function holdLock(connectionString: string, id: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'causeway workflows',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, Number(id) % 2_147_483_647]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Marks who is lost; true where somebody was. */
export async function findLost(db: Database, me: string): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    prepared(sql`update engine_processes lost set lost_at = now()
        where lost_at is null and id <> ${me} and (
          seen_at < now() - interval '10 seconds'
          or (seen_at < now() - interval '1 second' and not exists (
            select from pg_locks where locktype = 'advisory' and granted and classid = ${LOCK_CLASS}
              and objid = (lost.id % 2147483647)::int and objsubid = 2
              and database = (select oid from pg_database where datname = current_database()))))
        returning lost.id::text as id`),
  );
  return rows.map(({ id }) => id);
}
