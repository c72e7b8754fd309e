import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { endedJob } from '#testing/ended-job.ts';
import { eventually } from '#testing/eventually.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { listenTo } from '#testing/listen.ts';
import { storeKinds } from '#testing/storage-workspace.ts';

const { transfer, remove, read, list, cancel, resume, undo, trash, restore, purge } =
  storageJobRoutes;

describe.each(storeKinds)('jobs on objects in $name', async (store) => {
  const { space, line } = await startFaultyStorage({ store });
  afterEach(() => line.plan());
  afterAll(() => space.stop());

  const ended = (job: StorageJob) => endedJob(space, job);

  async function keysIn(folder: string): Promise<string[]> {
    return (await space.storedKeys(folder)).map((key) => key.slice(folder.length));
  }

  async function fill(folder: string, names: string[]): Promise<void> {
    for (const name of names) await space.store(`${folder}${name}`, `content of ${name}`);
  }

  const odd = ['a+b%20c.txt', 'x//y', '中文.txt', 'sub/deep/z.txt', ''];

  test('OBJ-4 a folder is renamed with everything below it, whatever its name, and taken back', async () => {
    await fill('old/', odd);
    const job = await ended(
      await space.call(transfer, {
        body: { kind: 'move', items: [{ from: 'old/', to: 'new name/' }] },
      }),
    );
    expect(job).toMatchObject({ state: 'done', done: 5, failed: 0, total: 5, canUndo: true });
    expect(await keysIn('old/')).toEqual([]);
    expect(await keysIn('new name/')).toEqual(odd.toSorted());
    expect((await space.stored('new name/x//y')).toString()).toBe('content of x//y');

    const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(back).toMatchObject({ kind: 'move', state: 'done', done: 5, undoes: job.id });
    expect(await keysIn('old/')).toEqual(odd.toSorted());
    expect(await keysIn('new name/')).toEqual([]);
    const again = await space.call(read, { params: { jobId: job.id } });
    expect(again.canUndo).toBe(false);
  });

  test('OBJ-4 everybody hears of changes in many folders with long names in letters of several bytes', async () => {
    const folders = Array.from({ length: 7 }, (_, index) => `长名/${'名'.repeat(290)}${index}/`);
    for (const folder of folders) await space.store(`${folder}a.txt`, 'a');
    const heard = await listenTo(space.server.url, space.people.viewer.token);
    const job = await ended(await space.call(remove, { body: { paths: ['长名/'] } }));
    expect(job).toMatchObject({ state: 'done', done: 7, failed: 0 });
    await eventually(() => expect(heard.events).toContain('storage.changed'));
    heard.leave();
  });

  test('OBJ-4 a job is stopped by who started it or by admins, not by other editors', async () => {
    await fill('theirs/', ['a.txt']);
    const items = [{ from: 'theirs/', to: 'theirs too/' }];
    const job = await space.call(transfer, {
      body: { kind: 'copy', items },
      as: space.people.owner,
    });
    const params = { jobId: job.id };
    expect(await space.refuse(cancel, { params })).toMatchObject({ code: 'E_FORBIDDEN' });
    await ended(job);
  });

  test('OBJ-4 objects and folders are copied, and the copies taken back', async () => {
    await fill('from/', ['a.txt', 'sub/b.txt']);
    const items = [
      { from: 'from/a.txt', to: 'to/a.txt' },
      { from: 'from/sub/', to: 'to/sub/' },
    ];
    const job = await ended(await space.call(transfer, { body: { kind: 'copy', items } }));
    expect(job).toMatchObject({ state: 'done', done: 2, to: 'to/' });
    expect(await keysIn('from/')).toEqual(['a.txt', 'sub/b.txt']);
    expect(await keysIn('to/')).toEqual(['a.txt', 'sub/b.txt']);
    await space.store('to/a.txt', 'changed since');
    const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(back).toMatchObject({ state: 'failed', done: 1, failed: 1 });
    expect(back.failures).toMatchObject([{ path: 'to/a.txt', code: 'E_VERSION_CONFLICT' }]);
    expect(await keysIn('to/')).toEqual(['a.txt']);
  });

  test('OBJ-4 what is deleted stays in the trash, comes back, or goes for good', async () => {
    await fill('bin/', ['keep.txt', 'drop.txt', 'sub/third.txt']);
    const job = await ended(await space.call(remove, { body: { paths: ['bin/'] } }));
    expect(job).toMatchObject({ kind: 'delete', state: 'done', done: 3 });
    expect(await keysIn('bin/')).toEqual([]);
    const { items: shown } = await space.call(storageRoutes.list);
    expect(shown.map(({ path }) => path)).not.toContain(TRASH_FOLDER);

    const { items } = await space.call(trash, { query: { search: 'BIN/' } });
    expect(items.map(({ path }) => path).toSorted()).toEqual([
      'bin/drop.txt',
      'bin/keep.txt',
      'bin/sub/third.txt',
    ]);
    expect(await (await space.load(items[0]!.url)).text()).toContain('content of');

    const keep = items.find(({ path }) => path === 'bin/keep.txt')!;
    await ended(await space.call(restore, { body: { ids: [keep.id] } }));
    expect((await space.stored('bin/keep.txt')).toString()).toBe('content of keep.txt');

    const drop = items.find(({ path }) => path === 'bin/drop.txt')!;
    await ended(await space.call(purge, { body: { ids: [drop.id] } }));
    const rest = await space.call(trash, { query: { search: 'bin/' } });
    expect(rest.items.map(({ path }) => path)).toEqual(['bin/sub/third.txt']);
    expect(await keysIn(`${TRASH_FOLDER}${drop.id}/`)).toEqual([]);

    await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(await keysIn('bin/')).toEqual(['keep.txt', 'sub/third.txt']);
    expect((await space.call(trash, { query: { search: 'bin/' } })).items).toEqual([]);
  });

  test('OBJ-4 the pages of the trash show each entry once, also those of one moment', async () => {
    for (let at = 0; at < 5; at += 1) await space.store(`paged/${at}.txt`, 'x');
    await ended(await space.call(remove, { body: { paths: ['paged/'] } }));
    await space.db.pool.query(
      `update storage_trash set deleted_at = timestamptz '2026-01-02 03:04:05.678'
         + right(split_part(path, '.', 1), 1)::int * interval '100 microseconds'
       where path like 'paged/%'`,
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await space.call(trash, { query: { search: 'paged/', limit: 2, cursor } });
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([4, 3, 2, 1, 0].map((at) => `paged/${at}.txt`));
  });

  test('OBJ-4 one object deleted by the plain call is in the trash as well', async () => {
    await space.store('single.txt', 'single');
    const { trashId } = await space.call(storageRoutes.remove, { body: { path: 'single.txt' } });
    await ended(await space.call(restore, { body: { ids: [trashId] } }));
    expect((await space.stored('single.txt')).toString()).toBe('single');
  });

  test.each([
    ['fail', { state: 'failed', done: 1, failed: 1 }, { a: 'theirs', b: 'mine b' }],
    ['skip', { state: 'done', done: 1, skipped: 1 }, { a: 'theirs', b: 'mine b' }],
    ['replace', { state: 'done', done: 2 }, { a: 'mine a', b: 'mine b' }],
    ['keep-both', { state: 'done', done: 2 }, { a: 'theirs', b: 'mine b', 'a (2)': 'mine a' }],
  ])('OBJ-4 a place that is taken: %s', async (onClash, outcome, content) => {
    const [from, to] = [`clash ${onClash}/from/`, `clash ${onClash}/to/`];
    await space.store(`${from}a.txt`, 'mine a');
    await space.store(`${from}b.txt`, 'mine b');
    await space.store(`${to}a.txt`, 'theirs');
    const body = { kind: 'move', items: [{ from, to }], onClash };
    expect(await ended(await space.call(transfer, { body }))).toMatchObject(outcome);
    for (const [name, text] of Object.entries(content)) {
      expect((await space.stored(`${to}${name}.txt`)).toString()).toBe(text);
    }
    expect(await keysIn(to)).toHaveLength(Object.keys(content).length);
  });

  test('OBJ-4 a job that met a name that is taken goes on once it is told what to do', async () => {
    const [from, to] = ['told/from/', 'told/to/'];
    await space.store(`${from}a.txt`, 'mine');
    await space.store(`${to}a.txt`, 'theirs');
    const body = { kind: 'move', items: [{ from, to }], onClash: 'fail' };
    const failed = await ended(await space.call(transfer, { body }));
    expect(failed.failures[0]).toMatchObject({ code: 'E_OBJECT_EXISTS' });
    const params = { jobId: failed.id };
    expect(await ended(await space.call(resume, { params }))).toMatchObject({ state: 'failed' });
    const told = await space.call(resume, { params, body: { onClash: 'keep-both' } });
    expect(await ended(told)).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect((await space.stored(`${to}a.txt`)).toString()).toBe('theirs');
    expect((await space.stored(`${to}a (2).txt`)).toString()).toBe('mine');
  });

  test('OBJ-4 what a move replaces can be had back from the trash', async () => {
    const { items } = await space.call(trash, { query: { search: 'clash replace/to/a.txt' } });
    expect(await (await space.load(items[0]!.url)).text()).toBe('theirs');
  });

  test('OBJ-4 a folder rename that fails midway loses nothing and is resumed to its end', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${String(index).padStart(2, '0')}.txt`);
    await fill('midway/', names);
    line.plan(({ method, url }) => {
      return method === 'PUT' && /(07|19)\.txt/.test(url) ? 'error' : undefined;
    });
    const body = { kind: 'move', items: [{ from: 'midway/', to: 'arrived/' }] };
    const failed = await ended(await space.call(transfer, { body }));
    expect(failed).toMatchObject({ state: 'failed', done: 28, failed: 2 });
    const everywhere = [...(await keysIn('midway/')), ...(await keysIn('arrived/'))];
    expect(everywhere.toSorted()).toEqual(names);
    line.plan();
    const resumed = await space.call(resume, { params: { jobId: failed.id } });
    expect(await ended(resumed)).toMatchObject({ state: 'done', done: 30, failed: 0 });
    expect(await keysIn('midway/')).toEqual([]);
    expect(await keysIn('arrived/')).toEqual(names);
    for (const name of names) {
      expect((await space.stored(`arrived/${name}`)).toString()).toBe(`content of ${name}`);
    }
  });

  test('OBJ-4 a source that changes while it is moved is not deleted', async () => {
    await space.store('moving.txt', 'first');
    let looks = 0;
    line.plan(async ({ method, url }) => {
      // The copy is looked at once when it is made, and again before its source goes: then.
      if (method === 'HEAD' && url.includes('moved.txt') && ++looks === 3) {
        await space.store('moving.txt', 'second');
      }
      return undefined;
    });
    const body = { kind: 'move', items: [{ from: 'moving.txt', to: 'moved.txt' }] };
    const job = await ended(await space.call(transfer, { body }));
    expect(job).toMatchObject({ state: 'failed', failures: [{ code: 'E_VERSION_CONFLICT' }] });
    expect((await space.stored('moving.txt')).toString()).toBe('second');
    line.plan();
    await space.call(resume, { params: { jobId: job.id } });
    expect(await ended(job)).toMatchObject({ state: 'done' });
    expect((await space.stored('moved.txt')).toString()).toBe('second');
    expect(await space.storedKeys('moving')).toEqual([]);
  });

  test('OBJ-4 a bucket that is away stops the job; it goes on when the bucket is back', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `${index}.txt`);
    await fill('away/', names);
    line.plan(({ method }) => (method === 'GET' ? undefined : 'unheard'));
    const job = await ended(await space.call(remove, { body: { paths: ['away/'] } }));
    expect(job.state).toBe('failed');
    expect(job.failures[0]?.code).toBe('E_UPSTREAM_UNREACHABLE');
    line.plan();
    expect(await keysIn('away/')).toHaveLength(24);
    await space.call(resume, { params: { jobId: job.id } });
    expect(await ended(job)).toMatchObject({ state: 'done', done: 24 });
    expect(await keysIn('away/')).toEqual([]);
  });

  test('OBJ-4 a job is cancelled, and what was done stays done', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `${index}.txt`);
    await fill('cancelled/', names);
    line.plan(() => 'slow');
    const job = await space.call(transfer, {
      body: { kind: 'move', items: [{ from: 'cancelled/', to: 'elsewhere/' }] },
    });
    await space.call(cancel, { params: { jobId: job.id } });
    line.plan();
    const stopped = await ended(job);
    expect(stopped.state).toBe('cancelled');
    await eventually(async () => {
      const everywhere = [...(await keysIn('cancelled/')), ...(await keysIn('elsewhere/'))];
      expect(everywhere).toHaveLength(80);
    });
    expect(await space.refuse(cancel, { params: { jobId: job.id } })).toMatchObject({
      code: 'E_STORAGE_JOB_STATE',
    });
  });

  test('OBJ-4 a folder does not go into itself, nor an object become a folder', async () => {
    for (const item of [
      { from: 'a/', to: 'a/b/' },
      { from: 'a/', to: 'a/' },
      { from: 'a', to: 'b/' },
      { from: 'a', to: `${TRASH_FOLDER}b` },
    ]) {
      const body = { kind: 'move', items: [item] };
      expect(await space.refuse(transfer, { body })).toMatchObject({ status: 422 });
    }
  });

  test('OBJ-4 what is not there fails by name, and the rest of the job goes on', async () => {
    await space.store('present.txt');
    const body = { paths: ['absent.txt', 'present.txt'], permanent: true };
    const job = await ended(await space.call(remove, { body }));
    expect(job).toMatchObject({ state: 'failed', done: 1, failed: 1, canUndo: false });
    expect(job.failures).toMatchObject([{ path: 'absent.txt', code: 'E_OBJECT_NOT_FOUND' }]);
  });

  test('OBJ-4 progress is heard, jobs are listed, and each is in the audit log', async () => {
    await fill('heard/', ['1', '2']);
    const heard = await listenTo(space.server.url, space.people.viewer.token);
    const job = await ended(await space.call(remove, { body: { paths: ['heard/'] } }));
    await eventually(() => expect(heard.events).toContain('storage.job'));
    expect(heard.events).toContain('storage.changed');
    heard.leave();
    expect((await space.call(list))[0]).toMatchObject({ id: job.id, paths: ['heard/'] });
    const { items } = await space.server.call(
      auditRoutes.list,
      { params: { projectId: space.projectId }, query: {} },
      space.people.owner,
    );
    expect(items.map(({ action }) => action)).toContain('storage.delete-started');
  });
});
