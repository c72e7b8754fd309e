import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { endedJob } from '#testing/ended-job.ts';
import { eventually } from '#testing/eventually.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { BUCKET, storeKinds } from '#testing/storage-workspace.ts';

const { transfer, remove } = storageJobRoutes;
const { read, refresh, search } = bucketIndexRoutes;

// The one store that takes any key.
const { space, line } = await startFaultyStorage({ store: storeKinds[1]! });
beforeAll(async () => {
  await crawl();
});
afterEach(() => line.plan());
afterAll(() => space.stop());

const ended = (job: StorageJob) => endedJob(space, job);

async function crawl(): Promise<void> {
  await space.call(refresh, { body: { olderThanMinutes: 0 } });
  await crawled();
}

function crawled() {
  return eventually(async () => expect(await space.call(read)).toMatchObject({ state: 'ready' }));
}

async function indexed(): Promise<string[]> {
  const rows = await listRows<{ path: string }>(
    space.db,
    sql`select path from bucket_objects where connector_id = ${space.connectorId} order by path`,
  );
  return rows.map(({ path }) => path);
}

async function listed(): Promise<string[]> {
  const keys = await space.storedKeys();
  return keys.filter((key) => !key.startsWith(TRASH_FOLDER) && !key.includes('\0')).toSorted();
}

async function fill(folder: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `${folder}${index}.txt`);
  await Promise.all(names.map((name) => space.store(name, name)));
}

test('OBJ-2 after a move and a delete of many the index knows exactly what is there', async () => {
  await fill('many/', 150);
  await crawl();
  const body = { kind: 'move', items: [{ from: 'many/', to: 'moved/' }] };
  expect(await ended(await space.call(transfer, { body }))).toMatchObject({ done: 150 });
  expect(await indexed()).toEqual(await listed());
  const paths = Array.from({ length: 100 }, (_, index) => `moved/${index}.txt`);
  expect(await ended(await space.call(remove, { body: { paths } }))).toMatchObject({ done: 100 });
  expect(await indexed()).toEqual(await listed());
  expect((await space.call(read)).objectCount).toBe((await listed()).length);
});

test('OBJ-2 what a failed object left in the bucket is known as well', async () => {
  await space.store('half/a.txt', 'a');
  line.plan(({ method, url }) =>
    method === 'DELETE' && url.includes('half') ? 'error' : undefined,
  );
  const body = { kind: 'move', items: [{ from: 'half/', to: 'other half/' }] };
  expect(await ended(await space.call(transfer, { body }))).toMatchObject({ failed: 1 });
  expect(await indexed()).toEqual(await listed());
});

test('OBJ-2 a crawl does not bring back what was deleted while it looked', async () => {
  await fill('looked at/', 3);
  await crawl();
  const answered = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let lists = 0;
  // The bucket has told what it holds; the answer arrives when it is no longer true.
  line.plan(({ method, url }) => {
    const isFirst = method === 'GET' && url.includes('list-type=2') && ++lists === 1;
    if (!isFirst) return undefined;
    return async () => {
      answered.resolve();
      await gone.promise;
    };
  });
  await space.call(refresh, { body: { olderThanMinutes: 0 } });
  await answered.promise;
  const paths = ['looked at/0.txt', 'looked at/1.txt'];
  await ended(await space.call(remove, { body: { paths } }));
  gone.resolve();
  await crawled();
  expect(await indexed()).toEqual(await listed());
});

test('OBJ-4 a key with U+0000 stops neither a crawl nor a job, which names it', async () => {
  await space.client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: 'odd/zero\0byte.txt', Body: 'odd' }),
  );
  await space.store('odd/usual.txt', 'usual');
  await crawl();
  expect((await space.call(search, { query: { text: 'usual' } })).items).toHaveLength(1);
  const body = { kind: 'move', items: [{ from: 'odd/', to: 'even/' }] };
  const job = await ended(await space.call(transfer, { body }));
  expect(job).toMatchObject({ state: 'failed', done: 1, failed: 1 });
  expect(job.failures).toMatchObject([{ path: 'odd/zero␀byte.txt', code: 'E_OBJECT_NAME' }]);
});

test('OBJ-2 a word that everything holds finds everything, page after page', async () => {
  const { connectorId, db } = space;
  await db.query(
    sql`insert into bucket_objects (connector_id, path, searched, file_group, byte_size, updated_at, etag)
        select ${connectorId}, path, path, 'text', 1, now(), 'e'
        from generate_series(1, 4100) as number,
          lateral (select 'common/' || lpad(number::text, 5, '0') || '.txt') as named (path)`,
  );
  const found = new Set<string>();
  let hasMore = true;
  for (let offset = 0; hasMore; offset += 500) {
    const page = await space.call(search, { query: { text: 'common', limit: 500, offset } });
    for (const { path } of page.items) found.add(path);
    hasMore = page.hasMore;
  }
  expect(found.size).toBe(4100);
});
