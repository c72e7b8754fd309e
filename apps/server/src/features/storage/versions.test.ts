import { DeleteObjectCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import {
  BUCKET,
  startStorageWorkspace,
  type StorageWorkspace,
} from '#testing/storage-workspace.ts';

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
