import { afterEach, expect, test } from 'vitest';
import { startAnsweringBucket } from '#testing/answering-bucket.ts';
import { createPageCount } from './endless-listing.ts';
import { listPages } from './list.ts';
import { listDeletedPages } from './list-deleted.ts';
import { deleteWithVersions } from './versions.ts';

let stop = () => {};
afterEach(() => stop());

async function bucketThat(...asked: Parameters<typeof startAnsweringBucket>) {
  const started = await startAnsweringBucket(...asked);
  ({ stop } = started);
  return started.bucket;
}

async function readToEnd(pages: AsyncGenerator): Promise<number> {
  let count = 0;
  while (!(await pages.next()).done) count += 1;
  return count;
}

const endless = { code: 'E_UPSTREAM_FAILED', message: expect.stringContaining('without an end') };

test.each([1, 3, 100])(
  'OBJ-1 a bucket whose pages lead in a circle of %i is not listed for ever',
  async (length) => {
    let pages = 0;
    const bucket = await bucketThat(() => {
      const next = (pages += 1) % length;
      return `<ListBucketResult><IsTruncated>true</IsTruncated>
        <NextContinuationToken>page ${next}</NextContinuationToken></ListBucketResult>`;
    });
    await expect(readToEnd(listPages(bucket, '', { depth: 'all' }))).rejects.toMatchObject(endless);
    expect(pages).toBeLessThan(4 * length + 4);
  },
);

test('OBJ-5 what was deleted from a bucket is not listed for ever either', async () => {
  const bucket = await bucketThat(
    () => `<ListVersionsResult><IsTruncated>true</IsTruncated>
      <NextKeyMarker>always this</NextKeyMarker></ListVersionsResult>`,
  );
  const listing = listDeletedPages(bucket, '', { depth: 'all' });
  await expect(readToEnd(listing)).rejects.toMatchObject(endless);
});

test('OBJ-1 a bucket that always has one more page is not listed for ever, and a large one to its end', () => {
  const count = createPageCount();
  for (let page = 1; page <= 20_000; page += 1) count(`page ${page}`);
  expect(() => count('one more')).toThrow('without an end');
});

test('OBJ-4 an object with versions without an end stays, and keeps no other from being deleted', async () => {
  const deleted: string[] = [];
  const versionsOf = (key: string, ids: string[]) =>
    ids.map((id) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`).join('');
  let pages = 0;
  const bucket = await bucketThat((asked, method) => {
    if (method === 'POST') {
      deleted.push('some');
      return '<DeleteResult><Deleted><Key>usual.txt</Key></Deleted></DeleteResult>';
    }
    if (asked.has('versioning')) {
      return '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    }
    const key = asked.get('prefix') ?? '';
    if (key === 'usual.txt') {
      return `<ListVersionsResult>${versionsOf(key, ['1', '2'])}</ListVersionsResult>`;
    }
    pages += 1;
    const ids = Array.from({ length: 1_000 }, (_, index) => `${pages}-${index}`);
    return `<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>${key}</NextKeyMarker>
      <NextVersionIdMarker>${pages}</NextVersionIdMarker>${versionsOf(key, ids)}</ListVersionsResult>`;
  });
  const refused = await deleteWithVersions(bucket, ['endless.txt', 'usual.txt']);
  expect([...refused.keys()]).toEqual(['endless.txt']);
  expect(pages).toBe(51);
  expect(deleted).toHaveLength(1);
});
