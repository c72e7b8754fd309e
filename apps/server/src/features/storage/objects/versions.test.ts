import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { deletedRoutes } from '@causeway/contract/storage/deleted.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { keepReplaced } from '#platform/connectors/storage/trash/keep.ts';
import { sql } from '#platform/db/sql.ts';
import { BUCKET } from '#testing/storage-workspace.ts';
import { endedJob } from '#testing/ended-job.ts';
import { createKey } from '#testing/factories.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { emptyExpiredTrash, openForUpkeep } from '../upkeep.ts';

const { space, line } = await startFaultyStorage({ prefix: 'team' });
beforeAll(async () => {
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

const ended = (job: StorageJob) => endedJob(space, job);

async function setVersioning(Status: 'Enabled' | 'Suspended'): Promise<void> {
  const VersioningConfiguration = { Status };
  await space.client.send(
    new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration }),
  );
}

/** Versions and marks below a folder, straight from the store. */
async function storedVersions(folder: string) {
  const { Versions = [], DeleteMarkers = [] } = await space.client.send(
    new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: `team/${folder}` }),
  );
  return { versions: Versions.map(({ VersionId }) => VersionId), marks: DeleteMarkers.length };
}

async function fill(folder: string): Promise<void> {
  for (const name of ['a.txt', 'b.txt']) {
    await space.call(storageRoutes.put, { body: { path: `${folder}${name}`, body: name } });
  }
}

async function trashOf(folder: string) {
  const { items } = await space.call(storageJobRoutes.trash, { query: { search: folder } });
  return items.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const { remove, undo, restore, purge } = storageJobRoutes;

test('OBJ-4 where the bucket keeps versions, deleting copies nothing and undoing brings the very same version back', async () => {
  await fill('kept/');
  const before = await storedVersions('kept/');
  const job = await ended(await space.call(remove, { body: { paths: ['kept/'] } }));
  expect(job).toMatchObject({ state: 'done', done: 2 });
  expect(await storedVersions('kept/')).toEqual({ ...before, marks: 2 });
  expect(await storedVersions(TRASH_FOLDER)).toEqual({ versions: [], marks: 0 });
  const entries = await trashOf('kept/');
  expect(entries).toMatchObject([
    { path: 'kept/a.txt', isVersion: true, isReplaced: false, byte_size: 5 },
    { path: 'kept/b.txt', isVersion: true },
  ]);
  expect(await (await space.load(entries[0]!.url)).text()).toBe('a.txt');

  const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
  expect(back).toMatchObject({ kind: 'restore', state: 'done', done: 2 });
  expect(await storedVersions('kept/')).toEqual({ ...before, marks: 0 });
  expect(await trashOf('kept/')).toEqual([]);
});

test('OBJ-4 TEAM-6 a key deletes and brings the very same version back as people do', async () => {
  await fill('by-key/');
  const { editor } = space.people;
  const scopes = ['storage:write'];
  const { token } = await createKey(space.server, space.projectId, editor, { scopes });
  const as = { ...editor, token };
  const before = await storedVersions('by-key/');
  const job = await ended(await space.call(remove, { body: { paths: ['by-key/'] }, as }));
  const back = await ended(await space.call(undo, { params: { jobId: job.id }, as }));
  expect(back).toMatchObject({ kind: 'restore', state: 'done', done: 2 });
  expect(await storedVersions('by-key/')).toEqual(before);
});

test('OBJ-4 what the bucket refused to delete is not in the trash, and goes there when it may go', async () => {
  await fill('refused/');
  line.plan(({ method }) => (method === 'DELETE' ? 'forbidden' : undefined));
  const refused = await space.refuse(storageRoutes.remove, { body: { path: 'refused/a.txt' } });
  expect(refused.details).toMatchObject({ permission: 's3:DeleteObject' });
  const job = await ended(await space.call(remove, { body: { paths: ['refused/'] } }));
  expect(job).toMatchObject({ state: 'failed', done: 0, failed: 2 });
  expect(await trashOf('refused/')).toEqual([]);

  line.plan();
  const params = { jobId: job.id };
  const resumed = await ended(await space.call(storageJobRoutes.resume, { params }));
  expect(resumed).toMatchObject({ state: 'done', done: 2 });
  expect(await trashOf('refused/')).toMatchObject([{ isVersion: true }, { isVersion: true }]);
});

test('OBJ-4 a deletion whose answer was lost is done, and can be taken back', async () => {
  await fill('lost/');
  line.plan(({ method }) => (method === 'DELETE' ? 'lost' : undefined));
  const job = await ended(await space.call(remove, { body: { paths: ['lost/'] } }));
  line.plan();
  expect(job).toMatchObject({ state: 'done', done: 2 });
  await ended(await space.call(undo, { params: { jobId: job.id } }));
  expect((await space.stored('team/lost/a.txt')).toString()).toBe('a.txt');
  expect((await space.stored('team/lost/b.txt')).toString()).toBe('b.txt');
  expect(await trashOf('lost/')).toEqual([]);
});

test('OBJ-4 a deleted version comes back beside what was written in its place since', async () => {
  await fill('taken/');
  const { trashId } = await space.call(storageRoutes.remove, { body: { path: 'taken/a.txt' } });
  await space.call(storageRoutes.put, { body: { path: 'taken/a.txt', body: 'somebody else' } });
  await ended(await space.call(restore, { body: { ids: [trashId!] } }));
  expect((await space.stored('team/taken/a.txt')).toString()).toBe('somebody else');
  expect((await space.stored('team/taken/a (2).txt')).toString()).toBe('a.txt');
  expect(await trashOf('taken/')).toEqual([]);
});

test('OBJ-4 a version purged from the trash is gone for good, an expired one stays with the bucket', async () => {
  await fill('gone/');
  await ended(await space.call(remove, { body: { paths: ['gone/'] } }));
  const [a, b] = await trashOf('gone/');
  await ended(await space.call(purge, { body: { ids: [a!.id] } }));
  await space.db.query(
    sql`update storage_trash set expires_at = now() - interval '1 day' where id = ${b!.id}`,
  );
  await emptyExpiredTrash(space.server.services);
  expect(await trashOf('gone/')).toEqual([]);
  expect((await storedVersions('gone/a.txt')).versions).toEqual([]);
  expect((await storedVersions('gone/b.txt')).versions).toHaveLength(1);
});

test('OBJ-4 purging the trash never touches a version that is current again', async () => {
  await fill('back/');
  const { trashId } = await space.call(storageRoutes.remove, { body: { path: 'back/a.txt' } });
  const { DeleteMarkers = [] } = await space.client.send(
    new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: 'team/back/a.txt' }),
  );
  const VersionId = DeleteMarkers[0]!.VersionId;
  const Key = 'team/back/a.txt';
  await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId }));
  await ended(await space.call(purge, { body: { ids: [trashId!] } }));
  expect((await space.stored(Key)).toString()).toBe('a.txt');
});

test('OBJ-4 deleted files of a folder are listed, whoever deleted them, and brought back one by one or with their folder', async () => {
  const { list, restore: bringBack } = deletedRoutes;
  await fill('shown/');
  await fill('shown/sub/');
  await space.call(storageRoutes.put, { body: { path: 'shown/here.txt', body: 'still here' } });
  const first = await storedVersions('shown/');
  await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'team/shown/a.txt' }));
  await ended(await space.call(remove, { body: { paths: ['shown/b.txt', 'shown/sub/'] } }));

  const deleted = await space.call(list, { query: { path: 'shown/' }, as: space.people.viewer });
  expect(deleted).toMatchObject({
    isVersioned: true,
    folders: ['shown/sub/'],
    nextCursor: null,
    items: [
      { path: 'shown/a.txt', name: 'a.txt', byte_size: 5 },
      { path: 'shown/b.txt', name: 'b.txt' },
    ],
  });
  expect(await (await space.load(deleted.items[0]!.url)).text()).toBe('a.txt');

  const paths = ['shown/a.txt', 'shown/sub/', 'shown/here.txt'];
  const job = await ended(await space.call(bringBack, { body: { paths } }));
  expect(job).toMatchObject({ kind: 'restore', state: 'failed', done: 3, failed: 1 });
  expect(job.failures).toMatchObject([{ path: 'shown/here.txt', code: 'E_OBJECT_NOT_FOUND' }]);
  expect(await trashOf('shown/sub/')).toEqual([]);
  expect(await storedVersions('shown/')).toEqual({ ...first, marks: 1 });
  const left = await space.call(list, { query: { path: 'shown/' } });
  expect(left.items.map(({ path: one }) => one)).toEqual(['shown/b.txt']);
});

test('OBJ-4 a thousand marks over one file do not hide what it was', async () => {
  await space.call(storageRoutes.put, { body: { path: 'marks/a.txt', body: 'below' } });
  await space.call(storageRoutes.put, { body: { path: 'marks/b.txt', body: 'beside' } });
  const objects = Array.from({ length: 1000 }, () => ({ Key: 'team/marks/a.txt' }));
  await space.client.send(
    new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: objects, Quiet: true } }),
  );
  await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'team/marks/b.txt' }));
  const first = await space.call(deletedRoutes.list, { query: { path: 'marks/' } });
  expect(first.items).toMatchObject([{ path: 'marks/a.txt', byte_size: 5 }]);
  const rest = await space.call(deletedRoutes.list, {
    query: { path: 'marks/', cursor: first.nextCursor! },
  });
  expect(rest).toMatchObject({ items: [{ path: 'marks/b.txt' }], nextCursor: null });
  const body = { paths: ['marks/a.txt'] };
  await ended(await space.call(deletedRoutes.restore, { body }));
  expect((await space.stored('team/marks/a.txt')).toString()).toBe('below');
});

test('OBJ-4 OBJ-5 what a bucket keeps no version of is copied into the trash, and leaves no version there', async () => {
  await setVersioning('Suspended');
  try {
    await fill('copied/');
    await space.call(storageRoutes.put, { body: { path: 'copied/a.txt', body: 'written over' } });
    expect(await trashOf('copied/a.txt')).toMatchObject([{ isReplaced: true, isVersion: false }]);
    const job = await ended(await space.call(remove, { body: { paths: ['copied/b.txt'] } }));
    expect(await trashOf('copied/b.txt')).toMatchObject([{ isVersion: false, byte_size: 5 }]);
    await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect((await space.stored('team/copied/b.txt')).toString()).toBe('b.txt');

    const [replaced] = await trashOf('copied/a.txt');
    await ended(await space.call(restore, { body: { ids: [replaced!.id] } }));
    expect((await space.stored('team/copied/a (2).txt')).toString()).toBe('a.txt');
    expect((await storedVersions(TRASH_FOLDER)).versions).toEqual([]);
  } finally {
    await setVersioning('Enabled');
  }
});

test('OBJ-4 OBJ-5 what is written over is in the trash where the bucket removes old versions sooner', async () => {
  await fill('soon/');
  const opened = await openForUpkeep(space.server.services, 'storage-sweep', space.connectorId);
  const by = { id: null, name: null };
  const bucket = { ...opened!, client: space.client, versionDays: 7 };
  expect(await keepReplaced(space.db, bucket, 'soon/a.txt', { by })).toMatchObject({
    versionId: null,
  });
  expect(await trashOf('soon/a.txt')).toMatchObject([{ isReplaced: true, isVersion: false }]);
});
