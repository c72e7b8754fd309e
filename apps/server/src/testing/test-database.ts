import { randomBytes } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';

/** An empty database with our tables, made from the template. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  await createFrom('template', name);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

/** Databases with nothing in them, all dropped at the end of the file. */
export function createEmptyDatabases(): () => Promise<string> {
  const names: string[] = [];
  afterAll(async () => {
    for (const name of names) await onServer(`drop database ${name} with (force)`);
  });
  return async () => {
    const name = `empty_${randomBytes(6).toString('hex')}`;
    await createFrom('template0', name);
    names.push(name);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    return url.href;
  };
}

/** Copied file by file: where nothing has to survive a crash, that is half the work of a log of it. */
function createFrom(template: string, name: string): Promise<void> {
  return onServer(`create database ${name} template ${template} strategy file_copy`);
}

/** An empty database with our tables and a pool over it, both gone at the end. */
export async function openTestDatabase() {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, pino({ level: 'silent' }));
  const stop = async () => {
    await db.close();
    await database.drop();
  };
  return { db, stop };
}

/** Runs a statement as the server's superuser, outside any test database. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
