import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LISTING_PAGE_SIZE } from '@causeway/contract/storage/object-listing.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { startFaultyLine, type FaultyLine } from '#testing/faulty-line.ts';
import {
  startStorageWorkspace,
  type StorageWorkspace,
  storeKinds,
} from '#testing/storage-workspace.ts';

const { list, details, put, content } = storageRoutes;

describe.each(storeKinds)('listings of $name', (store) => {
  let space: StorageWorkspace;
  beforeAll(async () => {
    space = await startStorageWorkspace({ store, prefix: 'team' });
    await space.store('team-secret/hidden.txt');
    await space.store('hidden.txt');
    const names = Array.from(
      { length: 1200 },
      (_, index) => `${String(index).padStart(4, '0')}.txt`,
    );
    const waiting = names.values();
    const lane = async () => {
      for (const name of waiting)
        await space.store(`team/many/${name}`, name.slice(0, Number(name[3])));
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    await space.store('team/many/zz folder/inside.txt');
    await space.store('team/many/', '');
  });
  afterAll(() => space.stop());

  async function names(query: object): Promise<string[]> {
    const { items } = await space.call(list, { query: { path: 'many/', ...query } });
    return items.map(({ name }) => name);
  }

  test('OBJ-2 nothing outside of the connector’s prefix is listed or reached', async () => {
    const { items } = await space.call(list);
    expect(items.map(({ path }) => path)).toEqual(['many/']);
    for (const path of ['../hidden.txt', '../team-secret/hidden.txt', 'many/../../hidden.txt']) {
      expect(await space.refuse(details, { query: { path } })).toMatchObject({ status: 422 });
    }
    expect(await space.refuse(details, { query: { path: '/hidden.txt' } })).toMatchObject({
      status: 404,
    });
    await space.call(put, { body: { path: 'inside.txt', body: 'x' } });
    expect(await space.storedKeys('team/inside')).toEqual(['team/inside.txt']);
  });

  test('OBJ-2 an object is listed with path, name, address, time and size, a folder with its slash', async () => {
    const { items } = await space.call(list, { query: { path: 'many/' } });
    const object = items.find(({ name }) => name === '0007.txt')!;
    expect(object).toEqual({
      path: 'many/0007.txt',
      name: '0007.txt',
      url: expect.any(String),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      byte_size: 7,
      etag: expect.any(String),
    });
    expect((await fetch(new URL(object.url, space.server.url))).status).toBe(200);
    const folders = await space.call(list, { query: { path: 'many/', name: 'folder' } });
    expect(folders.items[0]).toMatchObject({
      path: 'many/zz folder/',
      name: 'zz folder/',
      updated_at: null,
      byte_size: 0,
      etag: null,
    });
  });

  test('OBJ-2 the name filter looks at the name, not at the folders above it', async () => {
    expect(await names({ name: 'many' })).toEqual([]);
  });

  test('OBJ-2 a folder is listed 1000 at a time until its end, each object once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof space.call<typeof list>>> = await space.call(list, {
        query: { path: 'many/', ...(cursor && { cursor }) },
      });
      expect(page.items.length).toBeLessThanOrEqual(LISTING_PAGE_SIZE);
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(1201);
    expect(new Set(seen).size).toBe(1201);
    expect(seen).not.toContain('many/');
  });

  test('OBJ-2 descending is the exact reverse over all keys of the folder; folders stay first where wanted', async () => {
    const first = await names({ descending: true });
    expect(first.slice(0, 3)).toEqual(['1199.txt', '1198.txt', '1197.txt']);
    expect(first).toHaveLength(1000);
    const rest = await names({ descending: true, offset: 1000 });
    expect(rest).toHaveLength(201);
    expect(rest.at(-1)).toBe('zz folder/');
    const kept = await names({ descending: true, foldersFirst: true });
    expect(kept.slice(0, 2)).toEqual(['zz folder/', '1199.txt']);
    const page = await space.call(list, { query: { path: 'many/', descending: true } });
    expect(page.total).toBe(1201);
    const next = await space.call(list, {
      query: { path: 'many/', descending: true, cursor: page.nextCursor },
    });
    expect(next.items.slice(-2).map(({ name }) => name)).toEqual(['0000.txt', 'zz folder/']);
  });

  test('OBJ-2 a folder is listed also where its slash was left out', async () => {
    expect(await names({ path: 'many' })).toEqual(await names({ path: 'many/' }));
  });

  test('OBJ-1 an object is deleted with connector and path in the address', async () => {
    await space.call(put, { body: { path: 'gone by address.txt', body: 'x' } });
    const { trashId } = await space.call(storageRoutes.remove, {
      query: { path: 'gone by address.txt' },
    });
    expect(trashId).not.toBeUndefined();
    expect(await names({ path: '', name: 'gone by' })).toEqual([]);
  });

  test('OBJ-2 the name filter looks at all keys, in any case, percent signs aside', async () => {
    expect(await names({ name: '%119%.TXT' })).toEqual(['0119.txt', '1119.txt']);
    expect(await names({ name: 'FOLDER' })).toEqual(['zz folder/']);
    expect(await names({ name: 'nothing like it' })).toEqual([]);
  });

  test('OBJ-2 objects are ordered by size over all keys', async () => {
    const { items } = await space.call(list, {
      query: { path: 'many/', order: 'size', descending: true, limit: 3 },
    });
    expect(items.map(({ byte_size }) => byte_size)).toEqual([8, 8, 8]);
  });

  test('OBJ-2 a listing shows what was just written, whatever is remembered', async () => {
    expect(await names({ name: 'written' })).toEqual([]);
    await space.call(put, { body: { path: 'many/written now.txt', body: 'x' } });
    expect(await names({ name: 'written' })).toEqual(['written now.txt']);
  });

  test('OBJ-2 an empty folder and one that is not there are empty', async () => {
    expect(await names({ path: 'nowhere/' })).toEqual([]);
  });
});

describe('a bucket that refuses', () => {
  let space: StorageWorkspace;
  let line: FaultyLine;
  beforeAll(async () => {
    space = await startStorageWorkspace({
      through: async (url) => (line = await startFaultyLine(url)),
    });
    await space.store('a.txt', 'a');
  });
  afterAll(() => space.stop());

  test('OBJ-1 a bucket that fails or is away is 424, which no client repeats', async () => {
    line.plan(() => 'error');
    expect(await space.refuse(list)).toMatchObject({ status: 424, code: 'E_UPSTREAM_FAILED' });
    line.plan(() => 'unheard');
    expect(await space.refuse(list)).toMatchObject({ status: 424, code: 'E_UPSTREAM_UNREACHABLE' });
    line.plan();
    expect((await space.call(list)).items).toHaveLength(1);
  });

  test.each([
    ['s3:ListBucket', list, {}],
    ['s3:GetObject', content, { query: { path: 'a.txt' } }],
    ['s3:PutObject', put, { body: { path: 'b.txt', body: 'b' } }],
  ])('OBJ-1 a refusal of the bucket names the permission %s', async (permission, route, parts) => {
    line.plan(() => 'forbidden');
    expect(await space.refuse(route, parts)).toMatchObject({
      status: 403,
      code: 'E_BUCKET_FORBIDDEN',
      details: { permission },
    });
    line.plan();
  });

  test('OBJ-1 half an object never looks like a whole one', async () => {
    await space.store('long.txt', 'x'.repeat(500_000));
    line.plan(({ method }) => (method === 'GET' ? 'truncated' : undefined));
    const answer = await space.send(content, { query: { path: 'long.txt' } });
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    line.plan();
  });
});
