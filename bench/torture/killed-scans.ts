import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { openStage, readProject } from '../stage.ts';
import { startUserDatabase } from '../user-database.ts';

// Whatever breaks off more often without having come far is taken for the cause of it.
const CYCLES = Number(process.env.CYCLES ?? 3);
const TABLES = 400;
export const name = `a scan of ${TABLES} tables whose server is killed ${CYCLES} times`;
const PATIENCE_MS = 90_000;

const tables = `do $$ begin for n in 1..${TABLES} loop
    execute format('create table t%s (id int primary key, name text, placed_at timestamptz)', n);
    execute format('insert into t%s select k, ''n'' || k, now() - k * interval ''1 hour''
      from generate_series(1, 200) k', n);
  end loop; end $$`;

type Scan = {
  state: string;
  tables: number;
  looked: number;
  left: number;
  position: number;
  error: { code: string; message: string } | null;
};

/**
 * The server is killed in the middle of a scan, again and again. The one that comes next goes on at the
 * table where the last one was: nothing that was looked at is looked at again, and none is left out.
 */
export async function run() {
  const database = await startUserDatabase([tables, 'analyze']);
  const stage = await openStage();
  try {
    let server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    const projectId = await readProject(server, token);
    const read = async (): Promise<Scan> => {
      const [scan] =
        await stage.query<Scan>(`select state, tables, looked, left_out as left, position, error
        from causeway.scans where connector_id = '${connectorId}'`);
      if (!scan) throw new Error('The scan is gone.');
      if (scan.state === 'failed') throw new Error(`The scan failed: ${scan.error?.message}`);
      return scan;
    };
    const until = async (isSo: (scan: Scan) => boolean) => {
      for (const ends = performance.now() + PATIENCE_MS; performance.now() < ends;) {
        const scan = await read();
        if (isSo(scan)) return scan;
        await sleep(20);
      }
      throw new Error(`Nothing came of it for ${PATIENCE_MS / 1_000} s.`);
    };
    await server.send('POST', `/api/intelligence/v1/${projectId}/scans`, {
      token,
      key: crypto.randomUUID(),
      body: { connectorId },
    });
    let killed = 0;
    let slowest = 0;
    let wentBack = 0;
    let { position } = await until(({ looked }) => looked > 0);
    while (killed < CYCLES) {
      await sleep(Math.random() * 300);
      server.kill('SIGKILL');
      await server.ended;
      const killedAt = performance.now();
      const before = await read();
      if (before.state === 'done') break;
      killed += 1;
      server = await stage.launch(database.settings);
      const after = await until(({ position: now }) => now !== before.position);
      slowest = Math.max(slowest, performance.now() - killedAt);
      if (before.position < position || after.position < before.position) wentBack += 1;
      position = after.position;
    }
    const last = await until(({ state }) => state === 'done');
    const [seen] = await stage.query<{ count: number }>(`select count(looked_at)::int as count
      from causeway.scanned_tables where connector_id = '${connectorId}'`);
    const seconds = Math.round(slowest / 100) / 10;
    return {
      figure: `killed ${killed} times, ${last.looked} looks at ${seen?.count} of ${last.tables} tables, ${last.left} left out, ${wentBack} times back, on again within ${seconds} s`,
      passed:
        killed > 0 &&
        wentBack === 0 &&
        last.looked === TABLES &&
        seen?.count === TABLES &&
        last.left === 0,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}
