import { spawn, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, writeFile, chown } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { exists, provideBinaries } from './binaries.ts';
import { findRunAs, preparePlace, type RunAs } from './place.ts';
import { isAlive, isPostgresOn, readPidFile, stopProcess } from './process.ts';

/**
 * A Postgres of our own in DATA_DIR. It outlives us when we are killed, so a start finds one of:
 * - no cluster: it is made, beside its final name and renamed, so half a cluster is never used
 * - a cluster at rest: it is started
 * - a cluster running without a master (an orphan): it is adopted if it answers, else stopped and
 *   started
 * While we run, a Postgres that dies is started again on the same port.
 */
export type EmbeddedPostgres = {
  port: number;
  /** The address of a database in it. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

const SUPERUSER = 'causeway';
const MAJOR = '18';

type Cluster = { place: string; data: string; programs: string; password: string; runAs: RunAs };

export async function startPostgres(options: {
  dataDirectory: string;
  /** For tests: nothing survives a power cut, everything is quicker. */
  disposable?: boolean;
}): Promise<EmbeddedPostgres> {
  const flags = options.disposable ? disposableFlags : [];
  const cluster = await prepareCluster(options.dataDirectory, flags);
  let running = (await adopt(cluster)) ?? (await launch(cluster, flags));
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (restarting || isAlive(running.pid)) return;
    restarting = launch(cluster, flags, running.port)
      .then((restarted) => {
        running = restarted;
      })
      // Whether it ended well is told by the process itself.
      .catch(() => {})
      .finally(() => {
        restarting = undefined;
      });
  }, 1_000);
  watch.unref();
  return {
    port: running.port,
    urlOf: (database) => urlOf(cluster, running.port, database),
    stop: async () => {
      clearInterval(watch);
      await restarting;
      await stopProcess(running.pid);
    },
  };
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function prepareCluster(dataDirectory: string, flags: string[]): Promise<Cluster> {
  const runAs = await findRunAs();
  const place = await preparePlace(dataDirectory, runAs);
  const programs = await provideBinaries(join(place, 'programs'));
  const password = await readPassword(join(dataDirectory, 'postgres-password'));
  const cluster = { place, data: join(place, `data-${MAJOR}`), programs, password, runAs };
  if (!(await exists(join(cluster.data, 'PG_VERSION')))) await createCluster(cluster, flags);
  return cluster;
}

async function readPassword(file: string): Promise<string> {
  if (!(await exists(file))) {
    const draft = `${file}.draft`;
    await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await rename(draft, file);
  }
  return (await readFile(file, 'utf8')).trim();
}

async function createCluster(cluster: Cluster, flags: string[]): Promise<void> {
  const draft = `${cluster.data}.draft`;
  const passwordFile = join(cluster.place, 'password');
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.runAs) await chown(passwordFile, cluster.runAs.uid, cluster.runAs.gid);
  try {
    await promisify(execFile)(
      join(cluster.programs, 'bin', 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...flags.flatMap((setting) => ['--set', setting]),
      ],
      { ...cluster.runAs, cwd: cluster.place, env: plainEnvironment },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, cluster.data);
}

/** Nothing of our own environment (PGDATA, PGOPTIONS, LC_…) may reach Postgres. */
const plainEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const disposableFlags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // A password that nobody has to guess needs no slow hash, and tests connect often.
  'scram_iterations=1',
];

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  // Six megabytes of tables and processes for what nothing here does: serializable transactions by
  // the hundred, subscriptions, reading ahead from disks while others wait.
  'max_pred_locks_per_transaction=10',
  'max_logical_replication_workers=0',
  'io_method=sync',
  'io_max_concurrency=8',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_min_messages=warning',
  'client_connection_check_interval=1s',
];

async function adopt(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const file = await readPidFile(cluster.data);
  if (!file) return undefined;
  if (!(await isPostgresOn(file.pid, cluster.data))) {
    await rm(join(cluster.data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (await answersWithin(cluster, file.port, 15_000, file.pid)) return file;
  await stopProcess(file.pid);
  return undefined;
}

async function launch(
  cluster: Cluster,
  extraFlags: string[],
  wantedPort?: number,
): Promise<{ pid: number; port: number }> {
  const port = wantedPort ?? (await findFreePort());
  const log = await open(join(cluster.place, 'postgres.log'), 'a', 0o600);
  const flags = [...settings, ...extraFlags].flatMap((setting) => ['-c', setting]);
  const child = spawn(
    join(cluster.programs, 'bin', 'postgres'),
    ['-D', cluster.data, '-p', String(port), ...flags],
    {
      ...cluster.runAs,
      cwd: cluster.place,
      env: plainEnvironment,
      // A group of its own, so that Ctrl-C reaches us first and Postgres leaves last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  child.unref();
  await log.close();
  const pid = child.pid;
  if (!pid || !(await answersWithin(cluster, port, 60_000, pid))) {
    throw new Error(`Postgres did not start; its log is ${join(cluster.place, 'postgres.log')}`);
  }
  return { pid, port };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answersWithin(
  cluster: Cluster,
  port: number,
  milliseconds: number,
  pid: number,
): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline && isAlive(pid)) {
    if (await answers(cluster, port)) return true;
    await sleep(50);
  }
  return false;
}

/** Whether this very cluster answers there: another program may have taken the port meanwhile. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === cluster.data;
  } catch {
    // Whoever does not answer as ours is not ours.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
