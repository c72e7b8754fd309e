import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { leastIdAt } from '../apps/server/src/features/automations/running/run-ids.ts';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { itemsOf } from './items-table.ts';
import { watchTree } from './memory.ts';
import type { Row } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { median, timeEach } from './timing.ts';
import { BUCKET, startUserBucket, type UserBucket } from './user-bucket.ts';
import { startUserDatabase, type UserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const RUNS = Number(process.env.RUNS ?? 5_000_000);
const CHUNK = 250_000;
/** Spread over so many days, as they would be. */
const DAYS = 14;

/** Much at once and much over time: a million rows by one run, and a history of five million runs. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(itemsOf(ROWS));
  const bucket = await startUserBucket();
  const stage = await openStage();
  try {
    const { settings } = database;
    const server = await stage.launch({
      ...settings,
      EGRESS_ALLOW_DATA: `${settings.EGRESS_ALLOW_DATA},${new URL(bucket.url).host}`,
    });
    const client = await openClient(server);
    const exported = await measureExport(client, { database, bucket });
    const history = await measureHistory(client, stage, exported.workflowId);
    return [...exported.rows, ...history];
  } finally {
    await stage.close();
    await database.stop();
    await bucket.stop();
  }
}

type Client = {
  server: ServerProcess;
  token: string;
  projectId: string;
  send(method: string, path: string, body?: object): Promise<Answered>;
};
type Answered = Record<string, string> & { draftVersion: number };

async function openClient(server: ServerProcess): Promise<Client> {
  const token = await logIn(server);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server.send(method, path, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.json as Answered;
  };
  const { json } = await server.send('GET', '/projects', { token });
  return { server, token, projectId: (json as { id: string }[])[0]?.id ?? '', send };
}

const transformed = `select id, upper(name) as name, round(price * 1.19, 2) as gross,
  created_at::date as day, data->>'tag' as tag from items`;

async function measureExport(
  { server, token, projectId, send }: Client,
  { database, bucket }: { database: UserDatabase; bucket: UserBucket },
) {
  const base = `/api/workflows/v1/${projectId}/workflows`;
  const key = 'exports/items.parquet';
  const body = {
    connector: { id: await database.connect(server, token) },
    source: { kind: 'query', sql: transformed },
    file: { format: 'parquet' },
    destination: {
      kind: 'bucket',
      connectorId: await bucket.connect(server, token),
      key,
      overwrite: true,
    },
  };
  const definition = {
    triggers: [{ kind: 'manual', id: 'start' }],
    nodes: [{ kind: 'operation', id: 'export', operation: 'exports.create', body }],
    edges: [{ from: 'start', port: 'out', to: 'export' }],
  };
  const { id: workflowId = '', draftVersion } = await send('POST', base, {
    name: 'A million rows',
    definition,
  });
  await send('POST', `${base}/${workflowId}/publish`, { draftVersion });
  const memory = watchTree(server.pid);
  const begin = performance.now();
  const { runId = '' } = await send('POST', `${base}/${workflowId}/runs`, { input: {} });
  const status = await untilEnded(send, `/api/workflows/v1/${projectId}/runs/${runId}`);
  const seconds = (performance.now() - begin) / 1_000;
  const most = await memory.stop();
  if (status !== 'done') throw new Error(`The run ended as ${status}`);
  const head = await bucket.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
  if (!head.ContentLength) throw new Error('There is no file');
  return {
    workflowId,
    rows: [
      {
        name: '1 M rows → transform → Parquet in a bucket, most memory of all processes of the server, MB',
        ours: most,
        limit: 512,
      },
      { name: 'the same, s', ours: seconds, limit: 60 },
    ] satisfies Row[],
  };
}

async function untilEnded(send: Client['send'], path: string): Promise<string> {
  for (;;) {
    const { status = '', endedAt } = await send('GET', path);
    if (endedAt !== null) return status;
    await sleep(250);
  }
}

async function measureHistory(
  { server, token, projectId }: Client,
  stage: Stage,
  workflowId: string,
): Promise<Row[]> {
  await fillHistory(stage, projectId, workflowId);
  const path = `/api/workflows/v1/${projectId}/runs`;
  const open = async (query: string) => {
    const times = await timeEach(21, async () => {
      const answer = await server.send('GET', path, { token, query });
      if (answer.status !== 200) throw new Error(answer.text);
    });
    return { first: times[0] ?? Number.NaN, usual: median(times) };
  };
  const latest = await open('');
  const failed = await open('status=failed');
  const searched = await open('search=failed%20123');
  const of = `history of ${RUNS.toLocaleString('en')} runs`;
  return [
    { name: `${of} opens, the first time, ms`, ours: latest.first, limit: 100 },
    { name: `${of} opens, p50, ms`, ours: latest.usual, limit: 100 },
    { name: `${of}, only what failed, p50, ms`, ours: failed.usual, limit: 100 },
    { name: `${of}, a word in its errors, p50, ms`, ours: searched.usual, limit: 1_000 },
  ];
}

/** Rows as the engine writes them, one in fifty of them failed. */
async function fillHistory(stage: Stage, projectId: string, workflowId: string): Promise<void> {
  const apart = (DAYS * 86_400_000) / RUNS;
  const from = Date.now() - DAYS * 86_400_000;
  await partitionsFor(stage, from);
  for (let done = 0; done < RUNS; done += CHUNK) {
    await stage.query(`insert into causeway.workflow_history (id, project_id, workflow_id, version,
        status, ms, trigger_kind, trigger_id, error, trigger, steps, answer)
      select (lpad(to_hex((${from} + n * ${apart})::bigint), 12, '0') || '7000' || '8000'
          || lpad(to_hex(n), 12, '0'))::uuid, '${projectId}', '${workflowId}', 1,
        case when n % 50 = 0 then 'failed' else 'done' end, 3, 'manual', 'start',
        case when n % 50 = 0 then 'It failed ' || n end, '{}', '[]', null
      from generate_series(${done}::bigint, ${Math.min(RUNS, done + CHUNK) - 1}) n`);
  }
  await stage.query('analyze causeway.workflow_history');
}

const WEEK_MS = 7 * 86_400_000;

/** Weeks that the product has long dropped or never had, since it did not run then. */
async function partitionsFor(stage: Stage, from: number): Promise<void> {
  const thisWeek = Math.floor(Date.now() / WEEK_MS);
  for (let week = Math.floor(from / WEEK_MS); week <= thisWeek; week += 1) {
    await stage.query(`create table if not exists causeway.workflow_history_w${week}
      partition of causeway.workflow_history
      for values from ('${leastIdAt(week * WEEK_MS)}') to ('${leastIdAt((week + 1) * WEEK_MS)}')`);
  }
}
