import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { countFiles, digest, kill, startStore, writeUntilKilled } from './object-store-kill.ts';

// The same store with a bucket that keeps versions, killed in the middle of writes, deletes, restores
// and removals of versions. After every restart: each acknowledged version is there, whole, and each
// acknowledged removal holds; what a reader gets is the newest one listed; no file is left over.

export const name = 'object store killed while a bucket keeps versions, 50 cycles';
const CYCLES = 50;
const WRITERS = 6;
const KEYS_A_WRITER = 4;
const Bucket = 'torture-versions';
const DELETION = 'deletion';

/** One key's versions: id → digest, or the mark of a deletion. */
interface Expected {
  acknowledged: Map<string, string>;
  /** Written, and the answer never came: it may be there, under an id nobody was told. */
  attempted: Set<string>;
  /** Removed, and the answer never came: it may be there still. */
  leaving: Set<string>;
}

export async function run(): Promise<{ figure: string; passed: boolean }> {
  const directory = await mkdtemp(join(tmpdir(), 'object-versions-kill-'));
  const expected = new Map<string, Expected>();
  let acknowledged = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const store = await startStore(directory);
    if (cycle === 1) await createBucket(store.client);
    await verify(store.client, directory, expected);
    acknowledged += await writeUntilKilled(
      store,
      { writers: WRITERS, keys: KEYS_A_WRITER },
      (key) => changeOnce(store.client, key, expected),
    );
  }
  const { child, client } = await startStore(directory);
  const versions = await verify(client, directory, expected);
  await kill(child);
  await rm(directory, { recursive: true });
  return {
    figure: `0 of ${acknowledged} acknowledged changes lost or torn, ${versions} versions`,
    passed: true,
  };
}

async function createBucket(client: S3Client): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket }));
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
}

async function changeOnce(
  client: S3Client,
  Key: string,
  expected: Map<string, Expected>,
): Promise<void> {
  const state = expected.get(Key) ?? {
    acknowledged: new Map<string, string>(),
    attempted: new Set<string>(),
    leaving: new Set<string>(),
  };
  expected.set(Key, state);
  const { acknowledged, attempted, leaving } = state;
  const ids = [...acknowledged.keys()];
  const id = ids[randomInt(Math.max(ids.length, 1))];
  const act = randomInt(10);
  // As many go as come once there are some, so that a round stays short.
  if (id !== undefined && (act < 3 || ids.length > 12)) {
    leaving.add(id);
    await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId: id }));
    acknowledged.delete(id);
    leaving.delete(id);
  } else if (act === 3) {
    attempted.add(DELETION);
    const { VersionId } = await client.send(new DeleteObjectCommand({ Bucket, Key }));
    acknowledged.set(VersionId!, DELETION);
    attempted.delete(DELETION);
  } else if (id !== undefined && act === 4 && acknowledged.get(id) !== DELETION) {
    const content = acknowledged.get(id)!;
    attempted.add(content);
    const CopySource = `${Bucket}/${encodeURI(Key)}?versionId=${id}`;
    const { VersionId } = await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
    acknowledged.set(VersionId!, content);
    attempted.delete(content);
  } else {
    const Body = randomBytes(randomInt(2) ? randomInt(2_000) : randomInt(500_000));
    attempted.add(digest(Body));
    const { VersionId } = await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    acknowledged.set(VersionId!, digest(Body));
    attempted.delete(digest(Body));
  }
}

async function verify(
  client: S3Client,
  directory: string,
  expected: Map<string, Expected>,
): Promise<number> {
  const found = await readAll(client);
  let files = 0;
  let total = 0;
  for (const [key, { acknowledged, attempted, leaving }] of expected) {
    const versions = found.get(key) ?? new Map<string, string>();
    for (const [id, content] of acknowledged) {
      if (versions.get(id) !== content && !leaving.has(id)) throw new Error(`${key} ${id}: lost`);
    }
    for (const [id, content] of versions) {
      const isExpected = acknowledged.get(id) === content || attempted.has(content);
      if (!isExpected) throw new Error(`${key} ${id}: torn, or back after its removal`);
      if (content !== DELETION) files++;
      total++;
    }
    // What is there is what every later round must find.
    expected.set(key, { acknowledged: versions, attempted: new Set(), leaving: new Set() });
  }
  const left = await countFiles(join(directory, 'blobs'));
  if (left !== files) throw new Error(`${left} files for ${files} versions`);
  return total;
}

async function readAll(client: S3Client): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  const note = (key: string, id: string, content: string) => {
    const versions = found.get(key) ?? new Map<string, string>();
    found.set(key, versions.set(id, content));
  };
  for await (const page of pagesOfVersions(client)) {
    for (const { Key, VersionId, IsLatest } of page.DeleteMarkers ?? []) {
      note(Key!, VersionId!, DELETION);
      if (IsLatest && (await findText(client, Key!)) !== undefined) {
        throw new Error(`${Key}: deleted, and still read`);
      }
    }
    for (const { Key, VersionId, Size, IsLatest } of page.Versions ?? []) {
      const bytes = await findText(client, Key!, VersionId);
      if (bytes?.length !== Size) throw new Error(`${Key}: ${bytes?.length} of ${Size} bytes`);
      note(Key!, VersionId!, digest(bytes!));
      const current = IsLatest ? await findText(client, Key!) : bytes;
      if (!current || digest(current) !== digest(bytes!)) throw new Error(`${Key}: not the newest`);
    }
  }
  return found;
}

async function* pagesOfVersions(client: S3Client): AsyncGenerator<ListObjectVersionsCommandOutput> {
  let marker: { KeyMarker?: string; VersionIdMarker?: string } = {};
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, MaxKeys: 50, ...marker }),
    );
    yield page;
    if (!page.IsTruncated) return;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

async function findText(
  client: S3Client,
  Key: string,
  VersionId?: string,
): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    return await Body!.transformToByteArray();
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}
