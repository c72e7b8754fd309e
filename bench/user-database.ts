import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../apps/server/src/platform/embedded/postgres/databases.ts';
import { startPostgres } from '../apps/server/src/platform/embedded/postgres/launch.ts';
import type { ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { readProject } from './stage.ts';

export type UserDatabase = {
  url: string;
  port: number;
  /** Settings with which a server may reach it. */
  settings: Record<string, string>;
  /** Connects the signed-in user's first project to it; says the connector's id. */
  connect(server: ServerProcess, token: string): Promise<string>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
};

/** A database as users have them: a Postgres of its own, with the given tables in it. */
export async function startUserDatabase(statements: string[]): Promise<UserDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-user-'));
  // Postgres, which does not run as root, must get in.
  await chmod(directory, 0o711);
  const dataDirectory = join(directory, 'postgres');
  const postgres = await startPostgres({ dataDirectory, disposable: true });
  const url = await ensureDatabase(postgres, 'shop');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  return {
    url,
    port: postgres.port,
    settings: {
      EGRESS_ALLOW_DATA: `127.0.0.1:${postgres.port}`,
      REQUESTS_PER_MINUTE: '100000000',
    },
    connect: (server, token) => addConnector(server, token, new URL(url)),
    query: async (text) => (await client.query(text)).rows,
    stop: async () => {
      await client.end();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function addConnector(server: ServerProcess, token: string, url: URL): Promise<string> {
  const projectId = await readProject(server, token);
  const { json } = await server.send('POST', `/api/connectors/v1/${projectId}`, {
    token,
    body: {
      implementation: 'sql',
      name: 'Bench',
      config: {
        client: 'pg',
        host: '127.0.0.1',
        port: Number(url.port),
        user: decodeURIComponent(url.username),
        database: url.pathname.slice(1),
      },
      secrets: { password: decodeURIComponent(url.password) || 'none' },
    },
  });
  return (json as { id: string }).id;
}
