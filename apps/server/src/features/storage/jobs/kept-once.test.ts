import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Failure } from '@causeway/contract/errors.ts';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { storageReplaceRoutes } from '@causeway/contract/storage/replace.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyFound } from '#platform/connectors/storage/copy.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { findTrash } from '#platform/connectors/storage/trash/entries.ts';
import { dropIfRefused, keepInTrash } from '#platform/connectors/storage/trash/keep.ts';
import { endedJob } from '#testing/ended-job.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { storeKinds } from '#testing/storage-workspace.ts';
import { openForUpkeep, sweepCutTrash } from '../upkeep.ts';
import { findOpenItem, type JobItem, saveItem } from './queries.ts';

// What may go wrong between keeping what is replaced and replacing it, step by step.

const { transfer, trash, resume } = storageJobRoutes;
const nobody = { id: null, name: null };

describe.each(storeKinds)('what is replaced in $name', async (store) => {
  const { space, line } = await startFaultyStorage({ store });
  const { services } = space.server;
  const bucket: Bucket = (await openForUpkeep(services, 'storage-sweep', space.connectorId))!;
  afterEach(() => line.plan());
  afterAll(() => space.stop());

  async function trashOf(search: string): Promise<string[]> {
    const { items } = await space.call(trash, { query: { search } });
    return Promise.all(items.map(async ({ url }) => (await space.load(url)).text()));
  }

  const keep = async (path: string, id: string = crypto.randomUUID()) =>
    keepInTrash(space.db, bucket, await readHead(bucket, path), {
      id,
      by: nobody,
      isReplaced: true,
    });

  test('OBJ-4 a copy that was sent is waited for, however its job ends meanwhile', async () => {
    await space.store('sent/a.txt', 'of a');
    const source = await readHead(bucket, 'sent/a.txt');
    const stopping = new AbortController();
    const heard = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    line.plan(async ({ method }) => {
      if (method !== 'PUT') return undefined;
      heard.resolve();
      await goOn.promise;
      return undefined;
    });
    const place = { to: 'sent/b.txt', signal: stopping.signal };
    const copying = copyFound(space.db, bucket, source, place);
    await heard.promise;
    stopping.abort(new Failure('E_QUERY_CANCELLED'));
    goOn.resolve();
    expect(await copying).toMatchObject({ path: 'sent/b.txt' });
  });

  test('OBJ-4 no copy is begun for a job that has ended', async () => {
    await space.store('ended/a.txt', 'of a');
    const source = await readHead(bucket, 'ended/a.txt');
    const signal = AbortSignal.abort(new Failure('E_QUERY_CANCELLED'));
    await expect(
      copyFound(space.db, bucket, source, { to: 'ended/b.txt', signal }),
    ).rejects.toMatchObject({ code: 'E_QUERY_CANCELLED' });
    expect(await space.storedKeys('ended/')).toEqual(['ended/a.txt']);
  });

  test('OBJ-4 what was kept stays as it was kept when its turn is taken again', async () => {
    const id = crypto.randomUUID();
    await space.store('again/x.txt', 'before');
    const looked = await readHead(bucket, 'again/x.txt');
    await keep('again/x.txt', id);
    // The write of the turn that was cut off came through after the second turn had looked.
    await space.store('again/x.txt', 'after');
    await keepInTrash(space.db, bucket, looked, { id, by: nobody, isReplaced: true });
    expect(await trashOf('again/')).toEqual(['before']);
  });

  test('OBJ-4 what was kept is dropped with a refused write, while it is still in its place', async () => {
    await space.store('refused/x.txt', 'still here');
    const kept = await keep('refused/x.txt');
    const write = () => Promise.reject(new Failure('E_VERSION_CONFLICT'));
    await expect(dropIfRefused(space.db, bucket, kept, write)).rejects.toThrow(Failure);
    expect(await trashOf('refused/')).toEqual([]);
    expect(await space.storedKeys(TRASH_FOLDER)).not.toContain(kept.trashPath);
  });

  test('OBJ-4 what was kept stays when the refused write had come through before', async () => {
    await space.store('through/x.txt', 'before');
    const kept = await keep('through/x.txt');
    const write = async () => {
      await space.store('through/x.txt', 'after');
      throw new Failure('E_VERSION_CONFLICT');
    };
    await expect(dropIfRefused(space.db, bucket, kept, write)).rejects.toThrow(Failure);
    expect(await trashOf('through/')).toEqual(['before']);
  });

  test('OBJ-4 what was kept stays when a refused call was a repeated one', async () => {
    await space.store('repeated/x.txt', 'before');
    const kept = await keep('repeated/x.txt');
    const write = () =>
      Promise.reject(new Failure('E_BUCKET_FORBIDDEN', undefined, { attempts: 2 }));
    await expect(dropIfRefused(space.db, bucket, kept, write)).rejects.toThrow(Failure);
    expect(await trashOf('repeated/')).toEqual(['before']);
  });

  test('OBJ-4 an entry of the trash whose dropping is cut off is no entry any more', async () => {
    await space.store('dropped/x.txt', 'still here');
    const kept = await keep('dropped/x.txt');
    line.plan(({ method }) => (method === 'POST' ? 'lost' : undefined));
    const write = () => Promise.reject(new Failure('E_VERSION_CONFLICT'));
    await expect(dropIfRefused(space.db, bucket, kept, write)).rejects.toThrow(Failure);
    line.plan();
    expect(await findTrash(space.db, space.connectorId, kept.id)).toBeUndefined();
    await sweepCutTrash(space.server.services, '0 seconds');
    expect(await space.storedKeys(kept.trashPath!)).toEqual([]);
  });

  test('OBJ-4 an object that was brought to its end stays so, whoever else still works on it', async () => {
    await space.store('fenced/a.txt', 'of a');
    const seen = Promise.withResolvers<JobItem>();
    let jobId = '';
    line.plan(async ({ method, url }) => {
      if (method !== 'DELETE' || !url.includes('a.txt')) return undefined;
      seen.resolve((await findOpenItem(space.db, jobId, 1))!);
      return undefined;
    });
    const items = [{ from: 'fenced/a.txt', to: 'fenced/b.txt' }];
    const job = await space.call(transfer, { body: { kind: 'move', items } });
    jobId = job.id;
    const stale = await seen.promise;
    expect(await endedJob(space, job)).toMatchObject({ state: 'done', done: 1 });
    const problem = { code: 'E_UPSTREAM_FAILED', message: 'too late' };
    expect(await saveItem(space.db, job.id, { ...stale, state: 'failed' }, problem)).toBe(false);
    expect(await findOpenItem(space.db, job.id, 1)).toBeUndefined();
  });

  test('OBJ-4 a move whose copy came through unheard goes on and keeps what it replaced once', async () => {
    await space.store('unheard/a.txt', 'of a');
    await space.store('unheard/to.txt', 'there before');
    // All looks after the copy fail, as if the server had been killed with the answer on its way.
    let isCopied = false;
    line.plan(({ method, url }) => {
      if (method === 'PUT' && url.includes('unheard/to.txt') && !url.includes('trash')) {
        isCopied = true;
        return undefined;
      }
      return isCopied ? 'error' : undefined;
    });
    const items = [{ from: 'unheard/a.txt', to: 'unheard/to.txt' }];
    const body = { kind: 'move', items, onClash: 'replace' };
    const cut = await endedJob(space, await space.call(transfer, { body }));
    expect(cut.state).toBe('failed');
    line.plan();
    await space.call(resume, { params: { jobId: cut.id } });
    expect(await endedJob(space, cut)).toMatchObject({ state: 'done' });
    expect(await space.storedKeys('unheard/')).toEqual(['unheard/to.txt']);
    expect((await space.stored('unheard/to.txt')).toString()).toBe('of a');
    expect(await trashOf('unheard/')).toEqual(['there before']);
  });

  test('SQL-7 what a find and replace has written over stays in the trash, whoever writes next', async () => {
    await space.store('edited.txt', 'a red boat');
    let isWritten = false;
    line.plan(({ method, url }) => {
      if (method === 'PUT' && url.endsWith('edited.txt?x-id=PutObject')) isWritten = true;
      return isWritten && method === 'HEAD' ? 'error' : undefined;
    });
    const replacement = { folder: '', find: 'red', replaceWith: 'blue' };
    const { etag } = await readHead(bucket, 'edited.txt');
    const files = [{ path: 'edited.txt', etag }];
    const started = await space.call(storageReplaceRoutes.run, { body: { replacement, files } });
    const cut = await endedJob(space, started);
    expect(cut.state).toBe('failed');
    expect(isWritten).toBe(true);
    line.plan();
    await space.store('edited.txt', 'something else');
    await space.call(resume, { params: { jobId: cut.id } });
    expect(await endedJob(space, cut)).toMatchObject({ state: 'failed' });
    expect(await trashOf('edited.txt')).toEqual(['a red boat']);
  });
});
