import { createHash, randomBytes } from 'node:crypto';
import {
  DeleteBucketCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { describeContract } from '../testing/conformance.ts';

describeContract(
  'objects',
  {
    'a link may name the type and file name of its download': 'response-content-* is ignored',
  },
  (store) => {
    const { newBucket, put, getText, refusal } = store;

    test('a new bucket is listed, found, located and can be removed when empty', async () => {
      const Bucket = await newBucket();
      const { Buckets } = await store.client.send(new ListBucketsCommand({}));
      expect(Buckets?.map(({ Name }) => Name)).toContain(Bucket);
      await store.client.send(new HeadBucketCommand({ Bucket }));
      await store.client.send(new DeleteBucketCommand({ Bucket }));
      await expect(store.client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject(
        refusal('NotFound', 404),
      );
    });

    test('a bucket tells its location', async () => {
      const Bucket = await newBucket();
      const { LocationConstraint } = await store.client.send(
        new GetBucketLocationCommand({ Bucket }),
      );
      expect(LocationConstraint ?? '').toBe('');
    });

    test('a bucket that holds an object cannot be removed', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'kept.txt');
      await expect(store.client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject(
        refusal('BucketNotEmpty', 409),
      );
    });

    test('an unknown bucket or key is answered with 404', async () => {
      const Bucket = await newBucket();
      await expect(getText('no-such-bucket', 'x')).rejects.toMatchObject(
        refusal('NoSuchBucket', 404),
      );
      await expect(getText(Bucket, 'missing')).rejects.toMatchObject(refusal('NoSuchKey', 404));
      await expect(
        store.client.send(new HeadObjectCommand({ Bucket, Key: 'missing' })),
      ).rejects.toMatchObject(refusal('NotFound', 404));
    });

    test('an object comes back as it was put, with its MD5 as ETag', async () => {
      const Bucket = await newBucket();
      const body = randomBytes(300_000);
      const md5 = createHash('md5').update(body).digest('hex');
      expect((await put(Bucket, 'data.bin', body)).ETag).toBe(`"${md5}"`);
      const got = await store.client.send(new GetObjectCommand({ Bucket, Key: 'data.bin' }));
      expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
      expect(got).toMatchObject({ ETag: `"${md5}"`, ContentLength: body.length });
    });

    test('an empty object is an object', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'empty', '');
      expect(await getText(Bucket, 'empty')).toBe('');
      const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'empty' }));
      expect(head.ContentLength).toBe(0);
    });

    test('type, disposition, caching, language, encoding and own metadata are kept', async () => {
      const Bucket = await newBucket();
      const headers = {
        ContentType: 'text/plain; charset=utf-8',
        ContentDisposition: 'attachment; filename="a.txt"',
        CacheControl: 'max-age=60',
        ContentLanguage: 'en',
        ContentEncoding: 'identity',
        Metadata: { colour: 'blue', 'two-words': 'a b' },
      };
      await store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a', ...headers }));
      expect(await store.client.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).toMatchObject(
        headers,
      );
    });

    test('a part of an object can be read by range', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'alphabet', 'abcdefghij');
      const read = async (Range: string) => {
        const got = await store.client.send(
          new GetObjectCommand({ Bucket, Key: 'alphabet', Range }),
        );
        return [
          await got.Body!.transformToString(),
          got.ContentRange,
          got.$metadata.httpStatusCode,
        ];
      };
      expect(await read('bytes=2-4')).toEqual(['cde', 'bytes 2-4/10', 206]);
      expect(await read('bytes=7-')).toEqual(['hij', 'bytes 7-9/10', 206]);
      expect(await read('bytes=-2')).toEqual(['ij', 'bytes 8-9/10', 206]);
      expect(await read('bytes=8-99')).toEqual(['ij', 'bytes 8-9/10', 206]);
    });

    test('a range past the end is refused', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'short', 'abc');
      const get = new GetObjectCommand({ Bucket, Key: 'short', Range: 'bytes=3-' });
      await expect(store.client.send(get)).rejects.toMatchObject(refusal('InvalidRange', 416));
    });

    test('a reader who has the current version is told so', async () => {
      const Bucket = await newBucket();
      const { ETag } = await put(Bucket, 'a');
      const read = (conditions: object) =>
        store.client.send(new GetObjectCommand({ Bucket, Key: 'a', ...conditions }));
      const status = (code: number) => ({ $metadata: { httpStatusCode: code } });
      await expect(read({ IfNoneMatch: ETag })).rejects.toMatchObject(status(304));
      await expect(read({ IfMatch: '"other"' })).rejects.toMatchObject(status(412));
      await expect(read({ IfMatch: ETag })).resolves.toMatchObject(status(200));
      await expect(read({ IfNoneMatch: '"other"' })).resolves.toMatchObject(status(200));
    });

    test('a reader who names a date is told whether the object changed since', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'a');
      const read = (conditions: object) =>
        store.client.send(new GetObjectCommand({ Bucket, Key: 'a', ...conditions }));
      const status = (code: number) => ({ $metadata: { httpStatusCode: code } });
      const later = new Date(Date.now() + 60_000);
      const earlier = new Date(Date.now() - 60_000);
      await expect(read({ IfModifiedSince: later })).rejects.toMatchObject(status(304));
      await expect(read({ IfModifiedSince: earlier })).resolves.toMatchObject(status(200));
      await expect(read({ IfUnmodifiedSince: earlier })).rejects.toMatchObject(status(412));
    });

    test('a link may name the type and file name of its download', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'a');
      const get = new GetObjectCommand({
        Bucket,
        Key: 'a',
        ResponseContentType: 'text/csv',
        ResponseContentDisposition: 'attachment; filename="b.csv"',
        ResponseCacheControl: 'no-store',
      });
      expect(await store.client.send(get)).toMatchObject({
        ContentType: 'text/csv',
        ContentDisposition: 'attachment; filename="b.csv"',
        CacheControl: 'no-store',
      });
    });

    test('a presigned link puts and gets without further credentials', async () => {
      const Bucket = await newBucket();
      const Key = 'shared/ü +%.txt';
      const upload = new PutObjectCommand({ Bucket, Key, ContentType: 'text/plain' });
      const putUrl = await getSignedUrl(
        store.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
        upload,
        { expiresIn: 60 },
      );
      const headers = { 'content-type': 'text/plain' };
      expect((await fetch(putUrl, { method: 'PUT', body: 'hello', headers })).status).toBe(200);
      const getUrl = await getSignedUrl(store.client, new GetObjectCommand({ Bucket, Key }));
      const answer = await fetch(getUrl);
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
        'text/plain',
        'hello',
      ]);
    });
  },
);
