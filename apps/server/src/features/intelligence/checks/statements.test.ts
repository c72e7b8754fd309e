import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from '#platform/embedded/postgres/launch.ts';
import type { ScanSession } from '../scanning/session.ts';
import { listFrequentStatements, readSlowStatements } from './statements.ts';

const SLOW = 'select pg_sleep(0.11) as waited';

/** A server that counts its statements, which has to be said before it starts. */
async function startCounting() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-counting-'));
  await chmod(dataDirectory, 0o711);
  const first = await startPostgres({ dataDirectory, disposable: true });
  const client = new pg.Client(first.urlOf('postgres'));
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.end();
  await first.stop();
  const server = await startPostgres({ dataDirectory, disposable: true });
  const stop = async () => {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  return { url: server.urlOf('postgres'), stop };
}

test('INTEL-1 a statement that takes much of the server’s time is told with its calls and time, and what is quick is not', async () => {
  const { url, stop } = await startCounting();
  const clients = Array.from({ length: 10 }, () => new pg.Client(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [client] = clients;
    await client!.query('create extension pg_stat_statements');
    await Promise.all(
      clients.map(async (each) => {
        for (let times = 0; times < 6; times += 1) {
          await each.query(SLOW);
          await each.query('select 1 as quick');
        }
      }),
    );
    const session: ScanSession = {
      spentMs: () => 0,
      ask: async ({ text, values }) => {
        const asked = { text, values: [...values], rowMode: 'array' as const };
        return (await client!.query<(string | null)[]>(asked)).rows;
      },
    };
    const found = await readSlowStatements(session);
    expect(found).toMatchObject([
      { check: 'slow', facts: { calls: 60, statement: 'select pg_sleep($1) as waited' } },
    ]);
    expect(found[0]?.facts.share).toBeGreaterThan(0.5);
    expect(await listFrequentStatements(session)).toContain('select $1 as quick');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await stop();
  }
});
