import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { expect, test } from 'vitest';
import { describeContract } from '../testing/conformance.ts';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const COMPOSITE = sha256(
  Buffer.concat([sha256(Buffer.alloc(5 * 1024 * 1024, 'a')), sha256('tail')]),
);
const EXPECTED = {
  SHA256: `${COMPOSITE.toString('base64')}-2`,
  CRC64NVME: 'b4bnuwQ4s4A=',
};

describeContract(
  'multipart uploads',
  {
    'the parts of an open upload are listed page by page': 'ListParts is not supported',
    'the open uploads of a bucket are listed page by page': 'ListMultipartUploads is not supported',
    'the CRC64NVME of a multipart upload covers all its parts': 'CRC64NVME is ignored',
  },
  (store) => {
    const { newBucket, put, getText, listKeys, refusal } = store;

    const FIVE_MIB = 5 * 1024 * 1024;

    async function startUpload(Bucket: string, Key: string) {
      const { UploadId } = await store.client.send(
        new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/plain' }),
      );
      return {
        target: { Bucket, Key, UploadId: UploadId! },
        part: (PartNumber: number, Body: Buffer | string) =>
          store.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })),
        complete: (Parts: { PartNumber: number; ETag: string | undefined }[]) =>
          store.client.send(
            new CompleteMultipartUploadCommand({
              Bucket,
              Key,
              UploadId,
              MultipartUpload: { Parts },
            }),
          ),
      };
    }

    test('a multipart upload becomes one object once completed', async () => {
      const Bucket = await newBucket();
      const upload = await startUpload(Bucket, 'big');
      const first = randomBytes(FIVE_MIB);
      const two = await upload.part(2, 'tail');
      await upload.part(1, 'replaced below');
      const one = await upload.part(1, first);
      await expect(getText(Bucket, 'big')).rejects.toMatchObject(refusal('NoSuchKey'));
      const done = await upload.complete([
        { PartNumber: 1, ETag: one.ETag },
        { PartNumber: 2, ETag: two.ETag },
      ]);
      const md5 = (data: Buffer | string) => createHash('md5').update(data).digest();
      const expected = md5(Buffer.concat([md5(first), md5('tail')])).toString('hex');
      expect(done.ETag).toBe(`"${expected}-2"`);
      const got = await store.client.send(new GetObjectCommand({ Bucket, Key: 'big' }));
      const bytes = Buffer.from(await got.Body!.transformToByteArray());
      expect(bytes.equals(Buffer.concat([first, Buffer.from('tail')]))).toBe(true);
      expect(got.ContentType).toBe('text/plain');
      const Range = `bytes=${FIVE_MIB - 1}-${FIVE_MIB + 1}`;
      const across = await store.client.send(new GetObjectCommand({ Bucket, Key: 'big', Range }));
      const seam = Buffer.concat([first.subarray(-1), Buffer.from('ta')]);
      expect(Buffer.from(await across.Body!.transformToByteArray()).equals(seam)).toBe(true);
    });

    test('the SDK uploads a large stream of unknown length in parts', async () => {
      const Bucket = await newBucket();
      const body = randomBytes(12 * 1024 * 1024 + 7);
      const pieces = Array.from({ length: 25 }, (_, i) =>
        body.subarray(i * 524_288, (i + 1) * 524_288),
      );
      const params = { Bucket, Key: 'streamed', Body: Readable.from(pieces) };
      await new Upload({ client: store.client, params, partSize: FIVE_MIB }).done();
      const got = await store.client.send(new GetObjectCommand({ Bucket, Key: 'streamed' }));
      expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
    });

    test('a multipart upload is completed only with the parts it has', async () => {
      const Bucket = await newBucket();
      const upload = await startUpload(Bucket, 'a');
      const one = await upload.part(1, 'x');
      await expect(upload.complete([{ PartNumber: 1, ETag: '"wrong"' }])).rejects.toMatchObject(
        refusal('InvalidPart', 400),
      );
      await expect(upload.complete([{ PartNumber: 2, ETag: one.ETag }])).rejects.toMatchObject(
        refusal('InvalidPart', 400),
      );
    });

    test('parts must be in order', async () => {
      const Bucket = await newBucket();
      const upload = await startUpload(Bucket, 'a');
      const one = await upload.part(1, Buffer.alloc(FIVE_MIB));
      const two = await upload.part(2, 'x');
      const wrong = upload.complete([
        { PartNumber: 2, ETag: two.ETag },
        { PartNumber: 1, ETag: one.ETag },
      ]);
      await expect(wrong).rejects.toMatchObject(refusal('InvalidPartOrder', 400));
    });

    test('a part other than the last has at least 5 MiB', async () => {
      const Bucket = await newBucket();
      const upload = await startUpload(Bucket, 'a');
      const one = await upload.part(1, 'x');
      const two = await upload.part(2, 'y');
      const wrong = upload.complete([
        { PartNumber: 1, ETag: one.ETag },
        { PartNumber: 2, ETag: two.ETag },
      ]);
      await expect(wrong).rejects.toMatchObject(refusal('EntityTooSmall', 400));
    });

    test('an aborted upload is gone with its parts', async () => {
      const Bucket = await newBucket();
      const upload = await startUpload(Bucket, 'a');
      const one = await upload.part(1, 'x');
      await store.client.send(new AbortMultipartUploadCommand(upload.target));
      await expect(upload.part(2, 'y')).rejects.toMatchObject(refusal('NoSuchUpload', 404));
      await expect(upload.complete([{ PartNumber: 1, ETag: one.ETag }])).rejects.toMatchObject(
        refusal('NoSuchUpload', 404),
      );
      expect(await listKeys(Bucket)).toEqual([]);
    });

    test('the parts of an open upload are listed page by page', async () => {
      const Bucket = await newBucket();
      const { target, part } = await startUpload(Bucket, 'a');
      for (const number of [1, 2, 5]) await part(number, `part ${number}`);
      const first = await store.client.send(new ListPartsCommand({ ...target, MaxParts: 2 }));
      expect(first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
        [1, 6],
        [2, 6],
      ]);
      expect(first.IsTruncated).toBe(true);
      const rest = { ...target, PartNumberMarker: first.NextPartNumberMarker };
      const second = await store.client.send(new ListPartsCommand(rest));
      expect(second.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([5]);
      expect(second.IsTruncated).toBe(false);
    });

    test('the open uploads of a bucket are listed page by page', async () => {
      const Bucket = await newBucket();
      for (const key of ['p/a', 'p/a', 'p/b', 'q']) await startUpload(Bucket, key);
      const seen: string[] = [];
      let markers = {};
      for (let more = true; more;) {
        const page = await store.client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: 'p/', MaxUploads: 1, ...markers }),
        );
        seen.push(...page.Uploads!.map(({ Key, UploadId }) => `${Key} ${UploadId}`));
        markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
        more = page.IsTruncated!;
      }
      expect(seen.map((item) => item.split(' ')[0])).toEqual(['p/a', 'p/a', 'p/b']);
      expect(new Set(seen).size).toBe(3);
    });

    for (const { ChecksumAlgorithm, ChecksumType, field } of [
      { ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE', field: 'ChecksumSHA256' },
      { ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'FULL_OBJECT', field: 'ChecksumCRC64NVME' },
    ] as const) {
      test(`the ${ChecksumAlgorithm} of a multipart upload covers all its parts`, async () => {
        const target = { Bucket: await newBucket(), Key: 'checked' };
        const { UploadId } = await store.client.send(
          new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm, ChecksumType }),
        );
        const Parts = await Promise.all(
          [Buffer.alloc(FIVE_MIB, 'a'), Buffer.from('tail')].map(async (Body, index) => {
            const part = { ...target, UploadId, PartNumber: index + 1, Body, ChecksumAlgorithm };
            const { ETag, [field]: value } = await store.client.send(new UploadPartCommand(part));
            return { ETag, PartNumber: index + 1, [field]: value };
          }),
        );
        const complete = { ...target, UploadId, MultipartUpload: { Parts } };
        const done = await store.client.send(new CompleteMultipartUploadCommand(complete));
        expect(done[field]).toBe(EXPECTED[ChecksumAlgorithm]);
        // The SDK checks a checksum of the full object against the bytes it reads.
        const get = new GetObjectCommand({ ...target, ChecksumMode: 'ENABLED' });
        const got = await store.client.send(get);
        expect(got[field]).toBe(done[field]);
        expect(await got.Body!.transformToByteArray()).toHaveLength(FIVE_MIB + 4);
      });
    }

    test('a part can be copied from an object, or from a range of it', async () => {
      const Bucket = await newBucket();
      const source = randomBytes(FIVE_MIB + 100);
      await put(Bucket, 'source', source);
      const { target, complete } = await startUpload(Bucket, 'joined');
      const CopySource = `${Bucket}/source`;
      const copy = async (PartNumber: number, CopySourceRange?: string) => {
        const request = { ...target, PartNumber, CopySource, CopySourceRange };
        const { CopyPartResult } = await store.client.send(new UploadPartCopyCommand(request));
        return { PartNumber, ETag: CopyPartResult?.ETag };
      };
      await complete([await copy(1), await copy(2, 'bytes=10-19')]);
      const got = await store.client.send(new GetObjectCommand({ Bucket, Key: 'joined' }));
      const bytes = Buffer.from(await got.Body!.transformToByteArray());
      expect(bytes.equals(Buffer.concat([source, source.subarray(10, 20)]))).toBe(true);
    });
  },
);
