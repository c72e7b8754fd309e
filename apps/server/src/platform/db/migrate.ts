import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { SCHEMA } from './database.ts';

const MIGRATION_LOCK = 7_203_391;

/**
 * Applies the migrations that are new, in order, each in its own transaction: one that is cut off
 * leaves nothing behind and runs again at the next start. Several instances may start at once; one
 * migrates, the others wait. A migration that was applied must never change.
 */
export async function migrate(connectionString: string, directory: URL): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepare(client);
    const applied = await listApplied(client);
    const pending = (await listMigrations(directory)).filter((migration) => {
      const hash = applied.get(migration.name);
      if (hash !== undefined && hash !== migration.hash) {
        throw new Error(`Migration ${migration.name} was applied and has been changed since`);
      }
      return hash === undefined;
    });
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

type Migration = { name: string; text: string; hash: string };

async function prepare(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${SCHEMA}`);
  await client.query(`set search_path to ${SCHEMA}`);
  await client.query(`create table if not exists migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`);
}

async function listApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations',
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

async function listMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.text);
    await client.query('insert into migrations (name, hash) values ($1, $2)', [
      migration.name,
      migration.hash,
    ]);
    await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
