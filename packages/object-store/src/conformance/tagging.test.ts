import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketTaggingCommand,
  DeleteObjectTaggingCommand,
  GetBucketTaggingCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

const store = createVersionedStore();
const { newBucket, put, listAll } = store;
const TAGS = [
  { Key: 'project', Value: 'über & <co>' },
  { Key: 'empty', Value: '' },
];

async function tagsOf(Bucket: string, Key: string, VersionId?: string) {
  const command = new GetObjectTaggingCommand({ Bucket, Key, VersionId });
  return (await store.client.send(command)).TagSet;
}

function tag(Bucket: string, TagSet: object[], parts: object = {}) {
  const Tagging = { TagSet: TagSet as typeof TAGS };
  return store.client.send(new PutObjectTaggingCommand({ Bucket, Key: 'a', Tagging, ...parts }));
}

describe('OBJ-1 wire: tags of objects', () => {
  test('are put, read, counted, replaced and deleted without touching the object', async () => {
    const Bucket = await newBucket();
    const { ETag } = await put(Bucket, 'a', 'body');
    expect(await tagsOf(Bucket, 'a')).toEqual([]);
    await tag(Bucket, TAGS);
    expect(await tagsOf(Bucket, 'a')).toEqual(TAGS);
    const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    expect(head).toMatchObject({ ETag, TagCount: 2 });
    await tag(Bucket, [{ Key: 'other', Value: '1' }]);
    expect(await tagsOf(Bucket, 'a')).toEqual([{ Key: 'other', Value: '1' }]);
    await store.client.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'a' }));
    expect(await tagsOf(Bucket, 'a')).toEqual([]);
  });

  test('come along with a put and with an upload in parts', async () => {
    const Bucket = await newBucket();
    const expected = [{ Key: 'a b', Value: '1+1' }];
    const tagged = { Bucket, Key: 'a', Tagging: 'a%20b=1%2B1' };
    await store.client.send(new PutObjectCommand({ ...tagged, Body: 'x' }));
    expect(await tagsOf(Bucket, 'a')).toEqual(expected);
    const { UploadId } = await store.client.send(
      new CreateMultipartUploadCommand({ ...tagged, Key: 'parts' }),
    );
    const part = { Bucket, Key: 'parts', UploadId };
    const { ETag } = await store.client.send(
      new UploadPartCommand({ ...part, PartNumber: 1, Body: 'x' }),
    );
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await store.client.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload }));
    expect(await tagsOf(Bucket, 'parts')).toEqual(expected);
  });

  test('go with a copy unless it brings its own', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', 'body');
    await tag(Bucket, TAGS);
    const copy = (Key: string, parts: object) =>
      store.client.send(
        new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/a`, ...parts }),
      );
    await copy('same', {});
    await copy('own', { TaggingDirective: 'REPLACE', Tagging: 'x=y' });
    await copy('none', { TaggingDirective: 'REPLACE' });
    expect(await tagsOf(Bucket, 'same')).toEqual(TAGS);
    expect(await tagsOf(Bucket, 'own')).toEqual([{ Key: 'x', Value: 'y' }]);
    expect(await tagsOf(Bucket, 'none')).toEqual([]);
  });

  test('belong to one version, and changing them makes no new one', async () => {
    const Bucket = await newBucket('Enabled');
    const { VersionId } = await put(Bucket, 'a', 'old');
    await put(Bucket, 'a', 'newer');
    await tag(Bucket, TAGS, { VersionId });
    expect(await tagsOf(Bucket, 'a')).toEqual([]);
    expect(await tagsOf(Bucket, 'a', VersionId)).toEqual(TAGS);
    expect((await listAll(Bucket)).texts).toEqual(['a:5*', 'a:3']);
  });

  test('are at most ten, each with a key of its own that is not too long', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'a', 'body');
    const many = Array.from({ length: 11 }, (_, index) => ({ Key: `${index}`, Value: '' }));
    await expect(tag(Bucket, many)).rejects.toMatchObject(failing('BadRequest', 400));
    for (const wrong of [
      [TAGS[0]!, TAGS[0]!],
      [{ Key: 'k'.repeat(129), Value: '' }],
      [{ Key: 'k', Value: 'v'.repeat(257) }],
      [{ Key: '', Value: '' }],
    ]) {
      await expect(tag(Bucket, wrong)).rejects.toMatchObject(failing('InvalidTag', 400));
    }
    expect(await tagsOf(Bucket, 'a')).toEqual([]);
    await expect(tagsOf(Bucket, 'missing')).rejects.toMatchObject(failing('NoSuchKey', 404));
  });
});

test('OBJ-1 wire: a bucket has tags of its own', async () => {
  const Bucket = await newBucket();
  const read = () => store.client.send(new GetBucketTaggingCommand({ Bucket }));
  await expect(read()).rejects.toMatchObject(failing('NoSuchTagSet', 404));
  await store.client.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: TAGS } }));
  expect((await read()).TagSet).toEqual(TAGS);
  await store.client.send(new DeleteBucketTaggingCommand({ Bucket }));
  await expect(read()).rejects.toMatchObject(failing('NoSuchTagSet', 404));
});
