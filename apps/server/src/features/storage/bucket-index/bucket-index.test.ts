import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { type FaultyLine, startFaultyLine } from '#testing/faulty-line.ts';
import {
  BUCKET,
  startStorageWorkspace,
  type StorageWorkspace,
  storeKinds,
} from '#testing/storage-workspace.ts';

const { read, refresh, search, usage, duplicates } = bucketIndexRoutes;

describe.each(storeKinds)('the index of a bucket in $name', (store) => {
  let space: StorageWorkspace;
  beforeAll(async () => {
    space = await startStorageWorkspace({ store, prefix: 'shared' });
    await space.store('outside/secret.txt', 'not below the prefix');
    await space.store('shared-too/secret.txt', 'not below the prefix either');
    for (const [key, size] of Object.entries(objects)) {
      await space.store(`shared/${key}`, 'x'.repeat(size));
    }
    await crawl();
  });
  afterAll(() => space.stop());

  const objects = {
    'photos/sea.jpg': 100,
    'photos/2024/sea breeze.jpg': 300,
    'photos/2024/U\u0308bersee.png': 50,
    'films/sea.mp4': 5000,
    'data/a+b%20c.csv': 7,
    'data/100%_sure.json': 8,
    'copy of sea.jpg': 100,
    'x//y': 3,
    'tab\tand \\backslash.txt': 4,
  };

  async function crawl(): Promise<void> {
    await space.call(refresh, { body: { olderThanMinutes: 0 } });
    await eventually(async () => expect(await space.call(read)).toMatchObject({ state: 'ready' }));
  }

  async function found(text: string, more: object = {}): Promise<string[]> {
    const { items } = await space.call(search, { query: { text, ...more } });
    return items.map(({ path }) => path);
  }

  test('OBJ-4 a crawl knows every object below the prefix, and none outside of it', async () => {
    const total = Object.values(objects).reduce((sum, size) => sum + size, 0);
    expect(await space.call(read)).toMatchObject({
      isComplete: true,
      objectCount: Object.keys(objects).length,
      byte_size: total,
    });
    expect((await found('')).toSorted()).toEqual(Object.keys(objects).toSorted());
    expect(await found('secret')).toEqual([]);
  });

  test('OBJ-2 anything is found by parts of its path, in any case and order, best names first', async () => {
    expect(await found('SEA')).toEqual([
      'films/sea.mp4',
      'photos/sea.jpg',
      'photos/2024/sea breeze.jpg',
      'copy of sea.jpg',
    ]);
    expect(await found('breeze 2024')).toEqual(['photos/2024/sea breeze.jpg']);
    expect(await found('\u00dcbersee')).toEqual(['photos/2024/U\u0308bersee.png']);
    expect(await found('%_s')).toEqual(['data/100%_sure.json']);
    expect(await found('\\back')).toEqual(['tab\tand \\backslash.txt']);
    expect(await found('a+b%20c')).toEqual(['data/a+b%20c.csv']);
    expect(await found('sea', { path: 'photos/' })).toHaveLength(2);
    expect(await found('sea', { group: 'video' })).toEqual(['films/sea.mp4']);
  });

  test('OBJ-2 objects are ordered by size and date over the whole bucket', async () => {
    expect((await found('', { order: 'size', descending: true })).slice(0, 2)).toEqual([
      'films/sea.mp4',
      'photos/2024/sea breeze.jpg',
    ]);
    const page = await space.call(search, { query: { order: 'size', limit: 2, offset: 1 } });
    expect(page.items.map(({ byte_size }) => byte_size)).toEqual([4, 7]);
    expect(page.hasMore).toBe(true);
    expect(await found('', { order: 'date' })).toHaveLength(Object.keys(objects).length);
  });

  test('OBJ-2 folders tell how much room they take', async () => {
    const { children, total, groups } = await space.call(usage);
    expect(children.slice(0, 2)).toMatchObject([
      { path: 'films/', name: 'films/', byte_size: 5000, object_count: 1 },
      { path: 'photos/', byte_size: 450, object_count: 3 },
    ]);
    expect(total.object_count).toBe(Object.keys(objects).length);
    expect(groups[0]).toMatchObject({ group: 'video', byte_size: 5000 });
    const photos = await space.call(usage, { query: { path: 'photos/' } });
    expect(photos.children.map(({ path }) => path)).toEqual(['photos/2024/', 'photos/sea.jpg']);
  });

  test('OBJ-2 the same content in two places is found', async () => {
    const { groups, wasted } = await space.call(duplicates);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ byte_size: 100, count: 2 });
    expect(groups[0]!.items.map(({ path }) => path).toSorted()).toEqual([
      'copy of sea.jpg',
      'photos/sea.jpg',
    ]);
    expect(wasted).toEqual({ byte_size: 100, object_count: 1 });
  });

  test('OBJ-2 our own writes are known at once, others after the next crawl', async () => {
    const before = await space.call(read);
    await space.call(storageRoutes.put, { body: { path: 'fresh/new.txt', body: 'fresh' } });
    expect(await found('fresh')).toEqual(['fresh/new.txt']);
    expect(await space.call(read)).toMatchObject({
      objectCount: before.objectCount + 1,
      byte_size: before.byte_size + 5,
    });
    const { id: jobId } = await space.call(storageJobRoutes.transfer, {
      body: { kind: 'move', items: [{ from: 'fresh/', to: 'renewed/' }] },
    });
    await eventually(async () => {
      const job = await space.call(storageJobRoutes.read, { params: { jobId } });
      expect(job.state).toBe('done');
    });
    await eventually(async () => expect(await found('new.txt')).toEqual(['renewed/new.txt']));

    await space.store('shared/behind our back.txt', 'hello');
    await space.store('shared/photos/sea.jpg', 'changed');
    const gone = { Bucket: BUCKET, Key: 'shared/films/sea.mp4' };
    await space.client.send(new DeleteObjectCommand(gone));
    expect(await found('behind')).toEqual([]);
    await crawl();
    expect(await found('behind')).toEqual(['behind our back.txt']);
    expect(await found('sea.mp4')).toEqual([]);
    const { items } = await space.call(search, { query: { text: 'sea.jpg', path: 'photos/' } });
    expect(items[0]?.byte_size).toBe(7);
  });

  test('OBJ-2 a crawl that ran a moment ago is not repeated, unless asked for', async () => {
    const before = await space.call(read);
    expect(await space.call(refresh)).toMatchObject({
      state: 'ready',
      crawledAt: before.crawledAt,
    });
  });

  test('OBJ-2 an address of a found object shows it', async () => {
    const { items } = await space.call(search, { query: { text: 'breeze' } });
    expect(await (await space.load(items[0]!.url)).text()).toBe('x'.repeat(300));
  });
});

/** A crawl of so many objects would take a while; what it leaves is what counts here. */
async function listMany({ db, connectorId }: StorageWorkspace): Promise<void> {
  await db.query(
    sql`insert into bucket_objects (connector_id, path, searched, file_group, byte_size, updated_at, etag)
        select ${connectorId}, path, lower(path), 'text', number,
          timestamptz '2026-01-01 00:00Z' + number * interval '1 minute', 'e'
        from generate_series(1, 6000) as number,
          lateral (select case when number <= 5500 then 'long/Ö ' || number || '.txt'
            else 'long/sub ' || number % 2 || '/' || number || '.txt' end) as named (path)`,
  );
}

test('OBJ-2 of words that very many names hold, page by page none is left out or told twice', async () => {
  const space = await startStorageWorkspace();
  await listMany(space);
  const paths: string[] = [];
  let hasMore = true;
  while (hasMore) {
    const query = { text: 'long txt', limit: 300, offset: paths.length };
    const page = await space.call(search, { query });
    paths.push(...page.items.map(({ path }) => path));
    hasMore = page.hasMore;
  }
  expect(paths).toHaveLength(6000);
  expect(new Set(paths).size).toBe(6000);
  // Of the first by path the shortest stand first; those behind follow by path.
  expect(paths.slice(0, 2)).toEqual(['long/Ö 1.txt', 'long/Ö 2.txt']);
  expect(paths.slice(2_000)).toEqual(paths.slice(2_000).toSorted());
  await space.stop();
});

test('OBJ-4 where a connector leads elsewhere, nothing is told of what was found before', async () => {
  const space = await startStorageWorkspace({ prefix: 'inside' });
  await space.store('inside/secret.txt', 'of the team');
  await space.store('public/open.txt', 'of everybody');
  const crawl = async () => {
    await space.call(refresh, { body: { olderThanMinutes: 60 } });
    await eventually(async () => expect(await space.call(read)).toMatchObject({ state: 'ready' }));
  };
  const found = async () =>
    (await space.call(search, { query: { text: '' } })).items.map(({ path }) => path);
  await crawl();
  expect(await found()).toEqual(['secret.txt']);
  const { projectId, connectorId } = space;
  await space.server.call(
    connectorRoutes.update,
    {
      params: { projectId, connectorId },
      body: { config: { prefix: 'public' }, secrets: space.secrets },
    },
    space.people.owner,
  );
  expect(await found()).toEqual([]);
  expect(await space.call(usage, { query: {} })).toMatchObject({ total: { object_count: 0 } });
  await crawl();
  expect(await found()).toEqual(['open.txt']);
  await space.stop();
});

test('OBJ-2 a long folder is filtered and ordered out of the index, with its age, and out of the bucket when asked', async () => {
  const line = { current: undefined as FaultyLine | undefined };
  const space = await startStorageWorkspace({
    through: async (url) => (line.current = await startFaultyLine(url)),
  });
  const { db, connectorId } = space;
  await space.store('long/there.txt', 'in the bucket');
  await listMany(space);
  const complete = (age: string) =>
    db.query(
      sql`insert into bucket_indexes (connector_id, state, is_complete, crawled_at)
          values (${connectorId}, 'ready', true, now() - ${age}::interval)
          on conflict (connector_id) do update set state = 'ready', is_complete = true,
            crawled_at = excluded.crawled_at`,
    );
  const list = (query: object) =>
    space.call(storageRoutes.list, { query: { path: 'long/', ...query } });
  const forget = () => space.call(storageRoutes.put, { body: { path: 'other.txt', body: 'x' } });

  await complete('1 minute');
  await db.query(
    sql`update connectors set updated_at = now() - interval '1 day' where id = ${connectorId}`,
  );
  line.current!.plan(() => 'error');
  const filtered = await list({ name: 'ö 549' });
  expect(filtered).toMatchObject({ total: 11, indexedAt: expect.any(String) });
  expect(filtered.items[0]).toMatchObject({ path: 'long/Ö 549.txt', byte_size: 549 });
  const ordered = await list({ order: 'date', descending: true, foldersFirst: true, limit: 3 });
  expect(ordered.total).toBe(5502);
  expect(ordered.items.map(({ path }) => path)).toEqual([
    'long/sub 1/',
    'long/sub 0/',
    'long/Ö 5500.txt',
  ]);
  expect((await list({ name: 'sub' })).items).toHaveLength(2);
  line.current!.plan();

  const asked = await list({ order: 'date', fresh: true });
  expect(asked).toMatchObject({ total: 1, indexedAt: null });
  await forget();
  await complete('2 hours');
  expect(await list({ name: 'there' })).toMatchObject({ total: 1, indexedAt: null });
  await forget();
  await complete('1 minute');
  await db.query(sql`update connectors set updated_at = now() where id = ${connectorId}`);
  expect(await list({ name: 'there' })).toMatchObject({ total: 1, indexedAt: null });
  await space.stop();
});
