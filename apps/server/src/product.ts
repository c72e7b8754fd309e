import type { Logger } from 'pino';
import type { Kept } from './all-cores/keeper.ts';
import type { Env } from './env.ts';
import { SettingError } from './env.ts';
import type { OwnDatabase } from './own-database.ts';
import { warnOfPasskeysElsewhere } from '#features/auth/passkeys-elsewhere.ts';
import { createLogger } from '#platform/logs/logger.ts';
import { closeSampleAccounts, createSampleAccounts, sampleLogins } from './sample/accounts.ts';
import { beginConversation } from './sample/conversation.ts';
import { fillInBackground } from './sample/fill.ts';
import { type SampleServices, startSampleServices } from './sample/services.ts';
import { prepareWorkspace, type Workspace } from './sample/workspace.ts';
import type { Services } from '#platform/services.ts';
import { type Running, startInstance } from './start.ts';

export type Product = { port: number; stop(): Promise<void> };

/**
 * Everything `npm start` promises: what is missing is embedded, and the way in is printed last. The
 * database is stopped with it.
 */
export async function startProduct(env: Env, database: OwnDatabase): Promise<Product> {
  const logger = createLogger(env.logLevel);
  if (env.production && !env.PUBLIC_URL) {
    logger.warn(`PUBLIC_URL is not set: links in mails lead to ${env.publicUrl}`);
  }
  const samples = await startSamples(env, database);
  let running: Running | undefined;
  let kept: Kept | undefined;
  let workspace: Workspace | undefined;
  try {
    running = await startInstance({
      env,
      databaseUrl: database.url,
      logger,
      samples: samples?.places,
      listens: env.webProcesses === 1,
      prepare: async (services) => {
        if (env.production) await closeSamples(services);
        await warnOfPasskeysElsewhere(services, logger);
        if (!hasSamples(env)) return;
        await createSampleAccounts(services);
        workspace = await prepareWorkspace(services, samples);
      },
    });
    kept = await keepIfSeveral(env, { url: database.url, samples }, logger);
  } catch (error) {
    await running?.stop();
    await samples?.stop();
    await database.stop();
    throw explain(error, env);
  }
  const filling = fillIfEmpty(running, samples, workspace);
  const port = kept?.port ?? running.port;
  if (env.ROLE !== 'worker') printWayIn(env, port);
  return {
    port,
    stop: async () => {
      await filling?.stop();
      await kept?.stop();
      await running.app.departure.leave();
      await running.stop();
      await samples?.stop();
      await database.stop();
    },
  };
}

/** On a database of the operator's there is nothing to connect a sample workspace to. */
async function startSamples(env: Env, database: OwnDatabase): Promise<SampleServices | undefined> {
  if (!database.embedded || !hasSamples(env)) return undefined;
  try {
    return await startSampleServices(env, database.embedded);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** With several, this one works in the background and the others answer. */
async function keepIfSeveral(
  env: Env,
  { url, samples }: { url: string; samples: SampleServices | undefined },
  logger: Logger,
) {
  if (env.webProcesses === 1) return undefined;
  const { keepProcesses } = await import('./all-cores/keeper.ts');
  const given = { databaseUrl: url, samples: samples?.places ?? [], count: env.webProcesses };
  return keepProcesses(given, logger);
}

/** The sample workspace is there at once; what is in it follows in the background. */
function fillIfEmpty(
  { app, services }: Running,
  samples: SampleServices | undefined,
  workspace: Workspace | undefined,
) {
  if (!samples || !workspace?.projectId || workspace.state === 'ready') return undefined;
  const { projectId } = workspace;
  const beginWith = () => beginConversation(app, services, workspace);
  return fillInBackground(services, samples, { ...workspace, projectId }, beginWith);
}

/** The two ways a good setting fails at the door deserve their own line. */
function explain(error: unknown, env: Env): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const [name, port] =
    env.ROLE === 'worker' ? ['HEALTH_PORT', env.HEALTH_PORT] : ['PORT', env.PORT];
  if (code === 'EADDRINUSE') return new SettingError(`${name}: ${port} is in use on ${env.HOST}`);
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES') {
    return new SettingError(`HOST: can't listen on ${env.HOST}:${port} (${code})`);
  }
  return error;
}

/** Sample logins are known to everybody, so a production installation never has them. */
function hasSamples(env: Env): boolean {
  return env.SAMPLE_DATA === 'on' && !env.production;
}

async function closeSamples(services: Services): Promise<void> {
  const closed = await closeSampleAccounts(services);
  if (closed.length > 0) {
    services.logger.warn(
      { closed },
      'sample accounts with the password that everybody knows are closed',
    );
  }
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
