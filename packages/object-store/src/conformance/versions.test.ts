import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

const store = createVersionedStore();
const { newBucket, setVersioning, put, getText, listAll } = store;

describe('OBJ-5 wire: a bucket that keeps versions', () => {
  test('says whether it keeps them, and a new one keeps none', async () => {
    const Bucket = await newBucket();
    const ask = () => store.client.send(new GetBucketVersioningCommand({ Bucket }));
    expect((await ask()).Status).toBeUndefined();
    expect((await put(Bucket, 'a', '1')).VersionId).toBeUndefined();
    await setVersioning(Bucket, 'Enabled');
    expect((await ask()).Status).toBe('Enabled');
    await setVersioning(Bucket, 'Suspended');
    expect((await ask()).Status).toBe('Suspended');
    const wrong = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: {} });
    await expect(store.client.send(wrong)).rejects.toMatchObject(
      failing('IllegalVersioningConfigurationException', 400),
    );
  });

  test('gives every write an id, and every version back as it was', async () => {
    const Bucket = await newBucket('Enabled');
    const first = await put(Bucket, 'ü/a.txt', 'one');
    const second = await put(Bucket, 'ü/a.txt', 'second');
    expect(first.VersionId).not.toBe(second.VersionId);
    expect(await getText(Bucket, 'ü/a.txt')).toBe('second');
    expect(await getText(Bucket, 'ü/a.txt', first.VersionId)).toBe('one');
    const head = await store.client.send(
      new HeadObjectCommand({ Bucket, Key: 'ü/a.txt', VersionId: first.VersionId }),
    );
    expect(head).toMatchObject({ ContentLength: 3, VersionId: first.VersionId, ETag: first.ETag });
    expect(
      (await store.client.send(new GetObjectCommand({ Bucket, Key: 'ü/a.txt' }))).VersionId,
    ).toBe(second.VersionId);
    expect((await listAll(Bucket)).texts).toEqual(['ü/a.txt:6*', 'ü/a.txt:3']);
  });

  test('keeps what was there before as the version null', async () => {
    const Bucket = await newBucket();
    await put(Bucket, 'old', 'before');
    await setVersioning(Bucket, 'Enabled');
    expect((await listAll(Bucket)).ids).toEqual(['null']);
    await put(Bucket, 'old', 'after it');
    expect(await getText(Bucket, 'old', 'null')).toBe('before');
    expect((await listAll(Bucket)).texts).toEqual(['old:8*', 'old:6']);
  });

  test('a delete leaves a mark that reads as not there, and removing it brings the object back', async () => {
    const Bucket = await newBucket('Enabled');
    const { VersionId } = await put(Bucket, 'a', 'kept');
    const deleted = await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    expect(deleted).toMatchObject({ DeleteMarker: true });
    const mark = deleted.VersionId!;
    await expect(getText(Bucket, 'a')).rejects.toMatchObject(failing('NoSuchKey', 404));
    const answer = await store.client
      .send(new HeadObjectCommand({ Bucket, Key: 'a' }))
      .catch((error) => error.$response.headers);
    expect(answer).toMatchObject({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': mark });
    await expect(getText(Bucket, 'a', mark)).rejects.toMatchObject(
      failing('MethodNotAllowed', 405),
    );
    expect(await getText(Bucket, 'a', VersionId)).toBe('kept');
    expect((await store.client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).toEqual(
      [],
    );
    expect((await listAll(Bucket)).texts.toSorted()).toEqual(['a:-*', 'a:4']);

    const removed = await store.client.send(
      new DeleteObjectCommand({ Bucket, Key: 'a', VersionId: mark }),
    );
    expect(removed).toMatchObject({ DeleteMarker: true, VersionId: mark });
    expect(await getText(Bucket, 'a')).toBe('kept');
    expect((await listAll(Bucket)).texts).toEqual(['a:4*']);
  });

  test('removing the newest version by its id brings the one before back', async () => {
    const Bucket = await newBucket('Enabled');
    const first = await put(Bucket, 'a', '1');
    const second = await put(Bucket, 'a', '22');
    const third = await put(Bucket, 'a', '333');
    const remove = (VersionId?: string) =>
      store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a', VersionId }));
    await remove(second.VersionId);
    expect(await getText(Bucket, 'a')).toBe('333');
    await remove(third.VersionId);
    expect(await getText(Bucket, 'a')).toBe('1');
    await expect(getText(Bucket, 'a', second.VersionId)).rejects.toMatchObject(
      failing('NoSuchVersion', 404),
    );
    await remove(first.VersionId);
    expect((await listAll(Bucket)).texts).toEqual([]);
    await store.client.send(new DeleteBucketCommand({ Bucket }));
  });

  test('a bucket that holds only versions or marks is not empty', async () => {
    const Bucket = await newBucket('Enabled');
    const { VersionId } = await store.client.send(
      new DeleteObjectCommand({ Bucket, Key: 'never' }),
    );
    await expect(store.client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject(
      failing('BucketNotEmpty', 409),
    );
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'never', VersionId }));
    await store.client.send(new DeleteBucketCommand({ Bucket }));
  });

  test('while suspended there is one version null, and the others stay', async () => {
    const Bucket = await newBucket('Enabled');
    const { VersionId } = await put(Bucket, 'a', '1');
    await setVersioning(Bucket, 'Suspended');
    expect((await put(Bucket, 'a', '22')).VersionId).toBe('null');
    await put(Bucket, 'a', '333');
    expect((await listAll(Bucket)).texts).toEqual(['a:3*', 'a:1']);
    const deleted = await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    expect(deleted).toMatchObject({ DeleteMarker: true, VersionId: 'null' });
    expect((await listAll(Bucket)).texts.toSorted()).toEqual(['a:-*', 'a:1']);
    expect(await getText(Bucket, 'a', VersionId)).toBe('1');
    await setVersioning(Bucket, 'Enabled');
    await put(Bucket, 'a', '4444');
    expect((await listAll(Bucket)).texts.toSorted()).toEqual(['a:-', 'a:1', 'a:4*']);
  });

  test('an older version is brought back by copying it onto its own key', async () => {
    const Bucket = await newBucket('Enabled');
    const first = await put(Bucket, 'a b', 'old one');
    await put(Bucket, 'a b', 'new');
    const CopySource = `${Bucket}/a%20b?versionId=${first.VersionId}`;
    const copied = await store.client.send(
      new CopyObjectCommand({ Bucket, Key: 'a b', CopySource }),
    );
    expect(copied.CopySourceVersionId).toBe(first.VersionId);
    expect(copied.VersionId).not.toBe(first.VersionId);
    expect(await getText(Bucket, 'a b')).toBe('old one');
    expect((await listAll(Bucket)).texts).toEqual(['a b:7*', 'a b:3', 'a b:7']);
    const { VersionId } = await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a b' }));
    const copy = (source: string) =>
      store.client.send(new CopyObjectCommand({ Bucket, Key: 'c', CopySource: source }));
    await expect(copy(`${Bucket}/a%20b?versionId=${VersionId}`)).rejects.toMatchObject(
      failing('InvalidRequest', 400),
    );
    await expect(copy(`${Bucket}/a%20b`)).rejects.toMatchObject(failing('NoSuchKey', 404));
  });

  test('an upload in parts becomes a version, and many are deleted in one call', async () => {
    const Bucket = await newBucket('Enabled');
    const Key = 'parts';
    const plain = await put(Bucket, Key, 'x');
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = { Bucket, Key, UploadId, PartNumber: 1 };
    const { ETag } = await store.client.send(new UploadPartCommand({ ...part, Body: 'in parts' }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    const { VersionId } = await store.client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }),
    );
    expect(await getText(Bucket, Key, VersionId)).toBe('in parts');
    const Objects = [{ Key, VersionId: plain.VersionId }, { Key }, { Key: 'missing' }];
    const { Deleted } = await store.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    expect(Deleted).toMatchObject([
      { Key, VersionId: plain.VersionId },
      { Key, DeleteMarker: true, DeleteMarkerVersionId: expect.any(String) },
      { Key: 'missing', DeleteMarker: true },
    ]);
    expect(Deleted![1]!.VersionId).toBeUndefined();
    expect((await listAll(Bucket)).texts.toSorted()).toEqual(['missing:-*', 'parts:-*', 'parts:8']);
  });

  test('a version that never was is refused as S3 refuses it', async () => {
    const Bucket = await newBucket('Enabled');
    await put(Bucket, 'a', '1');
    await expect(getText(Bucket, 'a', 'nonsense')).rejects.toMatchObject(
      failing('InvalidArgument', 400),
    );
    await expect(getText(Bucket, 'a', 'null')).rejects.toMatchObject(failing('NoSuchVersion', 404));
  });

  test('conditions look at what a reader gets, not at older versions', async () => {
    const Bucket = await newBucket('Enabled');
    const { ETag } = await put(Bucket, 'a', '1');
    await put(Bucket, 'a', '2');
    const guarded = (conditions: object) =>
      store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '3', ...conditions }));
    await expect(guarded({ IfMatch: ETag })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(guarded({ IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    await guarded({ IfNoneMatch: '*' });
    expect(await getText(Bucket, 'a')).toBe('3');
  });
});
