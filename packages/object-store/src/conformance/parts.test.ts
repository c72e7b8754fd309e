import { createHash } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

const store = createVersionedStore();
const { newBucket, put, getText } = store;
const FIVE_MIB = Buffer.alloc(5 * 1024 * 1024, 'a');
const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('base64');

/** Uploads 5 MiB and 'tail' as parts 1 and 2; answers how to complete it, as often as one likes. */
async function uploadInParts(Bucket: string, Key = 'parts') {
  const target = { Bucket, Key };
  const { UploadId } = await store.client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA256' }),
  );
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  for (const [index, Body] of [FIVE_MIB, Buffer.from('tail')].entries()) {
    const part = { ...target, UploadId, PartNumber: index + 1, Body };
    const { ETag, ChecksumSHA256 } = await store.client.send(
      new UploadPartCommand({ ...part, ChecksumAlgorithm: 'SHA256' }),
    );
    Parts.push(Object.assign({ PartNumber: index + 1, ETag }, { ChecksumSHA256 }));
  }
  const complete = { ...target, UploadId, MultipartUpload: { Parts } };
  return () => store.client.send(new CompleteMultipartUploadCommand(complete));
}

describe('OBJ-1 wire: a part of an object is read by its number', () => {
  const read = (Bucket: string, PartNumber: number, Key = 'parts') =>
    store.client.send(new GetObjectCommand({ Bucket, Key, PartNumber, ChecksumMode: 'ENABLED' }));

  test('as it was uploaded, with its own checksum and the number of all parts', async () => {
    const Bucket = await newBucket();
    await (
      await uploadInParts(Bucket)
    )();
    const second = await read(Bucket, 2);
    expect(second).toMatchObject({
      ContentRange: 'bytes 5242880-5242883/5242884',
      ContentLength: 4,
      PartsCount: 2,
      ChecksumSHA256: sha256('tail'),
      $metadata: { httpStatusCode: 206 },
    });
    expect(await second.Body!.transformToString()).toBe('tail');
    const head = await store.client.send(
      new HeadObjectCommand({ Bucket, Key: 'parts', PartNumber: 1 }),
    );
    expect(head).toMatchObject({ ContentLength: FIVE_MIB.length, PartsCount: 2 });
    await expect(read(Bucket, 3)).rejects.toMatchObject(failing('InvalidPartNumber', 416));
  });

  test('an object uploaded at once is one part', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'whole', 'body');
    const part = await read(Bucket, 1, 'whole');
    expect([part.ContentRange, part.PartsCount]).toEqual(['bytes 0-3/4', undefined]);
    expect(await part.Body!.transformToString()).toBe('body');
    await expect(read(Bucket, 2, 'whole')).rejects.toMatchObject(failing('InvalidPartNumber', 416));
    await put(Bucket, 'empty', '');
    expect((await read(Bucket, 1, 'empty')).ContentLength).toBe(0);
  });

  test('a part and a range together are refused', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'whole', 'body');
    const both = { Bucket, Key: 'whole', PartNumber: 1, Range: 'bytes=0-1' };
    await expect(store.client.send(new GetObjectCommand(both))).rejects.toMatchObject(
      failing('InvalidRequest', 400),
    );
  });
});

describe('OBJ-1 wire: the attributes of an object', () => {
  const ALL = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const;
  const describeObject = (Bucket: string, Key: string, parts: object = {}) =>
    store.client.send(
      new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: [...ALL], ...parts }),
    );

  test('tell size, ETag, checksum and parts, page by page', async () => {
    const Bucket = await newBucket();
    const done = await (await uploadInParts(Bucket))();
    const all = await describeObject(Bucket, 'parts');
    expect(all).toMatchObject({
      ETag: done.ETag!.replaceAll('"', ''),
      ObjectSize: FIVE_MIB.length + 4,
      StorageClass: 'STANDARD',
      Checksum: { ChecksumSHA256: done.ChecksumSHA256, ChecksumType: 'COMPOSITE' },
      ObjectParts: { TotalPartsCount: 2, IsTruncated: false },
    });
    expect(all.ObjectParts?.Parts).toEqual([
      { PartNumber: 1, Size: FIVE_MIB.length, ChecksumSHA256: sha256(FIVE_MIB) },
      { PartNumber: 2, Size: 4, ChecksumSHA256: sha256('tail') },
    ]);
    const first = await describeObject(Bucket, 'parts', { MaxParts: 1 });
    expect(first.ObjectParts).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1' });
    const next = await describeObject(Bucket, 'parts', { PartNumberMarker: '1' });
    expect(next.ObjectParts?.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([2]);
  });

  test('are only those that were asked for, of the version that was asked for', async () => {
    const Bucket = await newBucket('Enabled');
    const { VersionId } = await put(Bucket, 'a', 'one');
    await put(Bucket, 'a', 'second');
    const old = await describeObject(Bucket, 'a', { VersionId, ObjectAttributes: ['ObjectSize'] });
    expect(old).toMatchObject({ ObjectSize: 3, VersionId });
    expect(old.ETag).toBeUndefined();
    expect(old.LastModified).toBeInstanceOf(Date);
    await expect(describeObject(Bucket, 'b')).rejects.toMatchObject(failing('NoSuchKey', 404));
    await expect(
      describeObject(Bucket, 'a', { ObjectAttributes: ['Colour'] }),
    ).rejects.toMatchObject(failing('InvalidArgument', 400));
  });

  test('a copy keeps the parts that its ETag tells of', async () => {
    const Bucket = await newBucket();
    const done = await (await uploadInParts(Bucket))();
    const copy = { Bucket, Key: 'copy', CopySource: `${Bucket}/parts` };
    await store.client.send(new CopyObjectCommand(copy));
    const { ETag, ObjectParts } = await describeObject(Bucket, 'copy');
    expect([`"${ETag}"`, ObjectParts?.TotalPartsCount]).toEqual([done.ETag, 2]);
  });
});

describe('OBJ-1 wire: an upload that is completed twice', () => {
  test('answers the same object, also when both ask at once', async () => {
    const Bucket = await newBucket('Enabled');
    const complete = await uploadInParts(Bucket);
    const [first, second] = await Promise.all([complete(), complete()]);
    const third = await complete();
    const told = ({ ETag, VersionId, ChecksumSHA256 }: typeof first) => ({
      ETag,
      VersionId,
      ChecksumSHA256,
    });
    expect(told(second)).toEqual(told(first));
    expect(told(third)).toEqual(told(first));
    const text = await getText(Bucket, 'parts', first.VersionId);
    expect(text.slice(-5)).toBe('atail');
  });

  test('does not bring back what was overwritten since', async () => {
    const Bucket = await newBucket();
    const complete = await uploadInParts(Bucket);
    await complete();
    await put(Bucket, 'parts', 'newer');
    await complete();
    expect(await getText(Bucket, 'parts')).toBe('newer');
  });
});
