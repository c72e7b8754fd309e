import { afterAll, expect, test } from 'vitest';
import { readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startAnsweringBucket } from '#testing/answering-bucket.ts';
import { startStorageWorkspace } from '#testing/storage-workspace.ts';
import { findObjects } from './find-objects.ts';
import { findJobById, insertJob, type JobRow, listOpenItems } from './queries.ts';

const space = await startStorageWorkspace();
afterAll(() => space.stop());

const timeIsOver = { hasToStop: async () => false, isOver: () => true };

/** One that nobody works on but the test. */
function createJob(kind: 'delete' | 'restore' = 'delete'): Promise<JobRow> {
  const { projectId, connectorId, people } = space;
  const requested = [{ from: 'folder/', to: null }];
  return insertJob(space.db, { projectId, connectorId, kind, requested, by: people.owner });
}

async function again({ id }: JobRow): Promise<JobRow> {
  return (await findJobById(space.db, id))!;
}

function page(keys: string[], next: string | undefined): string {
  const objects = keys.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>1</Size></Contents>`,
  );
  const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`;
  return `<ListBucketResult>${next === undefined ? '' : more}${objects.join('')}</ListBucketResult>`;
}

test('OBJ-4 a folder too long for one go is found slice by slice, each object once, and lets others work in between', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `folder/${name}.txt`);
  const { bucket, stop } = await startAnsweringBucket((asked) => {
    const after = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
    const left = keys.filter((key) => key > after);
    return page(left.slice(0, 2), left.length > 2 ? left[1] : undefined);
  });
  const job = await createJob();
  expect(await findObjects(space.db, bucket, job, timeIsOver)).toBe('more');
  expect(await findObjects(space.db, bucket, await again(job), timeIsOver)).toBe('more');
  expect(await findObjects(space.db, bucket, await again(job), timeIsOver)).toBe('found');
  const items = await listOpenItems(space.db, job.id, 0, 100);
  expect(items.map(({ source }) => source)).toEqual(keys);
  stop();
});

test('OBJ-4 a job on a bucket that always tells of the same objects ends', async () => {
  let pages = 0;
  const { bucket, stop } = await startAnsweringBucket(() => {
    return page(['folder/same.txt'], `page ${(pages += 1)}`);
  });
  const job = await createJob();
  expect(await findObjects(space.db, bucket, job, timeIsOver)).toBe('more');
  await expect(findObjects(space.db, bucket, await again(job), timeIsOver)).rejects.toThrow(
    'without an end',
  );
  const { count } = await readRow<{ count: number }>(
    space.db,
    sql`select count(*)::int as count from storage_job_items where job_id = ${job.id}`,
  );
  expect(count).toBe(2);
  stop();
});

test('OBJ-4 a page of deleted objects that ends at a key with U+0000 does not end the search for the others', async () => {
  const deleted = (key: string) =>
    `<DeleteMarker><Key>${key}</Key><VersionId>1</VersionId><IsLatest>true</IsLatest></DeleteMarker>
     <Version><Key>${key}</Key><VersionId>0</VersionId></Version>`;
  const { bucket, stop } = await startAnsweringBucket((asked) => {
    const isFirst = !asked.has('key-marker');
    return `<ListVersionsResult><EncodingType>url</EncodingType>${
      isFirst
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>folder/b%00</NextKeyMarker>
           ${deleted('folder/a.txt')}`
        : deleted('folder/c.txt')
    }</ListVersionsResult>`;
  });
  const job = await createJob('restore');
  expect(await findObjects(space.db, bucket, job, timeIsOver)).toBe('more');
  expect(await findObjects(space.db, bucket, await again(job), timeIsOver)).toBe('found');
  const items = await listOpenItems(space.db, job.id, 0, 100);
  expect(items.map(({ source }) => source)).toEqual(['folder/a.txt', 'folder/c.txt']);
  stop();
});
