import cluster from 'node:cluster';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Env, readEnv, SettingError } from './env.ts';
import { collectGarbage, collectWhenQuiet } from './platform/processes/garbage.ts';
import type { Product } from './product.ts';

/** The command line's side: one clear line when a setting is wrong, a clean end on Ctrl-C. */
try {
  const env = readEnv();
  // For those who start this file themselves; `npm start` names the folder before the first file.
  enableCompileCache(join(env.DATA_DIR, 'compile-cache'));
  const stopping = new AbortController();
  const starting = start(env, stopping.signal);
  stopOnSignal(stopping, async () => (await starting).stop());
  await starting;
  flushCompileCache();
  collectGarbage();
  collectWhenQuiet();
} catch (error) {
  const { message, name } = error as Error;
  const line = error instanceof SettingError ? message : `${message} (${name})`;
  end(1, `Causeway can't start. ${line}`);
}

/** Node forks this very file for each process that answers beside others. */
async function start(env: Env, stopping: AbortSignal): Promise<Product> {
  if (cluster.isWorker) {
    const { startAnswering } = await import('./all-cores/answering.ts');
    return startAnswering(env);
  }
  const { openOwnDatabase } = await import('./own-database.ts');
  const opening = openOwnDatabase(env);
  // What is wrong with an operator's is told at once; one of our own is made by others meanwhile.
  if (env.DATABASE_URL) await opening;
  const [database, { startProduct }] = await Promise.all([opening, import('./product.ts')]);
  if (stopping.aborted) return { port: env.PORT, stop: () => database.stop() };
  return startProduct(env, database);
}

/**
 * A signal during the start waits for the step that is being made: cut off, it would leave its Postgres
 * behind.
 */
function stopOnSignal(stopping: AbortController, stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      stop().then(
        () => end(0),
        (error: Error) => end(1, `Causeway did not stop cleanly. ${error.message}`),
      );
    });
  }
}

function end(code: number, line?: string): never {
  if (line) process.stderr.write(`${line.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exit(code);
}
