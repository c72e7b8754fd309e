import type { Logger } from 'pino';
import type { Kept } from './all-cores/keeper.ts';
import type { Env } from './env.ts';
import { SettingError } from './env.ts';
import { ensureDatabase, becomeMaster } from '#platform/embedded/postgres/databases.ts';
import { startPostgres } from '#platform/embedded/postgres/launch.ts';
import { checkConnection } from '#platform/db/database.ts';
import { createLogger } from '#platform/logs/logger.ts';
import { createSampleAccounts, sampleLogins } from './sample/accounts.ts';
import { fillInBackground } from './sample/fill.ts';
import { type SampleServices, startSampleServices } from './sample/services.ts';
import { prepareWorkspace, type Workspace } from './sample/workspace.ts';
import type { Services } from '#platform/services.ts';
import { type Running, startInstance } from './start.ts';

export type Product = { port: number; stop(): Promise<void> };

/** Everything `npm start` promises: what is missing is embedded, and the way in is printed last. */
export async function startProduct(env: Env): Promise<Product> {
  const logger = createLogger(env.logLevel);
  const database = env.DATABASE_URL ? await external(env.DATABASE_URL) : await embedded(env);
  let running: Running | undefined;
  let kept: Kept | undefined;
  let workspace: Workspace | undefined;
  try {
    running = await startInstance({
      env,
      databaseUrl: database.url,
      logger,
      samples: database.samples?.places,
      listens: env.webProcesses === 1,
      prepare: async (services) => {
        if (!hasSamples(env)) return;
        await createSampleAccounts(services);
        workspace = await prepareWorkspace(services, database.samples);
      },
    });
    kept = await keepIfSeveral(env, database, logger);
  } catch (error) {
    await running?.stop();
    await database.stop();
    throw explain(error, env);
  }
  const filling = fillIfEmpty(running.services, database.samples, workspace);
  const port = kept?.port ?? running.port;
  if (env.ROLE !== 'worker') printWayIn(env, port);
  return {
    port,
    stop: async () => {
      await filling?.stop();
      await kept?.stop();
      await running.app.departure.leave();
      await running.stop();
      await database.stop();
    },
  };
}

/** With several, this one works in the background and the others answer. */
async function keepIfSeveral(env: Env, { url, samples }: OwnDatabase, logger: Logger) {
  if (env.webProcesses === 1) return undefined;
  const { keepProcesses } = await import('./all-cores/keeper.ts');
  const given = { databaseUrl: url, samples: samples?.places ?? [], count: env.webProcesses };
  return keepProcesses(given, logger);
}

type OwnDatabase = { url: string; samples?: SampleServices; stop(): Promise<void> };

/** The sample workspace is there at once; what is in it follows in the background. */
function fillIfEmpty(
  services: Services,
  samples: SampleServices | undefined,
  workspace: Workspace | undefined,
) {
  if (!samples || !workspace?.projectId || workspace.state === 'ready') return undefined;
  const { projectId } = workspace;
  return fillInBackground(services, samples, { ...workspace, projectId });
}

async function external(url: string): Promise<OwnDatabase> {
  try {
    await checkConnection(url);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new SettingError(`DATABASE_URL: ${message || code}`);
  }
  return { url, stop: async () => {} };
}

async function embedded(env: Env): Promise<OwnDatabase> {
  const dataDirectory = env.DATA_DIR;
  const server = await startPostgres({ dataDirectory }).catch((error: unknown) => {
    throw explainFolder(error, dataDirectory);
  });
  const url = await ensureDatabase(server, 'causeway');
  const master = await becomeMaster(url);
  if (!master) {
    throw new SettingError(
      `DATA_DIR: another Causeway runs on ${dataDirectory}; stop it, or set DATABASE_URL to share a database`,
    );
  }
  const samples = hasSamples(env) ? await startSampleServices(env, server) : undefined;
  return {
    url,
    samples,
    stop: async () => {
      await samples?.stop();
      await master.release();
      await server.stop();
    },
  };
}

function explainFolder(error: unknown, dataDirectory: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC)$/.test(code ?? '')) return error;
  return new SettingError(`DATA_DIR: can't use ${dataDirectory} (${code} at ${path})`);
}

/** The two ways a good setting fails at the door deserve their own line. */
function explain(error: unknown, env: Env): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new SettingError(`PORT: ${env.PORT} is in use on ${env.HOST}`);
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES') {
    return new SettingError(`HOST: can't listen on ${env.HOST}:${env.PORT} (${code})`);
  }
  return error;
}

/** Sample logins are known to everybody, so a production installation never has them. */
function hasSamples(env: Env): boolean {
  return env.SAMPLE_DATA === 'on' && !env.production;
}

function printWayIn(env: Env, port: number): void {
  const url = env.PUBLIC_URL ?? env.publicUrl.replace(/:0$/, `:${port}`);
  const lines = [`Causeway is ready at ${url}`];
  if (hasSamples(env)) {
    lines.push(
      ...sampleLogins.map((login) => `  ${login.email} / ${login.password}  (${login.note})`),
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
