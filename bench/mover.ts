import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImportPlan, plainReadOptions } from '../packages/contract/src/imports/plan.ts';
import { type ImportRecord, PART_SIZE } from '../packages/contract/src/imports/records.ts';
import type { ServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { UserBucket } from './user-bucket.ts';
import type { UserDatabase } from './user-database.ts';

/** What the benches of moving data work with. */
export type Mover = {
  server: ServerProcess;
  database: UserDatabase;
  bucket: UserBucket;
  token: string;
  connectorId: string;
  folder: string;
};

export function planFor(table: string, columns: string[]): ImportPlan {
  return {
    read: plainReadOptions,
    target: { kind: 'existing', schema: 'public', table },
    columns: columns.map((name) => ({ from: name, to: name, nulls: 'asRead' })),
    mode: { kind: 'insert' },
    onBadRows: 'stop',
  };
}

const ROOT = '/api/imports/v1/imports';

/** As a browser does it: announced, sent in parts, run, and asked about until it is over. */
export async function importFile(
  mover: Mover,
  path: string,
  plan: ImportPlan,
  { isTriedFirst = false }: { isTriedFirst?: boolean } = {},
): Promise<void> {
  const { size } = await stat(path);
  const { id } = await call(mover, 'POST', '', {
    source: { kind: 'upload', fileName: path, size },
  });
  const handle = await open(path);
  for (let part = 0; part * PART_SIZE < size; part += 1) {
    const body = Buffer.alloc(Math.min(PART_SIZE, size - part * PART_SIZE));
    await handle.read(body, 0, body.length, part * PART_SIZE);
    await sendPart(mover, `${id}/parts/${part}`, body);
  }
  await handle.close();
  if (isTriedFirst) await runToItsEnd(mover, id, { plan, dryRun: true });
  await runImport(mover, id, plan);
}

/** An object of a bucket is read where it lies. */
export async function importObject(
  mover: Mover,
  { connectorId, key }: { connectorId: string; key: string },
  plan: ImportPlan,
): Promise<void> {
  const { id } = await call(mover, 'POST', '', { source: { kind: 'bucket', connectorId, key } });
  await runImport(mover, id, plan);
}

async function runImport(mover: Mover, id: string, plan: ImportPlan): Promise<void> {
  await runToItsEnd(mover, id, { plan, dryRun: false });
  await call(mover, 'DELETE', `/${id}`);
}

async function runToItsEnd(
  mover: Mover,
  id: string,
  how: { plan: ImportPlan; dryRun: boolean },
): Promise<void> {
  await call(mover, 'POST', `/${id}/run`, how);
  for (;;) {
    const record = await call(mover, 'GET', `/${id}`);
    if (record.state === (how.dryRun ? 'checked' : 'done')) break;
    if (record.endedAt !== null) throw new Error(JSON.stringify(record.error ?? record.result));
    await sleep(20);
  }
}

async function call(
  { server, token, connectorId }: Mover,
  method: string,
  rest: string,
  body?: object,
): Promise<ImportRecord> {
  const sent = body
    ? { token, body: { connector: { id: connectorId }, ...body } }
    : { token, query: `connector[id]=${connectorId}` };
  const answer = await server.send(method, `${ROOT}${rest}`, sent);
  if (answer.status !== 200) throw new Error(`${rest}: ${answer.text}`);
  return answer.json as ImportRecord;
}

async function sendPart(
  { server, token, connectorId }: Mover,
  path: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const answer = await fetch(`${server.url}${ROOT}/${path}?connector[id]=${connectorId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body,
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}
