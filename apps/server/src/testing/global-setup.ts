import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { ensureDatabase } from '#platform/embedded/postgres/databases.ts';
import { startPostgres } from '#platform/embedded/postgres/launch.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { migrations } from '../start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** A Postgres for all test files, with a template from which each takes a database of its own. */
export default async function setup(project: TestProject) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-test-'));
  const server = await startPostgres({ dataDirectory, disposable: true });
  const template = await ensureDatabase(server, 'template');
  await migrate(template, migrations);
  await prepareJobs(template);
  project.provide('postgresUrl', server.urlOf('postgres'));
  return async () => {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}

async function prepareJobs(template: string): Promise<void> {
  const logger = pino({ level: 'silent' });
  const db = openDatabase(template, logger);
  const jobs = createJobs(db, logger);
  await jobs.start({ work: false });
  await jobs.stop();
  await db.close();
}
