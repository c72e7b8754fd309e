import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../apps/server/src/platform/embedded/postgres/databases.ts';
import { startPostgres } from '../apps/server/src/platform/embedded/postgres/launch.ts';
import {
  launchServer,
  listPostgres,
  type ServerProcess,
  type Settings,
} from '../apps/server/src/testing/server-process.ts';

/** A Postgres of its own with an empty database, and servers on it: what most suites need. */
export type Stage = {
  databaseUrl: string;
  databasePort: number;
  /** Where its servers keep their files. */
  dataDirectory: string;
  postgresPids(): Promise<number[]>;
  /** Runs a statement as superuser. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  launch(settings?: Settings): Promise<ServerProcess>;
  close(): Promise<void>;
};

/** The one of the demo account. */
export async function readProject(server: ServerProcess, token: string): Promise<string> {
  const { json } = await server.send('GET', '/projects', { token });
  const [project] = json as { id: string }[];
  if (!project) throw new Error('The demo account has no project.');
  return project.id;
}

export async function openStage(): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-stage-'));
  // Postgres, which does not run as root, must get in.
  await chmod(directory, 0o711);
  const postgres = await startPostgres({ dataDirectory: join(directory, 'postgres-only') });
  const databaseUrl = await ensureDatabase(postgres, 'causeway');
  const servers: ServerProcess[] = [];
  return {
    databaseUrl,
    databasePort: postgres.port,
    dataDirectory: join(directory, 'server'),
    postgresPids: () => listPostgres(join(directory, 'postgres-only')),
    query: async (text) => {
      const client = new pg.Client({ connectionString: databaseUrl });
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query(text);
      await client.end();
      return rows;
    },
    launch: async (settings = {}) => {
      const server = await launchServer({
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(directory, 'server'),
        DEFAULT_PLAN: 'business',
        LOG_LEVEL: 'silent',
        ...settings,
      });
      servers.push(server);
      return server;
    },
    close: async () => {
      for (const server of servers) server.kill('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Several clients that ask again and again until told to stop; counts answers by status. */
export function startLoad(
  clients: number,
  ask: (client: number) => Promise<{ status: number }>,
): { statuses: Map<number | 'failed', number>; stop(): Promise<void> } {
  const statuses = new Map<number | 'failed', number>();
  const count = (status: number | 'failed') => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const stopping = new AbortController();
  const work = Array.from({ length: clients }, async (_, client) => {
    while (!stopping.signal.aborted) {
      await ask(client).then(
        ({ status }) => count(status),
        () => count('failed'),
      );
    }
  });
  return {
    statuses,
    stop: async () => {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

export function describeStatuses(statuses: Map<number | 'failed', number>): string {
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
}
