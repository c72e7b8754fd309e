import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createKeyUses } from '#platform/access/key-uses.ts';
import { createOpenedConnectors } from '#platform/connectors/opened.ts';
import { createSqlCatalog } from '#platform/connectors/sql/catalog.ts';
import { hearCatalogNews } from '#platform/connectors/sql/catalog-news.ts';
import { createSqlDatabases } from '#platform/connectors/sql/databases.ts';
import { createSqlParser } from '#platform/connectors/sql/parser.ts';
import { createRolePowers } from '#platform/connectors/sql/role-powers.ts';
import { createTypeNames } from '#platform/connectors/sql/type-names.ts';
import { createBuckets } from '#platform/connectors/storage/buckets.ts';
import { createEgress, type OwnPlace } from '#platform/egress/egress.ts';
import { createEvents } from '#platform/events/events.ts';
import { openWorkbook } from '#features/imports/workbook-of-object.ts';
import { openHealthDoor } from '#platform/http/health-door.ts';
import type { Siblings } from '#platform/http/siblings.ts';
import { createFiles } from '#platform/files/files.ts';
import { forgetGoneNowAndThen } from '#platform/files/forget-gone.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createCredits } from '#platform/credits/credits.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createOutbox } from '#platform/outbox/outbox.ts';
import { createProcesses } from '#platform/processes/processes.ts';
import { createSharedResults } from '#platform/queries/shared-results.ts';
import { createRuns } from '#platform/runs/runs.ts';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { readOrMakeKey } from '#platform/secrets/first-key.ts';
import type { Services } from '#platform/services.ts';
import { type App, createApp } from './app.ts';
import type { Env } from './env.ts';
import { defineUpkeep } from './upkeep.ts';

export type Running = {
  app: App;
  services: Services;
  port: number;
  stop(): Promise<void>;
};

/** A request that takes longer than this to end is cut off when the instance stops. */
const LAST_REQUESTS_MS = 10_000;

export const migrations = new URL('../migrations/', import.meta.url);

/** One instance on a database: migrates it, serves, works, and stops without losing anything. */
export async function startInstance(options: {
  env: Env;
  databaseUrl: string;
  logger: Logger;
  samples?: OwnPlace[];
  /** Unless others do, who are started beside it. */
  listens?: boolean;
  /** The others that answer on the same port. */
  siblings?: Siblings;
  /** Unless whoever started it says itself when what comes back by itself is due. */
  keepsTime?: boolean;
  /** Runs before the first request is let in. */
  prepare?(services: Services): Promise<void>;
}): Promise<Running> {
  const { env, databaseUrl } = options;
  await migrate(databaseUrl, migrations);
  const services = await createServices(options);
  hearCatalogNews(services);
  const closing = [
    () => services.db.close(),
    () => services.events.close(),
    () => services.databases.close(),
    async () => services.buckets.close(),
    () => services.files.close(),
    () => services.sqlParser.close(),
  ];
  const stop = async () => {
    while (closing.length > 0) await closing.pop()?.();
  };
  try {
    closing.push(() => services.keyUses.stop());
    closing.push(() => services.credits.stop());
    closing.push(() => services.processes.stop());
    await services.processes.start();
    defineUpkeep(services);
    if (options.keepsTime ?? true) {
      const forgetting = forgetGoneNowAndThen(services);
      closing.push(async () => forgetting.stop());
    }
    await options.prepare?.(services);
    const app = await createApp(services);
    closing.push(() => services.jobs.stop());
    await services.jobs.start({ work: env.ROLE !== 'web' });
    closing.push(() => services.runs.stop());
    if (env.ROLE !== 'web') services.runs.start();
    closing.push(() => services.outbox.stop());
    if (env.ROLE !== 'web') await services.outbox.start();
    closing.push(() => app.automations.stop());
    await app.automations.start({ work: env.ROLE !== 'web' });
    closing.push(() => closeApp(app));
    const listens = (options.listens ?? true) && env.ROLE !== 'worker';
    if (listens) await app.listen({ port: env.PORT, host: env.HOST });
    if (env.ROLE === 'worker' && env.HEALTH_PORT !== undefined) {
      const door = await openHealthDoor(app, { port: env.HEALTH_PORT, host: env.HOST });
      closing.push(async () => void door.close());
    }
    const address = app.server.address() as AddressInfo | null;
    return { app, services, port: address?.port ?? env.PORT, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function closeApp(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS);
  await app.close();
  clearTimeout(cut);
}

async function createServices({
  env,
  databaseUrl,
  logger,
  samples = [],
  siblings,
  keepsTime = true,
}: Parameters<typeof startInstance>[0]): Promise<Services> {
  const keys = env.secretKeys.length > 0 ? env.secretKeys : [await readOrMakeKey(env.DATA_DIR)];
  const secrets = createSecrets(keys);
  const db = openDatabase(databaseUrl, logger);
  const jobs = createJobs(db, logger, { keepsTime });
  const events = createEvents(db, logger);
  const processes = createProcesses(db, logger);
  const egress = buildEgress(env, databaseUrl, samples);
  const databases = createSqlDatabases(egress, siblings?.count);
  return {
    env,
    logger,
    db,
    secrets,
    jobs,
    runs: createRuns({ db, events, processes, logger }),
    outbox: createOutbox({ db, events, logger }),
    limiter: createLimiter(db),
    keyUses: createKeyUses(db, logger),
    credits: createCredits({ db, logger, defaultPlan: env.DEFAULT_PLAN }),
    processes,
    events,
    mailer: createMailer(db, jobs, secrets, env),
    egress,
    databases,
    buckets: createBuckets(egress, samples),
    files: createFiles({ ...placeOfFiles(env, siblings), openWorkbook }),
    openedConnectors: createOpenedConnectors(secrets),
    sqlParser: createSqlParser(),
    sqlCatalog: createSqlCatalog(databases),
    typeNames: createTypeNames(databases),
    rolePowers: createRolePowers(),
    sharedResults: createSharedResults({ db, events, logger }),
    siblings,
  };
}

/** What one process has in use another one must not throw away: each has a folder of its own. */
function placeOfFiles(env: Env, siblings: Siblings | undefined) {
  const folder = siblings ? `file-cache-${siblings.slot}` : 'file-cache';
  return {
    folder: join(env.DATA_DIR, folder),
    mostMb: env.FILE_CACHE_MB,
    processes: env.webProcesses,
  };
}

function buildEgress(env: Env, databaseUrl: string, samples: OwnPlace[]) {
  const database = new URL(databaseUrl);
  return createEgress({
    allowData: env.EGRESS_ALLOW_DATA,
    allowHttp: env.EGRESS_ALLOW_HTTP,
    own: [
      { address: env.HOST, port: env.PORT },
      { address: database.hostname, port: Number(database.port || 5432) },
    ],
    samples,
  });
}
