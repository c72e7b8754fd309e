import { afterAll, afterEach, expect, test } from 'vitest';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { copyFound } from '#platform/connectors/storage/copy.ts';
import { findHead, readHead } from '#platform/connectors/storage/read.ts';
import { openTrashTrail } from '#platform/connectors/storage/trash/trails.ts';
import { putBytes } from '#platform/connectors/storage/write.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { endedJob } from '#testing/ended-job.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { emptyExpiredTrash, openForUpkeep, sweepCutTrash } from '../upkeep.ts';

const { space, line } = await startFaultyStorage();
afterEach(() => line.plan());
afterAll(() => space.stop());

async function bucket(): Promise<ReturnType<typeof openBucket>> {
  return (await openForUpkeep(space.server.services, 'storage-sweep', space.connectorId))!;
}

test('OBJ-4 a name too long for the trash goes there and comes back, though it is cut within a sign', async () => {
  const path = `${'😀'.repeat(250)}a`;
  await space.store(path, 'long');
  const removal = await space.call(storageJobRoutes.remove, { body: { paths: [path] } });
  expect(await endedJob(space, removal)).toMatchObject({ state: 'done' });
  expect(await findHead(await bucket(), path)).toBeUndefined();
  const back = await space.call(storageJobRoutes.undo, { params: { jobId: removal.id }, body: {} });
  expect(await endedJob(space, back)).toMatchObject({ state: 'done' });
  expect(await findHead(await bucket(), path)).toMatchObject({ byteSize: 4 });
});

test('OBJ-4 a copy that was cut off before the trash knew of it is swept, and nothing else', async () => {
  await space.store('kept.txt', 'kept');
  const { id } = await space.call(storageJobRoutes.remove, { body: { paths: ['kept.txt'] } });
  await endedJob(space, { id } as never);
  const orphan = `${TRASH_FOLDER}${crypto.randomUUID()}/cut.txt`;
  await space.store(orphan, 'cut');
  await space.store(`${TRASH_FOLDER}of another installation/x.txt`, 'theirs');
  await openTrashTrail(space.db, await bucket(), { id: crypto.randomUUID(), trashPath: orphan });
  await sweepCutTrash(space.server.services, '0 seconds');
  const left = await space.storedKeys(TRASH_FOLDER);
  expect(left).not.toContain(orphan);
  expect(left).toHaveLength(2);
});

test('OBJ-4 a delete whose copy fails leaves no trail once it is done', async () => {
  await space.store('failing.txt', 'failing');
  line.plan(({ method, url }) =>
    method === 'PUT' && url.includes('failing') ? 'error' : undefined,
  );
  expect(await space.refuse(storageRoutes.remove, { body: { path: 'failing.txt' } })).toMatchObject(
    { status: 424 },
  );
  line.plan();
  await space.call(storageRoutes.remove, { body: { path: 'failing.txt' } });
  await sweepCutTrash(space.server.services, '0 seconds');
  const { items } = await space.call(storageJobRoutes.trash, { query: { search: 'failing' } });
  expect(await (await space.load(items[0]!.url)).text()).toBe('failing');
});

test('OBJ-4 an object copied in parts keeps all that is told of it', async () => {
  const target = await bucket();
  const bytes = Buffer.alloc(6 * 1024 ** 2, 'x');
  const told = {
    contentType: 'text/csv',
    contentEncoding: 'br',
    cacheControl: 'max-age=60',
    contentDisposition: 'attachment; filename="a.csv"',
    contentLanguage: 'de',
    metadata: { origin: 'here' },
  };
  const like = { ...(await plainHead()), ...told };
  await putBytes(target, 'large.csv', bytes, { like });
  const source = await readHead(target, 'large.csv');
  expect(source).toMatchObject(told);
  const part = 5 * 1024 ** 2;
  const place = { to: 'copied.csv', most: part, partSize: part, onlyIfNew: true };
  await copyFound(space.db, target, source, place);
  const copy = await findHead(target, 'copied.csv');
  expect(copy).toMatchObject({ ...told, byteSize: bytes.length });
  expect(copy?.etag).toMatch(/-2$/);
});

async function plainHead() {
  await space.store('plain.txt', 'plain');
  return readHead(await bucket(), 'plain.txt');
}

test('OBJ-1 a copy onto itself is refused as what it is', async () => {
  await space.store('same.txt', 'same');
  expect(
    await space.refuse(storageRoutes.copy, { body: { from: 'same.txt', to: 'same.txt' } }),
  ).toMatchObject({ status: 422, code: 'E_VALIDATION' });
});

test('OBJ-4 a trash that is not emptied in its time is left for the next sweep, which goes on with it', async () => {
  await space.store('expired.txt', 'expired');
  await space.call(storageRoutes.remove, { body: { path: 'expired.txt' } });
  await changeRows(space.db, sql`update storage_trash set expires_at = now()`);
  const left = async () => {
    const { items } = await space.call(storageJobRoutes.trash, { query: { search: 'expired' } });
    return items.length;
  };
  line.plan(() => () => new Promise<void>(() => {}));
  await emptyExpiredTrash(space.server.services, 1);
  line.plan();
  expect(await left()).toBe(1);
  await emptyExpiredTrash(space.server.services);
  expect(await left()).toBe(0);
});
