import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { checkConnection } from '#platform/db/database.ts';
import { becomeMaster, ensureDatabase } from '#platform/embedded/postgres/databases.ts';
import { type EmbeddedPostgres, startPostgres } from '#platform/embedded/postgres/launch.ts';
import { type Env, SettingError } from './env.ts';

/** The product's own database: the operator's, or one in a Postgres that is embedded. */
export type OwnDatabase = {
  url: string;
  embedded?: EmbeddedPostgres;
  stop(): Promise<void>;
};

/** What is refused here is refused before the product is loaded, which takes longer than the rest. */
export function openOwnDatabase(env: Env): Promise<OwnDatabase> {
  return env.DATABASE_URL ? openOperators(env, env.DATABASE_URL) : openEmbedded(env);
}

async function openOperators({ DATA_DIR }: Env, url: string): Promise<OwnDatabase> {
  await checkFolder(DATA_DIR).catch((error: unknown) => {
    throw explainFolder(error, DATA_DIR);
  });
  try {
    await checkConnection(url);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new SettingError(`DATABASE_URL: ${message || code}`);
  }
  return { url, stop: async () => {} };
}

async function openEmbedded(env: Env): Promise<OwnDatabase> {
  const dataDirectory = env.DATA_DIR;
  const embedded = await startPostgres({ dataDirectory }).catch((error: unknown) => {
    throw explainFolder(error, dataDirectory);
  });
  const url = await ensureDatabase(embedded, 'causeway');
  const master = await becomeMaster(url);
  if (!master) {
    throw new SettingError(
      `DATA_DIR: another Causeway runs on ${dataDirectory}; stop it, or set DATABASE_URL to share a database`,
    );
  }
  return {
    url,
    embedded,
    stop: async () => {
      await master.release();
      await embedded.stop();
    },
  };
}

/** Files that are asked about with SQL, and pictures, are kept in it: found out now, not by whoever asks. */
async function checkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK);
}

function explainFolder(error: unknown, dataDirectory: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|ENOSPC)$/.test(code ?? '')) return error;
  return new SettingError(`DATA_DIR: can't use ${dataDirectory} (${code} at ${path})`);
}
