import { PutObjectCommand } from '@aws-sdk/client-s3';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { attacks, files, type Ids } from '../growth/corpus.ts';
import { openStage, readProject } from '../stage.ts';
import { BUCKET, startUserBucket, type UserBucket } from '../user-bucket.ts';
import { startUserDatabase } from '../user-database.ts';

export const name = 'a hostile client sends everything that is hard to read';

const ROUNDS = 3;
const LONGEST_STALL_MS = 200;
const PAGE_MS = 500;

/** The whole corpus once and again, while somebody else opens the first page of a table. */
export async function run() {
  const database = await startUserDatabase([
    'create table items as select id, md5(id::text) as name from generate_series(1, 100000) as id',
    'alter table items add primary key (id)',
  ]);
  const bucket = await startUserBucket();
  const stage = await openStage();
  try {
    await putFiles(bucket);
    const allowed = `${database.settings.EGRESS_ALLOW_DATA},${new URL(bucket.url).host}`;
    const server = await stage.launch({ ...database.settings, EGRESS_ALLOW_DATA: allowed });
    const token = await logIn(server);
    const sql = await database.connect(server, token);
    const s3 = await bucket.connect(server, token);
    const page = { query: `connector[id]=${sql}&schema=public&limit=50`, token };
    const open = () => server.send('GET', '/api/tables/v1/tables/items/rows', page);
    for (let time = 0; time < 50; time += 1) await open();
    await readStall(server);
    const project = await readProject(server, token);
    return await besiege(server, open, { token, project, sql, s3 });
  } finally {
    await stage.close();
    await bucket.stop();
    await database.stop();
  }
}

async function putFiles(bucket: UserBucket): Promise<void> {
  for (const [key, make] of Object.entries(files)) {
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: await make() });
    await bucket.client.send(command);
  }
}

async function besiege(
  server: ServerProcess,
  open: () => Promise<{ status: number }>,
  { token, ...ids }: Ids & { token: string },
) {
  const times: number[] = [];
  const statuses = new Map<number | 'cut', number>();
  const stalls: [string, number][] = [];
  let isOver = false;
  const visitor = (async () => {
    while (!isOver) {
      const start = performance.now();
      const { status } = await open();
      if (status !== 200) throw new Error(`the page answered ${status}`);
      times.push(performance.now() - start);
    }
  })();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [attack, { method, path, body, query }] of attacks(ids)) {
      // Who is answered before all was read may find the line cut.
      const sent = server.send(method, path, { token, body, query });
      const status = await sent.then(
        (answer) => answer.status,
        () => 'cut' as const,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (Number(status) >= 500) process.stderr.write(`  ${attack} answered ${status}\n`);
      stalls.push([attack, await readStall(server)]);
    }
  }
  isOver = true;
  await visitor;
  const [slowest, stall] = stalls.toSorted(([, a], [, b]) => b - a)[0]!;
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const broken = [...statuses].filter(([status]) => Number(status) >= 500);
  for (const [attack, ms] of stalls) process.stderr.write(`  ${attack}: ${ms.toFixed(0)} ms\n`);
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return {
    figure: `longest stall ${stall.toFixed(0)} ms (${slowest}), first page of others p99 ${p99.toFixed(0)} ms of ${times.length}; answers ${told}`,
    passed: stall <= LONGEST_STALL_MS && p99 <= PAGE_MS && broken.length === 0,
  };
}

/** The longest delay of the server's event loop since the last time it was read. */
async function readStall(server: ServerProcess): Promise<number> {
  const { text } = await server.send('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]) * 1_000;
}
