import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { fillPath, type Route } from '@causeway/contract/route.ts';
import { stringifyQuery } from '@causeway/contract/query-string.ts';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { type OpenUpload, PART_SIZE, uploadRoutes } from '@causeway/contract/storage/uploads.ts';
import { sweepTrails } from '../../apps/server/src/platform/connectors/storage/upload-trail.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createLogger } from '../../apps/server/src/platform/logs/logger.ts';
import { type Fault, startFaultyLine } from '../../apps/server/src/testing/faulty-line.ts';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';
import { BUCKET, startUserBucket } from '../user-bucket.ts';

// Every way of writing and reading, with one call to the bucket going wrong: the first, the second, …
// up to the thirtieth. Whatever was answered with success must be in the bucket, byte for byte; what
// was refused is repeated by the client until it succeeds; nothing may be left behind.

export const name = 'bucket answering 500, slow, truncated, lost or cut at the Nth call, N = 1…30';
const FAULTS: Fault[] = ['error', 'slow', 'truncated', 'lost', 'unheard'];
const MOST_CALLS = 30;
const PATIENCE = 12;

type Body = { json?: object; bytes?: Blob | FormData };
type Ask = (
  route: Route,
  parts: {
    params?: Record<string, string | number>;
    query?: object;
    body?: Body;
    key?: string;
  },
) => Promise<Response>;

export async function run() {
  const bucket = await startUserBucket();
  const line = await startFaultyLine(bucket.url);
  const stage = await openStage();
  const counts = { operations: 0, faults: 0, repeated: 0, wrong: [] as string[] };
  try {
    const server = await stage.launch({
      EGRESS_ALLOW_DATA: new URL(line.url).host,
      REQUESTS_PER_MINUTE: '100000000',
    });
    const token = await logIn(server);
    const connectorId = await bucket.connect(server, token, line.url);
    const ask = createAsk(server.url, token, connectorId);
    const stored = async (Key: string) => {
      const { Body: body } = await bucket.client.send(
        new GetObjectCommand({ Bucket: BUCKET, Key }),
      );
      return Buffer.from(await body!.transformToByteArray());
    };
    const keys = async (Prefix: string) => {
      const answer = await bucket.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
      return (answer.Contents ?? []).map(({ Key }) => Key!);
    };
    const tools = { ask, stored, keys, repeat: () => (counts.repeated += 1) };

    for (const [title, operation] of Object.entries(operations)) {
      for (const fault of FAULTS) {
        for (let number = 1; number <= MOST_CALLS; number += 1) {
          let met = false;
          const folder = `${title}/${fault}/${number}/`;
          const meet = () => {
            line.plan((call) => {
              if (call.number !== number || met) return undefined;
              met = true;
              return fault;
            });
          };
          const problem = await operation({ ...tools, folder, meet }).catch(
            (error: Error) => error.message,
          );
          line.plan();
          counts.operations += 1;
          if (met) counts.faults += 1;
          if (problem) counts.wrong.push(`${folder}: ${problem}`);
          // There are no more calls than this.
          if (!met) break;
        }
      }
    }
    const db = openDatabase(stage.databaseUrl, createLogger('silent'));
    const seen = { connectorId, client: bucket.client, name: BUCKET, place: BUCKET, root: '' };
    await sweepTrails(db, seen, '0 seconds');
    await db.close();
    const { Uploads = [] } = await bucket.client.send(
      new ListMultipartUploadsCommand({ Bucket: BUCKET }),
    );
    for (const problem of counts.wrong.slice(0, 10)) process.stderr.write(`  ${problem}\n`);
    return {
      figure: `${counts.wrong.length} wrong of ${counts.operations} operations with ${counts.faults} faults, ${Uploads.length} orphan uploads, ${counts.repeated} repeated by the client`,
      passed: counts.wrong.length === 0 && Uploads.length === 0 && counts.faults > 100,
    };
  } finally {
    await stage.close();
    await line.stop();
    await bucket.stop();
  }
}

type Tools = {
  ask: Ask;
  stored(key: string): Promise<Buffer>;
  keys(prefix: string): Promise<string[]>;
  repeat(): void;
  folder: string;
  /** From here on the line counts, and goes wrong once. */
  meet(): void;
};

/** Each answers what is wrong afterwards, or nothing. */
const operations: Record<string, (tools: Tools) => Promise<string | undefined>> = {
  put: async ({ ask, stored, repeat, folder, meet }) => {
    const path = `${folder}small.bin`;
    const bytes = randomBytes(5_000);
    meet();
    await until(repeat, () =>
      ask(storageRoutes.putContent, {
        query: { path, onlyIfNew: true },
        body: { bytes: new Blob([bytes]) },
        key: `put-${path}`,
      }),
    );
    return sameBytes(await stored(path), bytes);
  },

  form: async ({ ask, stored, repeat, folder, meet }) => {
    const path = `${folder}large.bin`;
    const bytes = randomBytes(2 * PART_SIZE + 12_345);
    meet();
    await until(repeat, () => {
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'large.bin');
      return ask(storageRoutes.upload, {
        query: { path },
        body: { bytes: form },
        key: `form-${path}`,
      });
    });
    return sameBytes(await stored(path), bytes);
  },

  parts: async ({ ask, stored, repeat, folder, meet }) => {
    const path = `${folder}parts.bin`;
    const bytes = randomBytes(PART_SIZE + 54_321);
    meet();
    const json = { path, byte_size: bytes.length, fingerprint: path };
    const begun = await until(repeat, () =>
      ask(uploadRoutes.start, { body: { json }, key: `start-${path}` }),
    );
    const { id: uploadId } = (await begun.json()) as OpenUpload;
    for (const number of [1, 2]) {
      const part = new Blob([bytes.subarray((number - 1) * PART_SIZE, number * PART_SIZE)]);
      await until(repeat, () =>
        ask(uploadRoutes.putPart, { params: { uploadId, number }, body: { bytes: part } }),
      );
    }
    const done = await until(repeat, () =>
      ask(uploadRoutes.complete, { params: { uploadId }, body: { json: {} }, key: `end-${path}` }),
    );
    await done.json();
    return sameBytes(await stored(path), bytes);
  },

  read: async ({ ask, repeat, folder, meet }) => {
    const path = `${folder}read.bin`;
    const bytes = randomBytes(300_000);
    await ask(storageRoutes.putContent, { query: { path }, body: { bytes: new Blob([bytes]) } });
    meet();
    const answer = await until(repeat, async () => {
      const given = await ask(storageRoutes.content, { query: { path } });
      const read = Buffer.from(await given.arrayBuffer());
      return given.ok ? new Response(read) : given;
    });
    return sameBytes(Buffer.from(await answer.arrayBuffer()), bytes);
  },

  move: async ({ ask, stored, keys, folder, meet }) => {
    const files = new Map(['a', 'b/c', 'd'].map((name) => [name, randomBytes(2_000)]));
    for (const [file, bytes] of files) {
      const query = { path: `${folder}from/${file}` };
      await ask(storageRoutes.putContent, { query, body: { bytes: new Blob([bytes]) } });
    }
    meet();
    await runJob(ask, storageJobRoutes.transfer, {
      kind: 'move',
      items: [{ from: `${folder}from/`, to: `${folder}to/` }],
    });
    for (const [file, bytes] of files) {
      const problem = sameBytes(await stored(`${folder}to/${file}`), bytes);
      if (problem) return `${file}: ${problem}`;
    }
    return (await keys(`${folder}from/`)).length > 0 ? 'the source is still there' : undefined;
  },

  trash: async ({ ask, stored, keys, folder, meet }) => {
    const path = `${folder}thing.bin`;
    const bytes = randomBytes(2_000);
    await ask(storageRoutes.putContent, { query: { path }, body: { bytes: new Blob([bytes]) } });
    meet();
    const job = await runJob(ask, storageJobRoutes.remove, { paths: [path] });
    if ((await keys(path)).length > 0) return 'it was not deleted';
    await runJob(ask, storageJobRoutes.restore, { jobId: job.id });
    return sameBytes(await stored(path), bytes);
  },
};

/** Until it succeeds, as a client would that keeps its key. */
async function until(repeat: () => void, act: () => Promise<Response>): Promise<Response> {
  let last = '';
  for (let time = 0; time < PATIENCE; time += 1) {
    const answer = await act().catch((error: Error) => error);
    if (answer instanceof Response && answer.ok) return answer;
    last = answer instanceof Response ? await answer.text() : answer.message;
    repeat();
    await sleep(20);
  }
  throw new Error(`gave up: ${last}`);
}

/** Until it is done, resumed as often as it fails. */
async function runJob(ask: Ask, route: Route, json: object): Promise<StorageJob> {
  let job = (await (await ask(route, { body: { json } })).json()) as StorageJob;
  for (let time = 0; time < 400; time += 1) {
    const params = { jobId: job.id };
    job = (await (await ask(storageJobRoutes.read, { params })).json()) as StorageJob;
    if (job.state === 'done') return job;
    if (job.state === 'failed') await ask(storageJobRoutes.resume, { params, body: { json: {} } });
    await sleep(50);
  }
  throw new Error(`the job did not end: ${JSON.stringify(job)}`);
}

function sameBytes(found: Buffer, expected: Buffer): string | undefined {
  return found.equals(expected)
    ? undefined
    : `${found.length} of ${expected.length} bytes, or others`;
}

function createAsk(url: string, token: string, connectorId: string): Ask {
  const connector = { id: connectorId };
  return (route, { params, query, body = {}, key }) => {
    const inAddress = body.json === undefined;
    const search = stringifyQuery({ ...(inAddress && { connector }), ...query });
    return fetch(`${url}${fillPath(route.path, params)}?${search}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key && { 'idempotency-key': key.replace(/[^\w/-]/g, '_') }),
        ...(body.json && { 'content-type': 'application/json' }),
      },
      ...(body.json && { body: JSON.stringify({ connector, ...body.json }) }),
      ...(body.bytes && { body: body.bytes }),
    });
  };
}
