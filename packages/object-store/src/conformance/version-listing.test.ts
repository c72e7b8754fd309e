import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { openBlobs } from '../blobs/blobs.ts';
import { openCatalog } from '../catalog/catalog.ts';
import { connect, startTestStore } from '../testing/conformance.ts';
import { removeAgedVersions } from '../operations/upkeep.ts';
import { createVersionedStore } from '../testing/versioned-store.ts';

const store = createVersionedStore();
const { newBucket, put, listAll } = store;

describe('OBJ-5 wire: the listing of versions', () => {
  test('pages through every version once, with and without folders', async () => {
    const Bucket = await newBucket('Enabled');
    for (const key of ['a', 'f/1', 'f/2', 'g/1', 'z + ü']) {
      for (const body of ['1', '22', '333']) await put(Bucket, key, body);
    }
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'f/2' }));
    const whole = await listAll(Bucket);
    expect(whole.texts).toHaveLength(16);
    for (const MaxKeys of [1, 2, 5]) {
      const paged = await listAll(Bucket, { MaxKeys });
      expect(paged.texts.toSorted()).toEqual(whole.texts.toSorted());
      expect(paged.pages).toBe(Math.ceil(16 / MaxKeys));
    }
    const byFolder = await listAll(Bucket, { Delimiter: '/', MaxKeys: 2 });
    expect(byFolder.folders).toEqual(['f/', 'g/']);
    expect(byFolder.texts).toHaveLength(6);
    const encoded = await listAll(Bucket, { Prefix: 'z', EncodingType: 'url' });
    expect(encoded.texts).toEqual([
      'z%20%2B%20%C3%BC:3*',
      'z%20%2B%20%C3%BC:2',
      'z%20%2B%20%C3%BC:1',
    ]);
    const inside = await listAll(Bucket, { Prefix: 'f/', Delimiter: '/' });
    expect(inside.texts.toSorted()).toEqual(
      ['f/1:3*', 'f/1:2', 'f/1:1', 'f/2:-*', 'f/2:3', 'f/2:2', 'f/2:1'].toSorted(),
    );
  });

  test('goes on after a version that was removed meanwhile', async () => {
    const Bucket = await newBucket('Enabled');
    for (const body of ['1', '22', '333', '4444']) await put(Bucket, 'a', body);
    const first = await store.client.send(new ListObjectVersionsCommand({ Bucket, MaxKeys: 2 }));
    for (const { VersionId } of first.Versions!) {
      await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a', VersionId }));
    }
    const rest = await store.client.send(
      new ListObjectVersionsCommand({
        Bucket,
        KeyMarker: first.NextKeyMarker,
        VersionIdMarker: first.NextVersionIdMarker,
      }),
    );
    expect(rest.Versions!.map(({ Size, IsLatest }) => [Size, IsLatest])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('of a bucket that keeps none, every object is its version null', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', '1');
    const { texts, ids } = await listAll(Bucket);
    expect([texts, ids]).toEqual([['a:1*'], ['null']]);
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a', VersionId: 'null' }));
    expect((await listAll(Bucket)).texts).toEqual([]);
  });
});

test('OBJ-5 versions live on over a restart; those that aged go, with their files, and what a reader gets stays', async () => {
  const own = await startTestStore();
  await own.createBucket('bucket', { keepsVersions: true });
  const wire = connect(own.url);
  const Bucket = 'bucket';
  const send = (Key: string, Body: string) =>
    wire.send(new PutObjectCommand({ Bucket, Key, Body }));
  await send('edited', 'old');
  await send('edited', 'new');
  await send('deleted', 'gone');
  await wire.send(new DeleteObjectCommand({ Bucket, Key: 'deleted' }));
  await own.close();

  const { directory } = own;
  const again = await startTestStore({ directory });
  const listed = await connect(again.url).send(new ListObjectVersionsCommand({ Bucket }));
  expect([listed.Versions!.length, listed.DeleteMarkers!.length]).toEqual([3, 1]);
  await again.close();
  expect(await countFiles(directory)).toBe(3);

  const catalog = await openCatalog(directory);
  const blobs = await openBlobs(join(directory, 'blobs'));
  await removeAgedVersions({ catalog, blobs, versionDays: 30 }, Date.now() - 60_000);
  expect(await countFiles(directory)).toBe(3);
  await removeAgedVersions({ catalog, blobs, versionDays: 30 }, Date.now() + 1);
  expect(await countFiles(directory)).toBe(1);
  await blobs.close();
  await catalog.close();

  const last = await startTestStore({ directory });
  const left = await connect(last.url).send(new ListObjectVersionsCommand({ Bucket }));
  expect(left.Versions).toMatchObject([{ Key: 'edited', IsLatest: true, Size: 3 }]);
  expect(left.DeleteMarkers).toBeUndefined();
  await last.stop();
});

test('a catalog from before there were versions is brought up to date, with all it holds', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-old-'));
  const old = new DatabaseSync(join(directory, 'catalog.db'));
  old.exec(`
    CREATE TABLE buckets (name TEXT PRIMARY KEY, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE objects (
      bucket TEXT NOT NULL REFERENCES buckets, key BLOB NOT NULL, size INTEGER NOT NULL,
      etag TEXT NOT NULL, modified INTEGER NOT NULL, headers TEXT NOT NULL, checksum TEXT,
      content TEXT NOT NULL, PRIMARY KEY (bucket, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE uploads (
      id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, created INTEGER NOT NULL,
      headers TEXT NOT NULL, checksum TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE parts (
      upload TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
      modified INTEGER NOT NULL, checksum TEXT, content TEXT NOT NULL, PRIMARY KEY (upload, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO buckets VALUES ('bucket', 1);
    INSERT INTO objects VALUES ('bucket', CAST('a' AS BLOB), 0, 'e', 1, '{}', NULL, '[]');
    PRAGMA user_version = 1`);
  old.close();
  const opened = await startTestStore({ directory });
  const Bucket = 'bucket';
  const listed = await connect(opened.url).send(new ListObjectVersionsCommand({ Bucket }));
  expect(listed.Versions).toMatchObject([{ Key: 'a', VersionId: 'null', IsLatest: true }]);
  await opened.stop();
});

async function countFiles(directory: string): Promise<number> {
  const entries = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
