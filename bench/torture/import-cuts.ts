import { setTimeout as sleep } from 'node:timers/promises';
import { plainReadOptions } from '../../packages/contract/src/imports/plan.ts';
import { type ImportRecord, PART_SIZE } from '../../packages/contract/src/imports/records.ts';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';
import { startUserDatabase, type UserDatabase } from '../user-database.ts';

// Imports that are cut at a random moment, three ways: the client goes away while it uploads, the
// database ends the backend, the server is killed. What was not told as done has left no row; the
// same import run again then gives exactly all of them; what was told as done is there.

export const name =
  'imports cut by the client, by a killed backend, by a killed server, 20 times each';
const CUTS = 20;
const ROWS = 120_000;
const file = Buffer.from(
  `id,name,price\n${Array.from({ length: ROWS }, (_, n) => `${n},${`item ${n} `.repeat(8)},${n / 100}\n`).join('')}`,
);

const plan = {
  read: plainReadOptions,
  target: { kind: 'existing', schema: 'public', table: 'goods' },
  columns: ['id', 'name', 'price'].map((column) => ({ from: column, to: column, nulls: 'asRead' })),
  mode: { kind: 'insert' },
  onBadRows: 'stop',
};

export async function run(): Promise<{ figure: string; passed: boolean }> {
  const database = await startUserDatabase([
    'create table goods (id int primary key, name text not null, price numeric(10,2))',
  ]);
  const stage = await openStage();
  const { settings } = database;
  try {
    let server = await stage.launch(settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    const world: World = { server, token, connectorId, database };
    const usual = await timeOneRun(world);
    const faults: string[] = [];
    const counts = { done: 0, cut: 0 };
    const judge = async (way: string, id: string) => {
      const before = await countRows(database);
      const record = await settled(world, id);
      const rows = await countRows(database);
      const isTrue = record.state === 'done' ? rows === ROWS : rows === 0;
      if (!isTrue) faults.push(`${way}: ${record.state} with ${before}, then ${rows} rows`);
      counts[record.state === 'done' ? 'done' : 'cut'] += 1;
      if (record.state !== 'done') {
        await start(world, id);
        const again = await settled(world, id);
        const all = await countRows(database);
        if (again.state !== 'done' || all !== ROWS)
          faults.push(`${way}: again ${again.state}, ${all}`);
      }
      await database.query('truncate goods');
    };
    for (let cut = 0; cut < CUTS; cut += 1) {
      const id = await announce(world);
      await cutUpload(world, id);
      await finishUpload(world, id);
      await start(world, id);
      await judge('client', id);
    }
    for (let cut = 0; cut < CUTS; cut += 1) {
      const id = await announce(world);
      await finishUpload(world, id);
      await start(world, id);
      await sleep(Math.random() * usual * 1.1);
      await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'Causeway' and query not like '%pg_stat_activity%'
          and state <> 'idle' and pid <> pg_backend_pid()`);
      await judge('backend', id);
    }
    for (let cut = 0; cut < CUTS; cut += 1) {
      const id = await announce(world);
      await finishUpload(world, id);
      await start(world, id);
      await sleep(Math.random() * usual * 1.1);
      server.kill('SIGKILL');
      await server.ended;
      server = await stage.launch(settings);
      world.server = server;
      await judge('server', id);
    }
    return {
      figure:
        `${faults.length} of ${3 * CUTS} wrong (${counts.cut} ended early, ${counts.done} had committed or went on) ${faults.slice(0, 3).join('; ')}`.trim(),
      passed: faults.length === 0,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}

type World = {
  server: ServerProcess;
  token: string;
  connectorId: string;
  database: UserDatabase;
};

const root = '/api/imports/v1/imports';

async function call(
  { server, token, connectorId }: World,
  method: string,
  rest: string,
  body?: object,
): Promise<ImportRecord> {
  const connector = { id: connectorId };
  const query = `connector[id]=${connectorId}`;
  const sent = { token, ...(body ? { body: { connector, ...body } } : { query }) };
  const answer = await server.send(method, `${root}${rest}`, sent);
  if (answer.status !== 200) throw new Error(`${method} ${rest}: ${answer.text}`);
  return answer.json as ImportRecord;
}

async function announce(world: World): Promise<string> {
  const source = { kind: 'upload', fileName: 'goods.csv', size: file.length };
  return (await call(world, 'POST', '', { source })).id;
}

function sendPart(
  { server, token, connectorId }: World,
  id: string,
  part: number,
  signal?: AbortSignal,
) {
  const body = file.subarray(part * PART_SIZE, (part + 1) * PART_SIZE);
  return fetch(`${server.url}${root}/${id}/parts/${part}?connector[id]=${connectorId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body,
    ...(signal && { signal }),
  });
}

/** Somewhere in the middle of the parts the client is gone. */
async function cutUpload(world: World, id: string): Promise<void> {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), Math.random() * 150);
  for (let part = 0; part * PART_SIZE < file.length; part += 1) {
    await sendPart(world, id, part, leaving.signal).catch(() => {});
  }
}

/** Goes on with what has not arrived. */
async function finishUpload(world: World, id: string): Promise<void> {
  const { partsReceived, state } = await call(world, 'GET', `/${id}`);
  if (state !== 'uploading') return;
  for (let part = 0; part * PART_SIZE < file.length; part += 1) {
    if (partsReceived.includes(part)) continue;
    const answer = await sendPart(world, id, part);
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}

async function start(world: World, id: string): Promise<void> {
  await call(world, 'POST', `/${id}/run`, { plan, dryRun: false });
}

async function settled(world: World, id: string): Promise<ImportRecord> {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    const record = await call(world, 'GET', `/${id}`).catch(() => undefined);
    if (record && record.endedAt !== null) return record;
    await sleep(100);
  }
  throw new Error('An import never ended');
}

async function countRows(database: UserDatabase): Promise<number> {
  const [row] = await database.query<{ count: string }>('select count(*) from goods');
  return Number(row?.count);
}

async function timeOneRun(world: World): Promise<number> {
  const id = await announce(world);
  await finishUpload(world, id);
  const begun = Date.now();
  await start(world, id);
  await settled(world, id);
  await world.database.query('truncate goods');
  return Date.now() - begun;
}
