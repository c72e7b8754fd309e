import { PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clashRules, type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { endedJob } from '#testing/ended-job.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { BUCKET, storeKinds } from '#testing/storage-workspace.ts';

const { transfer, remove, resume, trash, restore } = storageJobRoutes;

const [embedded, conditionless] = storeKinds;
const stores = [
  { name: 'a plain bucket', store: embedded!, isVersioned: false },
  { name: 'a bucket that keeps versions', store: embedded!, isVersioned: true },
  { name: 'a store that knows no conditions', store: conditionless!, isVersioned: false },
];

describe.each(stores)('things with one target in $name', async ({ store, isVersioned }) => {
  const { space, line } = await startFaultyStorage({ store });
  beforeAll(async () => {
    if (!isVersioned) return;
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await space.client.send(
      new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration }),
    );
  });
  afterEach(() => line.plan());
  afterAll(() => space.stop());

  const ended = (job: StorageJob) => endedJob(space, job);

  /** What is in a folder, by name, trash aside. */
  async function contentOf(folder: string): Promise<Record<string, string>> {
    const content: Record<string, string> = {};
    for (const key of await space.storedKeys(folder)) {
      content[key.slice(folder.length)] = (await space.stored(key)).toString();
    }
    return content;
  }

  async function trashOf(search: string): Promise<string[]> {
    const { items } = await space.call(trash, { query: { search } });
    return Promise.all(items.map(async ({ url }) => (await space.load(url)).text()));
  }

  /** The first copy takes its time, so that the second is looking meanwhile. */
  function slowFirstCopy(source: string): void {
    line.plan(({ method, url }) => (method === 'PUT' && url.includes(source) ? 'slow' : undefined));
  }

  const outcomes = {
    fail: { state: 'failed', done: 1, failed: 1 },
    skip: { state: 'done', done: 1, skipped: 1 },
    replace: { state: 'done', done: 2 },
    'keep-both': { state: 'done', done: 2 },
  };

  test.each(clashRules)('OBJ-4 two folders moved into one lose nothing: %s', async (onClash) => {
    const here = `one job ${onClash}/`;
    await space.store(`${here}a/x.txt`, 'of a');
    await space.store(`${here}b/x.txt`, 'of b');
    slowFirstCopy('x.txt');
    const items = ['a/', 'b/'].map((from) => ({ from: `${here}${from}`, to: `${here}to/` }));
    const job = await ended(await space.call(transfer, { body: { kind: 'move', items, onClash } }));
    expect(job).toMatchObject(outcomes[onClash]);
    const left = await contentOf(here);
    const expected = {
      fail: { 'to/x.txt': 'of a', 'b/x.txt': 'of b' },
      skip: { 'to/x.txt': 'of a', 'b/x.txt': 'of b' },
      replace: { 'to/x.txt': 'of b' },
      'keep-both': { 'to/x.txt': 'of a', 'to/x (2).txt': 'of b' },
    };
    expect(left).toEqual(expected[onClash]);
    expect(await trashOf(`${here}to/`)).toEqual(onClash === 'replace' ? ['of a'] : []);
  });

  test.each(clashRules)('OBJ-4 two jobs with one target lose nothing: %s', async (onClash) => {
    const here = `two jobs ${onClash}/`;
    await space.store(`${here}a/x.txt`, 'of a');
    await space.store(`${here}b/x.txt`, 'of b');
    slowFirstCopy('to/x.txt');
    const another = await space.server.another();
    const jobs = await Promise.all(
      ['a', 'b'].map((name) =>
        space.call(transfer, {
          body: {
            kind: 'move',
            items: [{ from: `${here}${name}/x.txt`, to: `${here}to/x.txt` }],
            onClash,
          },
        }),
      ),
    );
    const states = (await Promise.all(jobs.map(ended))).map(({ state }) => state).toSorted();
    await another.stop();
    expect(states).toEqual(onClash === 'fail' ? ['done', 'failed'] : ['done', 'done']);
    const all = [...Object.values(await contentOf(here)), ...(await trashOf(`${here}to/`))];
    expect(all.toSorted()).toEqual(['of a', 'of b']);
  });

  test.each(clashRules)(
    'OBJ-4 all that was deleted at one path comes back or stays in the trash: %s',
    async (onClash) => {
      const path = `deleted thrice ${onClash}/x.txt`;
      for (const text of ['first', 'second', 'third']) {
        await space.store(path, text);
        await ended(await space.call(remove, { body: { paths: [path] } }));
      }
      const { items } = await space.call(trash, { query: { search: path } });
      expect(items).toHaveLength(3);
      slowFirstCopy('x.txt');
      const ids = items.map(({ id }) => id);
      await ended(await space.call(restore, { body: { ids, onClash } }));
      const back = await contentOf(`deleted thrice ${onClash}/`);
      expect(back['x.txt']).toBe('third');
      expect(Object.values(back)).toHaveLength(onClash === 'keep-both' ? 3 : 1);
      const all = [...Object.values(back), ...(await trashOf(path))];
      expect(all.toSorted()).toEqual(['first', 'second', 'third']);
    },
  );

  test('OBJ-4 a file that is moved twice in one job is moved once', async () => {
    await space.store('twice/a/x.txt', 'once');
    const items = [
      { from: 'twice/a/', to: 'twice/to/a/' },
      { from: 'twice/a/x.txt', to: 'twice/to/x.txt' },
    ];
    const job = await ended(await space.call(transfer, { body: { kind: 'move', items } }));
    expect(job).toMatchObject({ state: 'done', done: 1, skipped: 1 });
    expect(await contentOf('twice/')).toEqual({ 'to/a/x.txt': 'once' });
  });

  test('OBJ-4 two jobs that move one file move it once', async () => {
    await space.store('pulled/x.txt', 'once');
    line.plan(({ method }) => (method === 'PUT' ? 'slow' : undefined));
    const jobs = await Promise.all(
      ['left', 'right'].map((name) =>
        space.call(transfer, {
          body: { kind: 'move', items: [{ from: 'pulled/x.txt', to: `pulled/${name}.txt` }] },
        }),
      ),
    );
    const states = (await Promise.all(jobs.map(ended))).map(({ state }) => state).toSorted();
    expect(states).toEqual(['done', 'failed']);
    expect(Object.values(await contentOf('pulled/'))).toEqual(['once']);
  });

  test('OBJ-4 a move that goes on after another job has replaced its copy leaves it there once', async () => {
    await space.store('covered/a.txt', 'of a');
    await space.store('covered/b.txt', 'of b');
    const move = (name: string) => ({
      kind: 'move',
      items: [{ from: `covered/${name}.txt`, to: 'covered/to.txt' }],
      onClash: 'replace',
    });
    line.plan(({ method, url }) =>
      method === 'DELETE' && url.includes('a.txt') ? 'error' : undefined,
    );
    const cut = await ended(await space.call(transfer, { body: move('a') }));
    expect(cut.state).toBe('failed');
    line.plan();
    await ended(await space.call(transfer, { body: move('b') }));
    await space.call(resume, { params: { jobId: cut.id } });
    expect(await ended(cut)).toMatchObject({ state: 'done' });
    expect(await contentOf('covered/')).toEqual({ 'to.txt': 'of b' });
    expect(await trashOf('covered/to.txt')).toEqual(['of a']);
  });

  test('OBJ-4 equal targets are named before a job that would fail for them begins', async () => {
    const items = ['a', 'b'].map((name) => ({ from: `${name}/x.txt`, to: 'to/x.txt' }));
    const refused = await space.refuse(transfer, { body: { kind: 'move', items } });
    expect(refused).toMatchObject({
      status: 422,
      code: 'E_EQUAL_TARGETS',
      details: { targets: [{ to: 'to/x.txt', from: ['a/x.txt', 'b/x.txt'] }] },
    });
  });

  test('OBJ-4 a file uploaded while a job moves another one there is not lost', async () => {
    await space.store('meeting/a.txt', 'moved');
    line.plan(({ method }) => (method === 'PUT' ? 'slow' : undefined));
    const job = await space.call(transfer, {
      body: {
        kind: 'move',
        items: [{ from: 'meeting/a.txt', to: 'meeting/b.txt' }],
        onClash: 'keep-both',
      },
    });
    await space.call(storageRoutes.put, { body: { path: 'meeting/b.txt', body: 'written' } });
    await ended(job);
    const { versions } = await space.call(storageRoutes.versions, {
      query: { path: 'meeting/b.txt' },
    });
    const older = versions.filter(({ isLatest }) => !isLatest);
    const all = [
      ...Object.values(await contentOf('meeting/')),
      ...(await trashOf('meeting/b.txt')),
      ...(await Promise.all(older.map(async ({ url }) => (await space.load(url!)).text()))),
    ];
    expect(all.toSorted()).toEqual(['moved', 'written']);
  });
});
