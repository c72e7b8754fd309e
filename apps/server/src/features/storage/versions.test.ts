import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type StorageJob,
  storageJobRoutes,
  TRASH_FOLDER,
} from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { sql } from '#platform/db/sql.ts';
import {
  BUCKET,
  startStorageWorkspace,
  type StorageWorkspace,
} from '#testing/storage-workspace.ts';
import { emptyExpiredTrash } from './upkeep.ts';

let space: StorageWorkspace;
beforeAll(async () => {
  space = await startStorageWorkspace({ prefix: 'team' });
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await space.client.send(
    new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration }),
  );
});
afterAll(() => space.stop());

const path = 'notes & plans/agenda ü.txt';

async function write(text: string): Promise<void> {
  await space.call(storageRoutes.put, { body: { path, body: text } });
}

async function listVersions(as = space.people.viewer) {
  return space.call(storageRoutes.versions, { query: { path }, as });
}

test('OBJ-5 every version of an object is listed, opened and brought back, and none is lost', async () => {
  await write('first');
  await write('second, longer');
  await space.call(storageRoutes.put, { body: { path: `${path}.bak`, body: 'a neighbour' } });

  const { isVersioned, versions } = await listVersions();
  expect(isVersioned).toBe(true);
  expect(versions.map(({ isLatest, byte_size }) => ({ isLatest, byte_size }))).toEqual([
    { isLatest: true, byte_size: 14 },
    { isLatest: false, byte_size: 5 },
  ]);
  const [latest, older] = versions;
  expect(await (await space.load(latest!.url!)).text()).toBe('second, longer');
  expect(await (await space.load(older!.url!)).text()).toBe('first');

  const restored = await space.call(storageRoutes.restoreVersion, {
    body: { path, versionId: older!.versionId },
  });
  expect(restored).toMatchObject({ path, byte_size: 5 });
  expect((await space.stored(`team/${path}`)).toString()).toBe('first');
  const after = (await listVersions()).versions;
  expect(after.map(({ byte_size }) => byte_size)).toEqual([5, 14, 5]);
  expect(await (await space.load(after[1]!.url!)).text()).toBe('second, longer');
});

test('OBJ-5 a deleted object can be brought back from the version before it', async () => {
  await write('kept');
  await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: `team/${path}` }));
  const { versions } = await listVersions();
  expect(versions[0]).toMatchObject({ isDeletion: true, isLatest: true, url: null });
  const { versionId } = versions[1]!;
  await space.call(storageRoutes.restoreVersion, { body: { path, versionId } });
  expect((await space.stored(`team/${path}`)).toString()).toBe('kept');
});

test('OBJ-5 viewers open versions but do not bring them back, and an unknown version is none', async () => {
  await write('mine');
  const body = { path, versionId: 'v1' };
  const viewer = space.people.viewer;
  expect(await space.refuse(storageRoutes.restoreVersion, { body, as: viewer })).toMatchObject({
    status: 403,
  });
  await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: `team/${path}` }));
  const [deletion] = (await listVersions()).versions;
  for (const versionId of ['v999', 'f'.repeat(32), deletion!.versionId]) {
    const unknown = { body: { path, versionId } };
    expect(await space.refuse(storageRoutes.restoreVersion, unknown)).toMatchObject({
      code: 'E_OBJECT_NOT_FOUND',
    });
  }
});

test('OBJ-4 OBJ-5 the trash keeps nothing twice: what comes out of it, or expires in it, leaves no version there', async () => {
  const folder = 'folder/';
  for (const name of ['a.txt', 'b.txt']) {
    await space.call(storageRoutes.put, { body: { path: `${folder}${name}`, body: name } });
  }
  const { remove, read, restore, trash } = storageJobRoutes;
  async function ended({ id: jobId }: StorageJob): Promise<StorageJob> {
    return vi.waitFor(
      async () => {
        const job = await space.call(read, { params: { jobId } });
        expect(job.state).toBe('done');
        return job;
      },
      { timeout: 30_000, interval: 100 },
    );
  }
  const inTrash = async () => {
    const { Versions = [], DeleteMarkers = [] } = await space.client.send(
      new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: `team/${TRASH_FOLDER}` }),
    );
    return Versions.length + DeleteMarkers.length;
  };

  await ended(await space.call(remove, { body: { paths: [folder] } }));
  expect(await inTrash()).toBe(2);
  const { items } = await space.call(trash, { query: {} });
  const [a, b] = items.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  await ended(await space.call(restore, { body: { ids: [a!.id] } }));
  expect((await space.stored(`team/${folder}a.txt`)).toString()).toBe('a.txt');
  expect(await inTrash()).toBe(1);

  await space.db.query(
    sql`update storage_trash set expires_at = now() - interval '1 day' where id = ${b!.id}`,
  );
  await emptyExpiredTrash(space.server.services);
  expect(await inTrash()).toBe(0);
  const { versions } = await space.call(storageRoutes.versions, {
    query: { path: `${folder}b.txt` },
  });
  expect(versions).toMatchObject([{ isDeletion: true }, { byte_size: 5 }]);
});
