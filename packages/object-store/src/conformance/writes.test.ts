import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { describeContract } from '../testing/conformance.ts';

describeContract(
  'writes',
  {
    'a put that must create does not overwrite': 'conditions of a put are ignored',
    'a put that must replace a version replaces only that one': 'conditions of a put are ignored',
    'of many puts that must create, exactly one wins': 'conditions of a put are ignored',
    'a body that does not match its MD5 is refused': 'Content-MD5 is not checked',
    'a CRC32C checksum is checked, kept and given back': 'CRC32C is ignored',
    'a CRC64NVME checksum is checked, kept and given back': 'CRC64NVME is ignored',
    'a body that does not match its CRC32 is refused': 'checksums are not checked',
    'a body that does not match its CRC32C is refused': 'checksums are not checked',
    'a body that does not match its CRC64NVME is refused': 'checksums are not checked',
    'a body that does not match its SHA1 is refused': 'checksums are not checked',
    'a body that does not match its SHA256 is refused': 'checksums are not checked',
    'the content encoding is kept apart from the encoding of the upload':
      'it is dropped with aws-chunked',
    'a copy onto itself that changes nothing is refused': 'it is carried out',
    'a copy is made only while its source is the expected version':
      'conditions of a copy are ignored',
  },
  (store) => {
    const { newBucket, put, getText, listKeys, refusal } = store;

    test('a put that must create does not overwrite', async () => {
      const Bucket = await newBucket();
      const create = (Body: string) =>
        store.client.send(new PutObjectCommand({ Bucket, Key: 'once', Body, IfNoneMatch: '*' }));
      await create('first');
      await expect(create('second')).rejects.toMatchObject(refusal('PreconditionFailed', 412));
      expect(await getText(Bucket, 'once')).toBe('first');
    });

    test('a put that must replace a version replaces only that one', async () => {
      const Bucket = await newBucket();
      const { ETag } = await put(Bucket, 'a', 'one');
      const replace = (Body: string, IfMatch?: string) =>
        store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, IfMatch }));
      await replace('two', ETag);
      await expect(replace('three', ETag)).rejects.toMatchObject(
        refusal('PreconditionFailed', 412),
      );
      expect(await getText(Bucket, 'a')).toBe('two');
    });

    test('of many puts that must create, exactly one wins', async () => {
      const Bucket = await newBucket();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          store.client.send(
            new PutObjectCommand({ Bucket, Key: 'race', Body: `${index}`, IfNoneMatch: '*' }),
          ),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('a body that does not match its MD5 is refused', async () => {
      const Bucket = await newBucket();
      const ContentMD5 = createHash('md5').update('other').digest('base64');
      const wrong = new PutObjectCommand({ Bucket, Key: 'a', Body: 'body', ContentMD5 });
      await expect(store.client.send(wrong)).rejects.toMatchObject(refusal('BadDigest', 400));
      expect(await listKeys(Bucket)).toEqual([]);
    });

    for (const [ChecksumAlgorithm, field] of [
      ['CRC32', 'ChecksumCRC32'],
      ['CRC32C', 'ChecksumCRC32C'],
      ['CRC64NVME', 'ChecksumCRC64NVME'],
      ['SHA1', 'ChecksumSHA1'],
      ['SHA256', 'ChecksumSHA256'],
    ] as const) {
      test(`a ${ChecksumAlgorithm} checksum is checked, kept and given back`, async () => {
        const Bucket = await newBucket();
        const Key = 'a';
        const answer = await store.client.send(
          new PutObjectCommand({ Bucket, Key, Body: 'body', ChecksumAlgorithm }),
        );
        expect(answer[field]).toBeTruthy();
        const get = new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' });
        const got = await store.client.send(get);
        expect(got[field]).toBe(answer[field]);
        // The SDK checks the bytes against the checksum while it reads them.
        expect(await got.Body!.transformToString()).toBe('body');
      });

      test(`a body that does not match its ${ChecksumAlgorithm} is refused`, async () => {
        const Bucket = await newBucket();
        const length = { CRC32: 4, CRC32C: 4, CRC64NVME: 8, SHA1: 20, SHA256: 32 }[
          ChecksumAlgorithm
        ];
        const wrong = { [field]: Buffer.alloc(length, 1).toString('base64') };
        const request = new PutObjectCommand({ Bucket, Key: 'a', Body: 'body', ...wrong });
        await expect(store.client.send(request)).rejects.toMatchObject(refusal('BadDigest', 400));
        expect(await listKeys(Bucket)).toEqual([]);
      });
    }

    test('a stream of known length is stored whole, its checksum in a trailer', async () => {
      const Bucket = await newBucket();
      const body = randomBytes(1_000_003);
      const request = new PutObjectCommand({
        Bucket,
        Key: 'stream',
        Body: Readable.from([body.subarray(0, 10), body.subarray(10)]),
        ContentLength: body.length,
      });
      await store.client.send(request);
      const got = await store.client.send(new GetObjectCommand({ Bucket, Key: 'stream' }));
      expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
    });

    test('the content encoding is kept apart from the encoding of the upload', async () => {
      const Bucket = await newBucket();
      const Body = Readable.from([Buffer.from('packed')]);
      const request = { Bucket, Key: 'a', Body, ContentLength: 6, ContentEncoding: 'gzip' };
      await store.client.send(new PutObjectCommand(request));
      const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
      expect(head.ContentEncoding).toBe('gzip');
    });

    test('a copy has the bytes and metadata of its source', async () => {
      const Bucket = await newBucket();
      const Other = await newBucket();
      const source = { Bucket, Key: 'from me+100%.txt', Body: 'bytes', ContentType: 'text/plain' };
      const { ETag } = await store.client.send(
        new PutObjectCommand({ ...source, Metadata: { a: 'b' } }),
      );
      const CopySource = `${Bucket}/${encodeURIComponent(source.Key)}`;
      const copy = await store.client.send(
        new CopyObjectCommand({ Bucket: Other, Key: 'to', CopySource }),
      );
      expect(copy.CopyObjectResult?.ETag).toBe(ETag);
      await store.client.send(new DeleteObjectCommand({ Bucket, Key: source.Key }));
      expect(await getText(Other, 'to')).toBe('bytes');
      const head = await store.client.send(new HeadObjectCommand({ Bucket: Other, Key: 'to' }));
      expect(head).toMatchObject({ ContentType: 'text/plain', Metadata: { a: 'b' } });
    });

    test('a copy may replace the metadata, also onto itself', async () => {
      const Bucket = await newBucket();
      await store.client.send(
        new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', Metadata: { old: '1' } }),
      );
      const onto = { Bucket, Key: 'a', CopySource: `${Bucket}/a` };
      const replace = { MetadataDirective: 'REPLACE', Metadata: { new: '2' } } as const;
      await store.client.send(new CopyObjectCommand({ ...onto, ...replace }));
      const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
      expect(head.Metadata).toEqual({ new: '2' });
    });

    test('a copy onto itself that changes nothing is refused', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'a');
      const onto = new CopyObjectCommand({ Bucket, Key: 'a', CopySource: `${Bucket}/a` });
      await expect(store.client.send(onto)).rejects.toMatchObject(refusal('InvalidRequest', 400));
    });

    test('a copy is made only while its source is the expected version', async () => {
      const Bucket = await newBucket();
      const { ETag } = await put(Bucket, 'a');
      const copy = (conditions: object) =>
        store.client.send(
          new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a`, ...conditions }),
        );
      await expect(copy({ CopySourceIfMatch: '"other"' })).rejects.toMatchObject(
        refusal('PreconditionFailed', 412),
      );
      await expect(copy({ CopySourceIfNoneMatch: ETag })).rejects.toMatchObject(
        refusal('PreconditionFailed', 412),
      );
      await copy({ CopySourceIfMatch: ETag });
      expect(await getText(Bucket, 'b')).toBe('a');
    });

    test('a deleted object is gone, and deleting it again is no error', async () => {
      const Bucket = await newBucket();
      await put(Bucket, 'a');
      await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
      await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
      await expect(getText(Bucket, 'a')).rejects.toMatchObject(refusal('NoSuchKey'));
    });
  },
);
