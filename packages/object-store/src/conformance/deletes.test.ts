import { DeleteObjectCommand, DeleteObjectsCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

// DeleteObject and DeleteObjects with conditions, as AWS documents them: 'If-Match' by ETag, and the
// size and time of what is to be deleted.

const store = createVersionedStore();
const { newBucket, put, getText, listAll } = store;

async function modified(Bucket: string, Key: string): Promise<Date> {
  const { LastModified } = await store.client.send(new HeadObjectCommand({ Bucket, Key }));
  return LastModified!;
}

const WRONG_DATE = new Date('2001-01-01T00:00:00Z');

describe('OBJ-5 wire: one object is deleted only while it is what its client knows', () => {
  const remove = (Bucket: string, conditions: object) =>
    store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a', ...conditions }));

  test.each([
    ['another ETag', { IfMatch: '"d41d8cd98f00b204e9800998ecf8427e"' }],
    ['another size', { IfMatchSize: 4 }],
    ['another time', { IfMatchLastModifiedTime: WRONG_DATE }],
  ])('%s is refused, and the object stays', async (_, conditions) => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', 'body!');
    await expect(remove(Bucket, conditions)).rejects.toMatchObject(
      failing('PreconditionFailed', 412),
    );
    expect(await getText(Bucket, 'a')).toBe('body!');
  });

  test('the right ETag, size and time delete it', async () => {
    const Bucket = await newBucket();
    const { ETag } = await put(Bucket, 'a', 'body!');
    await remove(Bucket, {
      IfMatch: ETag,
      IfMatchSize: 5,
      IfMatchLastModifiedTime: await modified(Bucket, 'a'),
    });
    await expect(getText(Bucket, 'a')).rejects.toMatchObject(failing('NoSuchKey', 404));
  });

  test('any version will do for a star, none is there for an ETag of what is gone', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', 'body');
    await remove(Bucket, { IfMatch: '*' });
    await expect(remove(Bucket, { IfMatch: '*' })).rejects.toMatchObject(failing('NoSuchKey', 404));
    await remove(Bucket, { IfMatchSize: 4 });
  });

  test('the conditions of a version are about that version', async () => {
    const Bucket = await newBucket('Enabled');
    const first = await put(Bucket, 'a', 'one');
    const second = await put(Bucket, 'a', 'second');
    const wrong = { VersionId: first.VersionId, IfMatch: second.ETag };
    await expect(remove(Bucket, wrong)).rejects.toMatchObject(failing('PreconditionFailed', 412));
    await remove(Bucket, { VersionId: first.VersionId, IfMatch: first.ETag });
    expect((await listAll(Bucket)).texts).toEqual(['a:6*']);
  });
});

describe('OBJ-5 wire: of many deleted in one call, each has conditions of its own', () => {
  test('those that do not hold are named, the others are deleted', async () => {
    const Bucket = await newBucket();
    const etags: Record<string, string> = {};
    for (const key of ['right', 'etag', 'size', 'time', 'plain']) {
      etags[key] = (await put(Bucket, key, 'body')).ETag!;
    }
    const Objects = [
      {
        Key: 'right',
        ETag: etags['right'],
        Size: 4,
        LastModifiedTime: await modified(Bucket, 'right'),
      },
      { Key: 'etag', ETag: '"wrong"' },
      { Key: 'size', Size: 5 },
      { Key: 'time', LastModifiedTime: WRONG_DATE },
      { Key: 'plain' },
    ];
    const answer = await store.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    expect(answer.Deleted?.map(({ Key }) => Key)).toEqual(['right', 'plain']);
    expect(answer.Errors?.map(({ Key, Code }) => `${Key}: ${Code}`)).toEqual([
      'etag: PreconditionFailed',
      'size: PreconditionFailed',
      'time: PreconditionFailed',
    ]);
    expect((await listAll(Bucket)).texts).toEqual(['etag:4*', 'size:4*', 'time:4*']);
  });

  test('who wants to hear of nothing still hears what was refused', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', 'body');
    const Delete = { Quiet: true, Objects: [{ Key: 'a', ETag: '"wrong"' }, { Key: 'b' }] };
    const answer = await store.client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(answer.Deleted).toBeUndefined();
    expect(answer.Errors).toMatchObject([{ Key: 'a', Code: 'PreconditionFailed' }]);
  });
});
