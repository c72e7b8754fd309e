import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { endedJob } from '#testing/ended-job.ts';
import { eventually } from '#testing/eventually.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { BUCKET, storeKinds } from '#testing/storage-workspace.ts';

const { transfer, remove, resume } = storageJobRoutes;
const { read, refresh } = bucketIndexRoutes;

describe.each(storeKinds)('objects of $name that change while a job is at them', async (store) => {
  const { space, line } = await startFaultyStorage({ store });
  afterEach(() => line.plan());
  afterAll(() => space.stop());

  async function crawl(): Promise<void> {
    await space.call(refresh, { body: { olderThanMinutes: 0 } });
    await eventually(async () => expect(await space.call(read)).toMatchObject({ state: 'ready' }));
  }

  async function indexed(folder: string): Promise<string[]> {
    const rows = await listRows<{ path: string }>(
      space.db,
      sql`select path from bucket_objects where connector_id = ${space.connectorId}
            and starts_with(path, ${folder}) order by path`,
    );
    return rows.map(({ path }) => path);
  }

  test('OBJ-4 what was put there after a delete for good had looked is not deleted with it', async () => {
    await space.store('doomed/a.txt', 'old');
    await space.store('doomed/b.txt', 'old as well');
    await crawl();
    const looked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    line.plan(({ url }) => {
      if (!url.includes('list-type')) return undefined;
      return async () => {
        looked.resolve();
        await goOn.promise;
      };
    });
    const body = { paths: ['doomed/'], permanent: true };
    const job = await space.call(remove, { body });
    await looked.promise;
    await space.call(storageRoutes.put, { body: { path: 'doomed/a.txt', body: 'new' } });
    goOn.resolve();
    expect(await endedJob(space, job)).toMatchObject({
      state: 'failed',
      done: 1,
      failures: [{ path: 'doomed/a.txt', code: 'E_VERSION_CONFLICT' }],
    });
    expect(await space.storedKeys('doomed/')).toEqual(['doomed/a.txt']);
    expect((await space.stored('doomed/a.txt')).toString()).toBe('new');
  });

  test('OBJ-2 a job that is cancelled after its server was lost leaves the index as the bucket is', async () => {
    await space.store('lost/a.txt', 'of a');
    await crawl();
    // The server is lost after it had moved the object, before it could write that down.
    line.plan(({ method }) => (method === 'PUT' ? 'error' : undefined));
    const items = [{ from: 'lost/a.txt', to: 'lost/b.txt' }];
    const { id } = await space.call(transfer, { body: { kind: 'move', items } });
    await endedJob(space, { id } as never);
    line.plan();
    await space.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'lost/a.txt' }));
    await space.store('lost/b.txt', 'of a');
    await changeRows(
      space.db,
      sql`update storage_job_items set state = 'copied', code = null where job_id = ${id}`,
    );
    await changeRows(space.db, sql`update storage_jobs set state = 'cancelled' where id = ${id}`);
    await changeRows(
      space.db,
      sql`update runs set state = 'running', is_cancelled = true, process = gen_random_uuid(),
            outcome = null, error = null, ended_at = null
          where subject_id = ${id}`,
    );
    await eventually(async () => expect(await indexed('lost/')).toEqual(['lost/b.txt']));
  });

  test('OBJ-4 a job has come to its end when its run has: it can go on that very moment', async () => {
    await space.store('prompt/a.txt', 'of a');
    line.plan(({ method }) => (method === 'PUT' ? 'error' : undefined));
    const items = [{ from: 'prompt/a.txt', to: 'prompt/b.txt' }];
    const { id } = await space.call(transfer, { body: { kind: 'move', items } });
    const look = () =>
      readRow<{ job: string; run: string }>(
        space.db,
        sql`select job.state as job, run.state as run from storage_jobs job
            join runs run on run.subject_id = job.id where job.id = ${id}`,
      );
    let seen = await look();
    while (seen.job !== 'failed') seen = await look();
    expect(seen.run).toBe('ended');
    line.plan();
    const resumed = await space.call(resume, { params: { jobId: id } });
    expect(await endedJob(space, resumed)).toMatchObject({ state: 'done', done: 1 });
  });
});
