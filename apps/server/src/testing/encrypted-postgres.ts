import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '#platform/embedded/postgres/launch.ts';
import { authority, databaseServer } from './database-certificates.ts';

/**
 * A Postgres that speaks TLS with a certificate for 127.0.0.1, and lets `certified` in only with a
 * certificate of the same authority.
 */
export async function startEncryptedPostgres() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-tls-'));
  const server = await startPostgres({ dataDirectory, disposable: true });
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  const { rows } = await client.query<{ place: string }>(
    `select current_setting('data_directory') as place`,
  );
  const place = rows[0]?.place ?? '';
  // Its key has to belong to the server, and to nobody else.
  const { uid, gid } = await stat(place);
  const write = async (name: string, text: string) => {
    await writeFile(join(place, name), `${text}\n`, { mode: 0o600 });
    await chown(join(place, name), uid, gid);
  };
  await write('server.crt', databaseServer.certificate);
  await write('server.key', databaseServer.key);
  await write('root.crt', authority);
  await write(
    'pg_hba.conf',
    [
      'hostssl all certified 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
      'host all all 127.0.0.1/32 scram-sha-256',
    ].join('\n'),
  );
  await client.query(`create role certified login password 'canary-tls'`);
  await client.query(`alter system set ssl_ca_file = 'root.crt'`);
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  const deadline = Date.now() + 10_000;
  while (!(await isEncrypted(server.urlOf('postgres')))) {
    if (Date.now() > deadline) throw new Error('Postgres did not begin to speak TLS');
    await sleep(50);
  }
  return {
    port: server.port,
    user: 'certified',
    password: 'canary-tls',
    superuser: new URL(server.urlOf('postgres')),
    stop: async () => {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The settings count for who comes after they were read. */
async function isEncrypted(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, ssl: { rejectUnauthorized: false } });
  try {
    await client.connect();
    return true;
  } catch {
    // Not yet.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
