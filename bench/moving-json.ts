import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ImportPlan, plainReadOptions } from '../packages/contract/src/imports/plan.ts';
import { watchTree } from './memory.ts';
import { importFile, importObject, type Mover, planFor } from './mover.ts';
import type { Row } from './run.ts';
import { BUCKET } from './user-bucket.ts';

const JSON_BYTES = Number(process.env.BENCH_JSON_BYTES ?? 2 * 1024 * 1024 * 1024);
const KEY = 'large.json';

/** One JSON array of two gigabytes, from a disk and from a bucket, into a table: none of it is held. */
export async function measureJsonImports(mover: Mover): Promise<Row[]> {
  const file = join(mover.folder, KEY);
  const rows = await writeArray(file);
  await putFile(mover, file);
  const bucketId = await mover.bucket.connect(mover.server, mover.token);
  const size = `${(JSON_BYTES / 2 ** 30).toFixed(1)} GB of JSON`;
  const fromDisk = await measure(mover, rows, (plan) => importFile(mover, file, plan));
  await rm(file);
  const fromBucket = await measure(mover, rows, (plan) => {
    return importObject(mover, { connectorId: bucketId, key: KEY }, plan);
  });
  return [
    {
      name: `most memory of all its processes while ${size} are uploaded and imported, MB`,
      ours: fromDisk,
      limit: 300,
    },
    {
      name: `most memory of all its processes while ${size} are imported from a bucket, MB`,
      ours: fromBucket,
      limit: 280,
    },
  ];
}

async function measure(
  { server, database }: Mover,
  rows: number,
  bring: (plan: ImportPlan) => Promise<void>,
): Promise<number> {
  await database.query('create table documents (n bigint, doc jsonb)');
  const watch = watchTree(server.pid);
  const read = { ...plainReadOptions, format: 'json' } as const;
  const start = performance.now();
  await bring({ ...planFor('documents', ['n', 'doc']), read });
  const seconds = Math.round((performance.now() - start) / 1_000);
  const most = await watch.stop();
  process.stderr.write(`  ${rows} rows of JSON in ${seconds} s\n`);
  const [row] = await database.query<{ count: string; sum: string }>(
    'select count(*), sum(n) from documents',
  );
  const sum = (BigInt(rows) * BigInt(rows + 1)) / 2n;
  if (row?.count !== String(rows) || row.sum !== String(sum)) {
    throw new Error(`${row?.count} of ${rows} rows arrived`);
  }
  await database.query('drop table documents');
  return most;
}

async function writeArray(file: string): Promise<number> {
  const handle = await open(file, 'w');
  let rows = 0;
  await handle.write('[\n');
  for (let bytes = 0; bytes < JSON_BYTES;) {
    const some = Array.from({ length: 5_000 }, () => {
      rows += 1;
      const text = `text ${rows} `.repeat(20);
      return `${rows > 1 ? ',\n' : ''}{"n": ${rows}, "doc": {"text": "${text}", "list": [1.50, null]}}`;
    }).join('');
    bytes += Buffer.byteLength(some);
    await handle.write(some);
  }
  await handle.write('\n]\n');
  await handle.close();
  return rows;
}

/** Straight into the bucket, past the product. */
async function putFile({ bucket }: Mover, file: string): Promise<void> {
  const command = new PutObjectCommand({ Bucket: BUCKET, Key: KEY });
  const address = await getSignedUrl(bucket.client, command);
  const { size } = await stat(file);
  const sent = request(address, { method: 'PUT', headers: { 'content-length': size } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject).once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), sent);
  const status = await answered;
  if (status !== 200) throw new Error(`The bucket answered ${status}`);
}
