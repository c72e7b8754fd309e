import { readFile } from 'node:fs/promises';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { openStage, startLoad } from '../stage.ts';
import { startUserDatabase } from '../user-database.ts';

export const name = '100,000 rows of 10 kB asked for again and again, beside others';

const staffLogin = { email: 'staff@causeway.test', password: 'causeway-staff' };
const CLIENTS = 8;
const SECONDS = 20;
const MOST_MEMORY_MB = 350;
const PAGE_MS = 500;

/** The second is six times as long in JSON as on the wire. */
const statements = ['x', String.raw`\x01`].map(
  (letter) => `select repeat(e'${letter}', 10000) from generate_series(1, 100000)`,
);

/** Refused each time; what is told is what it costs everybody else, and what stays behind. */
export async function run() {
  const database = await startUserDatabase([
    'create table items as select id, md5(id::text) as name from generate_series(1, 100000) as id',
    'alter table items add primary key (id)',
  ]);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connector = { id: await database.connect(server, token) };
    const other = await logIn(server, staffLogin);
    await server.send('POST', '/api/projects/v1', { token: other, body: { name: 'Others' } });
    const query = `connector[id]=${await database.connect(server, other)}&schema=public&limit=50`;
    const path = '/api/tables/v1/tables/items/rows';
    const open = () => server.send('GET', path, { query, token: other });
    for (let time = 0; time < 50; time += 1) await open();
    const before = await readMemory(server.pid);
    const attack = startLoad(CLIENTS, (client) =>
      server.send('POST', '/api/sql/v1', {
        token,
        body: { connector, sql: statements[client % statements.length] },
      }),
    );
    const times: number[] = [];
    const end = performance.now() + SECONDS * 1_000;
    while (performance.now() < end) {
      const start = performance.now();
      const { status, text } = await open();
      if (status !== 200) throw new Error(`the page answered ${status} ${text}`);
      times.push(performance.now() - start);
    }
    await attack.stop();
    const { peak, now } = await readMemory(server.pid);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
    const refused = attack.statuses.get(422) ?? 0;
    const isRefused = refused > 0 && attack.statuses.size === 1;
    return {
      figure: `${refused} refused by ${CLIENTS} clients in ${SECONDS} s; memory ${before.now} MB before, ${peak} MB at most, ${now} MB after; first page of others p99 ${p99.toFixed(0)} ms of ${times.length}${isRefused ? '' : `; answers ${JSON.stringify([...attack.statuses])}`}`,
      passed: isRefused && peak <= MOST_MEMORY_MB && p99 <= PAGE_MS,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}

/** In MB, as the kernel counts it: the most there ever was, and what is held now. */
async function readMemory(pid: number): Promise<{ peak: number; now: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (key: string) =>
    Math.round(Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024);
  return { peak: read('VmHWM'), now: read('VmRSS') };
}
