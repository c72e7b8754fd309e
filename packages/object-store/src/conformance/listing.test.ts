import { DeleteObjectsCommand, ListObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { describeContract } from '../testing/conformance.ts';

const KEYS = [
  'a+b%20c.txt',
  'x//y',
  'dir/',
  '/leading',
  '//two',
  '..',
  '../../etc/passwd',
  'a/../../b',
  './here',
  'sp ace',
  'quotes\'"`',
  'amp&lt<gt>',
  'über/日本語/😀',
  'tab\there',
  'question?mark=1&b#hash',
  'back\\slash',
  '%2e%2e%2f',
  'con:*|<>',
  'é'.repeat(512),
  'k'.repeat(1024),
];

describeContract(
  'listing',
  {
    'any key is stored, listed and read under exactly its name':
      'percent signs in a key are decoded twice',
    'keys are listed in the order of their UTF-8 bytes': 'they are sorted by locale',
    'a key longer than 1024 bytes is refused': 'keys have no limit',
  },
  (store) => {
    const { newBucket, put, getText, listKeys, refusal } = store;

    test('any key is stored, listed and read under exactly its name', async () => {
      const Bucket = await newBucket();
      for (const key of KEYS) await put(Bucket, key, `at ${key}`);
      for (const key of KEYS) expect(await getText(Bucket, key)).toBe(`at ${key}`);
      const list = new ListObjectsV2Command({ Bucket, EncodingType: 'url' });
      const { Contents = [] } = await store.client.send(list);
      const listed = Contents.map(({ Key }) => decodeURIComponent(Key!));
      expect(listed.toSorted()).toEqual(KEYS.toSorted());
    });

    test('keys are listed in the order of their UTF-8 bytes', async () => {
      const Bucket = await newBucket();
      const keys = ['😀', '\uffee', 'z', 'a/b', 'a', 'a0', 'B', 'é'];
      for (const key of keys) await put(Bucket, key);
      const inOrder = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await listKeys(Bucket)).toEqual(inOrder);
    });

    test('a key longer than 1024 bytes is refused', async () => {
      const Bucket = await newBucket();
      await expect(put(Bucket, 'k'.repeat(1025), '')).rejects.toMatchObject(
        refusal('KeyTooLongError', 400),
      );
    });

    test('a listing is paged, and the pages together hold every key once', async () => {
      const Bucket = await newBucket();
      const keys = Array.from({ length: 25 }, (_, index) => `k/${String(index).padStart(3, '0')}`);
      for (const key of keys) await put(Bucket, key, '');
      const seen: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const list = new ListObjectsV2Command({ Bucket, MaxKeys: 10, ContinuationToken });
        const page = await store.client.send(list);
        expect(page.KeyCount).toBe(page.Contents!.length);
        seen.push(...page.Contents!.map(({ Key }) => Key!));
        ContinuationToken = page.NextContinuationToken;
        expect(page.IsTruncated).toBe(ContinuationToken !== undefined);
      } while (ContinuationToken);
      expect(seen).toEqual(keys);
    });

    test('a listing by delimiter shows folders once, also across pages', async () => {
      const Bucket = await newBucket();
      for (const key of ['a/1', 'a/2', 'b', 'c/1', 'c/d/2', 'e/', 'f']) await put(Bucket, key, '');
      const seen: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await store.client.send(
          new ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: 1, ContinuationToken }),
        );
        expect(page.KeyCount).toBe(1);
        seen.push(...(page.Contents ?? []).map(({ Key }) => Key!));
        seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      expect(seen).toEqual(['a/', 'b', 'c/', 'e/', 'f']);
    });

    test('a listing shows what is in one folder, its own marker included', async () => {
      const Bucket = await newBucket();
      for (const key of ['p/', 'p/a', 'p/b/c', 'p/b/d', 'pq']) await put(Bucket, key, '');
      const list = new ListObjectsV2Command({ Bucket, Prefix: 'p/', Delimiter: '/' });
      const { Contents, CommonPrefixes } = await store.client.send(list);
      expect(Contents?.map(({ Key }) => Key)).toEqual(['p/', 'p/a']);
      expect(CommonPrefixes).toEqual([{ Prefix: 'p/b/' }]);
    });

    test('a listing begins after the key it is given', async () => {
      const Bucket = await newBucket();
      for (const key of ['a', 'b', 'c']) await put(Bucket, key, '');
      const { Contents } = await store.client.send(
        new ListObjectsV2Command({ Bucket, StartAfter: 'a' }),
      );
      expect(Contents?.map(({ Key }) => Key)).toEqual(['b', 'c']);
    });

    test('the older listing pages by marker', async () => {
      const Bucket = await newBucket();
      for (const key of ['a/1', 'a/2', 'b', 'c/1']) await put(Bucket, key, '');
      const seen: string[] = [];
      let Marker: string | undefined;
      do {
        const list = new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 1, Marker });
        const page = await store.client.send(list);
        seen.push(...(page.Contents ?? []).map(({ Key }) => Key!));
        seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
        Marker = page.IsTruncated ? page.NextMarker : undefined;
      } while (Marker && seen.length < 10);
      expect(seen).toEqual(['a/', 'b', 'c/']);
    });

    test('many objects are deleted in one call, whatever their names', async () => {
      const Bucket = await newBucket();
      for (const key of KEYS) await put(Bucket, key, '');
      await put(Bucket, 'stays');
      const Objects = [...KEYS, 'never-was'].map((Key) => ({ Key }));
      const answer = await store.client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
      );
      expect(answer.Deleted).toHaveLength(KEYS.length + 1);
      expect(await listKeys(Bucket)).toEqual(['stays']);
    });
  },
);
