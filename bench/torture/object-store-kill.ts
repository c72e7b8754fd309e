import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { startObjectStore } from '@causeway/object-store';

// Kills the object store with SIGKILL in the middle of puts, overwrites and multipart uploads, again
// and again, and looks after every restart: what was acknowledged must be there, whole; a key whose
// last write was cut off holds that write or the one before, never a mixture; no file is left over.

export const name = 'object store killed during puts and multipart uploads, 50 cycles';
const CYCLES = 50;
const WRITERS = 8;
const KEYS_A_WRITER = 6;
const Bucket = 'torture';
const CREDENTIALS = { accessKeyId: 'torture', secretAccessKey: 'torture-secret' };

/** What a key may hold: the last acknowledged write, and one that was on its way. */
interface Expected {
  acknowledged: string | undefined;
  attempted: string | undefined;
}

export async function run(): Promise<{ figure: string; passed: boolean }> {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-kill-'));
  const expected = new Map<string, Expected>();
  let acknowledged = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const store = await startStore(directory);
    await verify(store.client, directory, expected);
    if (cycle === 1) await store.client.send(new CreateBucketCommand({ Bucket }));
    acknowledged += await writeUntilKilled(
      store,
      { writers: WRITERS, keys: KEYS_A_WRITER },
      (key) => putOnce(store.client, key, expected),
    );
  }
  const { child, client } = await startStore(directory);
  const objects = await verify(client, directory, expected);
  await kill(child);
  await rm(directory, { recursive: true });
  return {
    figure: `0 of ${acknowledged} acknowledged writes lost or torn, ${objects} objects`,
    passed: true,
  };
}

export async function startStore(directory: string) {
  const child = fork(import.meta.filename, ['serve', directory]);
  const [url] = (await once(child, 'message')) as [string];
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
    maxAttempts: 1,
  });
  return { child, client };
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Writers that change keys of their own for a moment, until the store is killed. How often they did. */
export async function writeUntilKilled(
  { child, client }: { child: ChildProcess; client: S3Client },
  { writers, keys }: { writers: number; keys: number },
  change: (key: string) => Promise<void>,
): Promise<number> {
  const over = new AbortController();
  let count = 0;
  const work = async (writer: number) => {
    while (!over.signal.aborted) {
      try {
        await change(`writer ${writer}/key ${randomInt(keys)}`);
      } catch (error) {
        if (!over.signal.aborted) throw error;
        return;
      }
      count++;
    }
  };
  const working = Array.from({ length: writers }, (_, writer) => work(writer));
  await sleep(randomInt(50, 600));
  over.abort();
  await kill(child);
  await Promise.all(working);
  client.destroy();
  return count;
}

async function putOnce(client: S3Client, Key: string, expected: Map<string, Expected>) {
  const Body = randomBytes(randomInt(2) ? randomInt(2000) : randomInt(3_000_000));
  const state = expected.get(Key) ?? { acknowledged: undefined, attempted: undefined };
  expected.set(Key, state);
  state.attempted = digest(Body);
  await (randomInt(10) === 0 ? putInParts(client, Key, Body) : put(client, Key, Body));
  state.acknowledged = state.attempted;
}

async function put(client: S3Client, Key: string, Body: Buffer): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key, Body }));
}

async function putInParts(client: S3Client, Key: string, Body: Buffer): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const part = { Bucket, Key, UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
}

async function verify(
  client: S3Client,
  directory: string,
  expected: Map<string, Expected>,
): Promise<number> {
  if (expected.size === 0) return 0;
  const found = await readAll(client);
  for (const [key, { acknowledged, attempted }] of expected) {
    const held = found.get(key);
    if (held === acknowledged || (held !== undefined && held === attempted)) {
      expected.set(key, { acknowledged: held, attempted: undefined });
    } else {
      throw new Error(`${key}: ${held ? 'torn or stale' : 'lost'}`);
    }
  }
  await abortUploads(client);
  const files = await countFiles(join(directory, 'blobs'));
  if (files !== found.size) throw new Error(`${files} files for ${found.size} objects`);
  return found.size;
}

async function readAll(client: S3Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key, Size } of page.Contents ?? []) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const bytes = await Body!.transformToByteArray();
      if (bytes.length !== Size) throw new Error(`${Key}: ${bytes.length} of ${Size} bytes`);
      found.set(Key!, digest(bytes));
    }
  }
  return found;
}

/** Uploads that were cut off stay open, with their parts, until someone aborts them. */
async function abortUploads(client: S3Client): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

export async function countFiles(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function serve(directory: string): Promise<void> {
  const options = { directory, host: '127.0.0.1', port: 0, credentials: [CREDENTIALS] };
  const { url } = await startObjectStore(options);
  process.send!(url);
}

if (process.argv[2] === 'serve') await serve(process.argv[3]!);
