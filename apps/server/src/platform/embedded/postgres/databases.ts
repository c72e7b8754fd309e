import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { EmbeddedPostgres } from './launch.ts';

const OWNER_LOCK = 7_203_390;

export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${quoteIdentifier(name)}`);
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
  const client = new pg.Client({ connectionString: url, application_name: 'causeway master' });
  client.on('error', () => {});
  await client.connect();
  // A killed predecessor's connection may linger for a moment.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [OWNER_LOCK],
    );
    if (rows[0]?.held) return { release: () => client.end() };
    await sleep(150);
  }
  await client.end();
  return undefined;
}
