import { setTimeout as sleep } from 'node:timers/promises';
import { sendTo } from '../../apps/server/src/testing/send.ts';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { startTcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { openStage } from '../stage.ts';
import { startUserDatabase } from '../user-database.ts';

export const name =
  'answer to a saved draft lost after the commit or on the way, client retries with its key, 500 times';
const TIMES = 500;
const path = '/api/tables/v1/tables/notes/draft';

export async function run() {
  const database = await startUserDatabase([
    'create table public.notes (id serial primary key, title text)',
  ]);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connector = { id: await database.connect(server, token) };
    const line = await startTcpProxy({ port: Number(new URL(server.url).port) });
    const url = `http://127.0.0.1:${line.port}`;
    let repeated = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      const change = {
        kind: 'insert',
        ref: `n${time}`,
        values: { title: { set: `Note ${time}` } },
      };
      await server.send('PATCH', path, { token, body: { connector, put: [change] } });
      const request = { token, key: `torture-draft-${time}`, body: { connector } };
      if (time % 2) line.deafen();
      else setTimeout(line.cut, Math.random() * 30);
      let status = await apply(url, request);
      line.restore();
      while (status !== 200) {
        repeated += 1;
        await sleep(5);
        status = await apply(url, request);
        if (status !== 200) line.restore();
      }
    }
    await line.close();
    const [counted] = await database.query<{ rows: number; titles: number }>(
      'select count(*)::int as rows, count(distinct title)::int as titles from public.notes',
    );
    const { rows = 0, titles = 0 } = counted ?? {};
    const told = await stage.query<{ sets: number }>(
      `select count(*)::int as sets from causeway.change_sets where status = 'done'`,
    );
    const sets = told[0]?.sets ?? 0;
    return {
      figure: `${rows - titles} duplicates, ${TIMES - titles} missing, ${repeated} retries, ${sets} saves in the ledger`,
      passed: rows === TIMES && titles === TIMES && sets === TIMES && repeated >= TIMES / 2,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}

async function apply(url: string, request: Parameters<typeof sendTo>[3]): Promise<number> {
  return sendTo(url, 'POST', `${path}/apply`, request).then(
    ({ status }) => status,
    () => 0,
  );
}
