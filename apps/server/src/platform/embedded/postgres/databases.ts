import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { EmbeddedPostgres } from './launch.ts';

const OWNER_LOCK = 7_203_390;

export async function ensureDatabase(
  server: EmbeddedPostgres,
  name: string,
  owner?: string,
): Promise<string> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    const owned = owner ? ` owner ${quoteIdentifier(owner)}` : '';
    if (!rowCount) await client.query(`create database ${quoteIdentifier(name)}${owned}`);
  } finally {
    await client.end();
  }
  return server.urlOf(name);
}

/**
 * One master a data folder: whoever holds this lock stops the embedded Postgres when it ends. The
 * lock is a connection's, so it is free again as soon as its holder is gone, however it went.
 */
export async function becomeMaster(url: string): Promise<{ release(): Promise<void> } | undefined> {
  // A killed predecessor's connection may linger for a moment.
  const holder = await takeLock(url, { tries: 20 });
  return holder && keepLock(url, holder);
}

async function takeLock(url: string, { tries }: { tries: number }): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'causeway master' });
  client.on('error', () => {});
  await client.connect();
  for (let left = tries; left > 0; left -= 1) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [OWNER_LOCK],
    );
    if (rows[0]?.held) return client;
    if (left > 1) await sleep(150);
  }
  await client.end();
  return undefined;
}

/** Sooner than another server that is started meanwhile gets there. */
const RETAKE_MS = 100;

/** A Postgres that restarts forgets its locks, so the lock is taken again. */
function keepLock(url: string, first: pg.Client): { release(): Promise<void> } {
  let holder: pg.Client | undefined;
  let released = false;
  const hold = (client: pg.Client) => {
    holder = client;
    client.once('end', () => {
      holder = undefined;
      // It tries until it is told to stop, and says then nothing new.
      retake().catch(() => {});
    });
  };
  const retake = async () => {
    while (!released && !holder) {
      await sleep(RETAKE_MS, undefined, { ref: false });
      // Not yet: whatever the reason, it is tried again.
      const client = await takeLock(url, { tries: 1 }).catch(() => undefined);
      if (client && released) await client.end();
      else if (client) hold(client);
    }
  };
  hold(first);
  return {
    release: async () => {
      released = true;
      await holder?.end();
    },
  };
}
