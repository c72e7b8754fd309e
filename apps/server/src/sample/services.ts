import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ifMissing } from '#platform/expected.ts';
import { type Env, SettingError } from '#env';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { OwnPlace } from '#platform/egress/egress.ts';
import { type ObjectStore, startObjectStore } from '@causeway/object-store';
import { ensureDatabase } from '#platform/embedded/postgres/databases.ts';
import type { EmbeddedPostgres } from '#platform/embedded/postgres/launch.ts';

/**
 * What the sample workspace connects to: a database of its own inside the embedded Postgres, with
 * a role that reaches nothing else there, and a bucket in the embedded object store. Their ports
 * may differ from start to start; the connectors follow.
 */
export type SampleServices = {
  database: { host: string; port: number; database: string; user: string; password: string };
  bucket: { endpoint: string; bucket: string; accessKey: string; secretKey: string };
  places: OwnPlace[];
  stop(): Promise<void>;
};

type Credentials = { password: string; accessKey: string; secretKey: string };

const DATABASE = 'shop';
const ROLE = 'shop';
const BUCKET = 'media';

export async function startSampleServices(
  env: Env,
  postgres: EmbeddedPostgres,
): Promise<SampleServices> {
  const credentials = await readCredentials(join(env.DATA_DIR, 'sample-credentials.json'));
  await prepareShop(postgres, credentials.password);
  const store = await startStore(env, credentials);
  return {
    database: {
      host: '127.0.0.1',
      port: postgres.port,
      database: DATABASE,
      user: ROLE,
      password: credentials.password,
    },
    bucket: { endpoint: store.url, bucket: BUCKET, ...credentials },
    places: [
      { address: '127.0.0.1', port: postgres.port, database: DATABASE },
      { address: '127.0.0.1', port: store.port, versionDays: env.S3_VERSION_DAYS },
    ],
    stop: () => store.close(),
  };
}

async function readCredentials(file: string): Promise<Credentials> {
  const stored = await readFile(file, 'utf8').catch(ifMissing(undefined));
  if (stored) return JSON.parse(stored) as Credentials;
  const made = {
    password: randomBytes(24).toString('base64url'),
    accessKey: randomBytes(10).toString('hex').toUpperCase(),
    secretKey: randomBytes(30).toString('base64url'),
  };
  await writeFile(`${file}.draft`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return made;
}

/** The shop's role owns its database and is kept out of ours. */
async function prepareShop(postgres: EmbeddedPostgres, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE]);
    if (!rowCount) await client.query(`create role ${ROLE} login nosuperuser`);
    await client.query(`alter role ${ROLE} password ${client.escapeLiteral(password)}`);
    for (const closed of ['causeway', 'postgres', 'template1']) {
      await client.query(`revoke connect on database ${quoteIdentifier(closed)} from public`);
    }
  } finally {
    await client.end();
  }
  await ensureDatabase(postgres, DATABASE, ROLE);
}

const SQLITE_BUSY = 5;

async function startStore(env: Env, credentials: Credentials): Promise<ObjectStore> {
  const directory = env.S3_DIR ?? join(env.DATA_DIR, 'objects');
  const store = await startObjectStore({
    directory,
    host: '127.0.0.1',
    port: env.S3_PORT,
    credentials: [{ accessKeyId: credentials.accessKey, secretAccessKey: credentials.secretKey }],
    allowedOrigins: [new URL(env.publicUrl).origin],
    versionDays: env.S3_VERSION_DAYS,
  }).catch((error: unknown) => {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new SettingError(`DATA_DIR: another Causeway runs on ${directory}; stop it`);
  });
  await store.createBucket(BUCKET, { keepsVersions: true });
  return store;
}
