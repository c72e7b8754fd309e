import { PutObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { eventually } from '#testing/eventually.ts';
import {
  BUCKET,
  startStorageWorkspace,
  type StorageWorkspace,
  storeKinds,
} from '#testing/storage-workspace.ts';

/** Who changes a file changes its bytes, and loses nothing else. */

describe.each(storeKinds)('changed objects in $name', (store) => {
  let space: StorageWorkspace;
  beforeAll(async () => {
    space = await startStorageWorkspace({ store });
  });
  afterAll(() => space.stop());

  const { put, putContent, remove, details } = storageRoutes;

  /** A file with everything that can be noted on one. */
  async function storeNoted(Key: string, Body: string | Buffer, ContentType: string) {
    const facts = {
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment',
      ContentLanguage: 'de',
      Metadata: { author: 'ada' },
      Tagging: 'kind=letter',
    };
    const command = new PutObjectCommand({ Bucket: BUCKET, Key, Body, ContentType, ...facts });
    const { ETag } = await space.client.send(command);
    return (ETag ?? '').replaceAll('"', '');
  }

  /** Not every store has tags. */
  async function factsOf(path: string) {
    const told = await space.call(details, { query: { path } });
    const { contentType, cacheControl, metadata, tags } = told;
    return { contentType, cacheControl, metadata, tags: tags ?? noted.tags };
  }

  const noted = {
    cacheControl: 'max-age=60',
    metadata: { author: 'ada' },
    tags: { kind: 'letter' },
  };

  test('OBJ-5 a text that is saved keeps its type and what is noted on it', async () => {
    const ifMatch = await storeNoted('noted/a.txt', 'one', 'text/x-letter');
    const written = await space.call(put, { body: { path: 'noted/a.txt', body: 'two', ifMatch } });
    expect(await factsOf('noted/a.txt')).toEqual({ ...noted, contentType: 'text/x-letter' });
    await space.call(putContent, {
      query: { path: 'noted/a.txt', ifMatch: written.etag },
      bytes: new Blob(['three'], { type: 'text/plain' }),
    });
    expect(await factsOf('noted/a.txt')).toEqual({ ...noted, contentType: 'text/plain' });
    expect((await space.stored('noted/a.txt')).toString()).toBe('three');
  });

  test('OBJ-5 what is put in the place of another file takes over nothing of it', async () => {
    await storeNoted('noted/b.txt', 'one', 'text/x-letter');
    await space.call(put, { body: { path: 'noted/b.txt', body: 'two' } });
    expect(await factsOf('noted/b.txt')).toMatchObject({ metadata: {}, cacheControl: null });
  });

  test('OBJ-5 a picture that is changed keeps what is noted on it', async () => {
    const create = { width: 4, height: 2, channels: 3 as const, background: 'red' };
    await storeNoted('noted/c.png', await sharp({ create }).png().toBuffer(), 'image/png');
    const body = { path: 'noted/c.png', changes: { rotate: 90 } };
    await space.call(previewRoutes.changeImage, { body });
    expect(await factsOf('noted/c.png')).toEqual({ ...noted, contentType: 'image/png' });
  });

  test('OBJ-5 a file that changed since it was seen is not deleted, wherever that is said', async () => {
    const { etag } = await space.call(put, { body: { path: 'seen.txt', body: 'one' } });
    await space.store('seen.txt', 'two');
    const wanted = { path: 'seen.txt', ifMatch: etag, permanent: true };
    for (const parts of [{ query: wanted }, { body: wanted }]) {
      expect(await space.refuse(remove, parts)).toMatchObject({ code: 'E_VERSION_CONFLICT' });
    }
    expect((await space.stored('seen.txt')).toString()).toBe('two');
  });

  test('OBJ-5 what somebody put there while an upload arrived waits in the trash', async () => {
    await space.store('slow/a.txt', 'before');
    let finish = () => {};
    const arrived = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from('sl'));
        finish = () => {
          controller.enqueue(Buffer.from('ow'));
          controller.close();
        };
      },
    });
    const query = new URLSearchParams({ 'connector[id]': space.connectorId, path: 'slow/a.txt' });
    const uploading = fetch(`${space.server.url}${putContent.path}?${query.toString()}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${space.people.editor.token}` },
      body: arrived,
      duplex: 'half',
    } as RequestInit);
    await eventually(async () => {
      const { rows } = await space.db.pool.query('select from storage_leases');
      expect(rows).toHaveLength(1);
    });
    await space.store('slow/a.txt', 'meanwhile');
    finish();
    expect((await uploading).status).toBe(200);
    expect((await space.stored('slow/a.txt')).toString()).toBe('slow');
    const { items } = await space.call(storageJobRoutes.trash, { query: { search: 'slow/' } });
    const texts = await Promise.all(items.map(async ({ url }) => (await space.load(url)).text()));
    expect(texts).toEqual(['meanwhile']);
  });
});
