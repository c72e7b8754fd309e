import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { findFreePort } from '../../apps/server/src/testing/free-port.ts';
import { answers, end, installPackages, type Peer } from './peer.ts';

const VERSION = '7.2.2';
/**
 * What only its pages and its other databases need, or what a registry may not have: any small package
 * stands in for it, since nothing of it is loaded here.
 */
const notNeeded = [
  'http',
  'openai',
  ...['core', 'langgraph', 'openai'].map((name) => `@langchain/${name}`),
  ...['clickhouse', 'excel', 'mongo', 'mssql', 'mysql', 'oracle', 'redis', 'sqlite', 'xml'].map(
    (name) => `dbgate-plugin-${name}`,
  ),
];

/** DbGate as its own package starts it; its grid asks by the same address as here. */
export async function startDbGate(database: URL, folder: string): Promise<Peer> {
  const overrides = Object.fromEntries(notNeeded.map((name) => [name, 'npm:isarray@2.0.5']));
  await installPackages(folder, { dependencies: { 'dbgate-serve': VERSION }, overrides });
  const port = await findFreePort();
  const place = { conid: 'bench', database: database.pathname.slice(1) };
  await mkdir(join(folder, 'workspace'));
  const child = spawn(process.execPath, ['node_modules/dbgate-serve/bin/dbgate-serve.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOME: folder,
      WORKSPACE_DIR: join(folder, 'workspace'),
      SKIP_ALL_AUTH: '1',
      CONNECTIONS: place.conid,
      ENGINE_bench: 'postgres@dbgate-plugin-postgres',
      SERVER_bench: database.hostname,
      PORT_bench: database.port,
      USER_bench: database.username,
      PASSWORD_bench: decodeURIComponent(database.password),
      DATABASE_bench: place.database,
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const dispatcher = new Agent({ connections: 16 });
  const ask = async (sql: string, rows: number) => {
    const { body } = await request(`${url}/database-connections/query-data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...place, sql }),
      dispatcher,
    });
    const answer = (await body.json()) as { rows?: unknown[] };
    if (answer.rows?.length !== rows) throw new Error(`DbGate: ${JSON.stringify(answer)}`);
  };
  return {
    name: 'DbGate',
    page: (from) => ask(`select * from public.items order by id limit 50 offset ${from}`, 50),
    sorted: () => ask('select * from public.items order by name limit 50', 50),
    selectOne: () => ask('select 1', 1),
    stop: () => end(child),
  };
}
