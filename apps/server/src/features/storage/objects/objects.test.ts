import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import type { Listing } from '@causeway/contract/storage/objects.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { downloadUrl } from '@causeway/contract/storage/view.ts';
import {
  startStorageWorkspace,
  type StorageWorkspace,
  storeKinds,
} from '#testing/storage-workspace.ts';

/** Names that are easy to get wrong somewhere between an address and a bucket. */
const oddKeys = [
  'a+b%20c.txt',
  'x//y',
  '/leading.txt',
  '中文.txt',
  'with space & ampersand.txt',
  'question?.txt',
  'hash#.txt',
  'quote\'".txt',
  'Ünïcode/ß.txt',
  '~tilde',
  'percent%',
  '<tag>.txt',
];

describe.each(storeKinds)('objects in $name', (store) => {
  let space: StorageWorkspace;
  beforeAll(async () => {
    space = await startStorageWorkspace({ store });
  });
  afterAll(() => space.stop());

  const { get, list, put, remove, upload, copy, signedUrl, content, putContent, details } =
    storageRoutes;

  test('OBJ-1 an object is created, read, changed, copied and deleted', async () => {
    const written = await space.call(put, { body: { path: 'notes/a.json', body: { n: 1 } } });
    expect(written).toMatchObject({ path: 'notes/a.json', name: 'a.json' });
    expect(await space.call(get, { query: { path: 'notes/a.json' } })).toEqual({ n: 1 });

    const copied = await space.call(copy, { body: { from: 'notes/a.json', to: 'notes/b.json' } });
    expect(copied).toMatchObject({ path: 'notes/b.json', etag: written.etag });

    await space.call(remove, { body: { path: 'notes/a.json', permanent: true } });
    expect(await space.refuse(get, { query: { path: 'notes/a.json' } })).toMatchObject({
      status: 404,
      code: 'E_OBJECT_NOT_FOUND',
    });
    const { items } = (await space.call(get, { query: { path: 'notes/' } })) as Listing;
    expect(items.map(({ name }) => name)).toEqual(['b.json']);
  });

  test('OBJ-4 OBJ-5 what a save, an upload or a copy replaces waits in the trash, but not what it was refused', async () => {
    const path = 'replaced/a.txt';
    const { etag } = await space.call(put, { body: { path, body: 'first' } });
    await space.call(putContent, {
      query: { path, ifMatch: etag },
      bytes: new Blob(['second']),
    });
    const form = new FormData();
    form.append('file', new File(['third'], 'a.txt', { type: 'text/plain' }));
    await space.call(upload, { query: { path }, bytes: form });
    await space.call(put, { body: { path: 'replaced/b.txt', body: 'fourth' } });
    await space.call(copy, { body: { from: 'replaced/b.txt', to: path } });
    const stale = { path, body: 'too late', ifMatch: etag };
    expect(await space.refuse(put, { body: stale })).toMatchObject({ status: 412 });

    const { items } = await space.call(storageJobRoutes.trash, { query: { search: 'replaced/' } });
    expect(items.every(({ isReplaced }) => isReplaced)).toBe(true);
    const texts = await Promise.all(items.map(async ({ url }) => (await space.load(url)).text()));
    expect(texts).toEqual(['third', 'second', 'first']);
    expect((await space.stored(path)).toString()).toBe('fourth');
  });

  test('OBJ-1 the digits of a JSON object reach the reader as they are stored', async () => {
    await space.call(put, { body: { path: 'big.json', body: '{"n":9007199254740993}' } });
    const answer = await space.send(get, { query: { path: 'big.json' } });
    expect(await answer.text()).toBe('{"n":9007199254740993}');
  });

  test('OBJ-1 what is not JSON is said to be so, instead of being read as nothing', async () => {
    await space.store('broken.json', '{"n":');
    expect(await space.refuse(get, { query: { path: 'broken.json' } })).toMatchObject({
      status: 422,
      code: 'E_OBJECT_NOT_JSON',
    });
  });

  test('OBJ-1 a form with one field file is uploaded, into a folder under its own name', async () => {
    const form = new FormData();
    form.append('file', new File(['hello'], 'greeting.txt', { type: 'text/plain' }));
    const written = await space.call(upload, { query: { path: 'up/' }, bytes: form });
    expect(written).toMatchObject({ path: 'up/greeting.txt', byte_size: 5 });
    expect((await space.stored('up/greeting.txt')).toString()).toBe('hello');
  });

  test('OBJ-1 connector and path may stand in the form, in front of the file', async () => {
    const form = new FormData();
    form.append('connector[id]', space.connectorId);
    form.append('path', 'form/named.bin');
    form.append('file', new Blob(['bytes']), 'other.bin');
    const answer = await fetch(`${space.server.url}${upload.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${space.people.editor.token}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ path: 'form/named.bin' });
  });

  test('OBJ-1 a form without the field is refused by name', async () => {
    const form = new FormData();
    form.append('document', new Blob(['x']), 'x.txt');
    expect(await space.refuse(upload, { query: { path: 'up/' }, bytes: form })).toMatchObject({
      status: 422,
      code: 'E_UPLOAD_FIELD',
    });
  });

  test('OBJ-1 JSON posing as an upload is 415, and a missing connector is 422 and said so', async () => {
    const send = (query: string) =>
      space.server.send('POST', upload.path, {
        token: space.people.editor.token,
        query,
        body: { file: 'x' },
      });
    expect((await send(`connector[id]=${space.connectorId}&path=up/`)).status).toBe(415);
    const missing = await send('path=up/');
    expect(missing.status).toBe(422);
    expect(missing.text).toContain('Name the connector');
  });

  test('OBJ-1 a form with two files is refused, and neither is stored', async () => {
    const form = new FormData();
    form.append('file', new Blob(['one']), 'one.txt');
    form.append('file', new Blob(['two']), 'two.txt');
    expect(await space.refuse(upload, { query: { path: 'both/' }, bytes: form })).toMatchObject({
      status: 422,
      code: 'E_UPLOAD_FIELD',
    });
    const { items } = await space.call(list, { query: { path: 'both/' } });
    expect(items).toEqual([]);
  });

  test('OBJ-1 a file of many parts arrives whole, by form and as bytes', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'large.bin');
    await space.call(upload, { query: { path: 'large/' }, bytes: form });
    expect((await space.stored('large/large.bin')).equals(bytes)).toBe(true);

    await space.call(putContent, { query: { path: 'large/put.bin' }, bytes: new Blob([bytes]) });
    const answer = await space.send(content, { query: { path: 'large/put.bin' } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each(oddKeys)(
    'OBJ-1 NAV-8 %j is written, listed, read, copied, signed and deleted',
    async (key) => {
      const path = `odd/${key}`;
      await space.call(putContent, { query: { path }, bytes: new Blob([key]) });
      expect((await space.stored(path)).toString()).toBe(key);

      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      const { items } = await space.call(list, { query: { path: folder } });
      const listed = items.find((item) => item.path === path);
      expect(listed).toMatchObject({ path, byte_size: Buffer.byteLength(key) });

      const saved = await space.load(downloadUrl(listed!.url));
      expect(await saved.text()).toBe(key);
      const name = decodeURIComponent(
        /filename\*=UTF-8''(\S+)$/.exec(saved.headers.get('content-disposition')!)![1]!,
      );
      expect(name).toBe(path.slice(folder.length));

      const { url } = await space.call(signedUrl, { body: { path } });
      const { pathname, search } = new URL(url);
      expect(await (await space.load(pathname + search)).text()).toBe(key);

      const to = `copied/${key}`;
      await space.call(copy, { body: { from: path, to } });
      expect((await space.stored(to)).toString()).toBe(key);
      await space.call(remove, { body: { path } });
      expect(await space.storedKeys(path)).not.toContain(path);
    },
  );

  test('OBJ-1 a name of dots is a name, though no browser could open a signed link to it', async () => {
    const path = 'dots/b/../c.txt';
    await space.call(putContent, { query: { path }, bytes: new Blob(['dots']) });
    expect((await space.stored(path)).toString()).toBe('dots');
    expect(await (await space.send(content, { query: { path } })).text()).toBe('dots');
    expect(await space.refuse(signedUrl, { body: { path } })).toMatchObject({ status: 422 });
    await space.call(remove, { body: { path } });
  });

  test('OBJ-1 a folder is an object whose name ends in a slash', async () => {
    await space.call(put, { body: { path: 'empty folder/', body: '' } });
    const { items } = await space.call(list, {});
    expect(items.find(({ path }) => path === 'empty folder/')).toMatchObject({
      name: 'empty folder/',
      updated_at: null,
      byte_size: 0,
    });
    expect((await space.call(list, { query: { path: 'empty folder/' } })).items).toEqual([]);
  });

  test('OBJ-5 a write that saw another content is refused and told what is there now', async () => {
    const first = await space.call(put, { body: { path: 'guarded.txt', body: 'one' } });
    const second = await space.call(put, {
      body: { path: 'guarded.txt', body: 'two', ifMatch: first.etag },
    });
    const refusal = await space.refuse(put, {
      body: { path: 'guarded.txt', body: 'three', ifMatch: first.etag },
    });
    expect(refusal).toMatchObject({ status: 412, code: 'E_VERSION_CONFLICT' });
    expect(refusal.details?.current).toMatchObject({ etag: second.etag });
    expect((await space.stored('guarded.txt')).toString()).toBe('two');
  });

  test('OBJ-4 a new object does not replace one of the same name', async () => {
    await space.call(put, { body: { path: 'taken.txt', body: 'mine' } });
    const body = { path: 'taken.txt', body: 'yours', onlyIfNew: true };
    expect(await space.refuse(put, { body })).toMatchObject({
      status: 412,
      code: 'E_OBJECT_EXISTS',
      details: { current: { path: 'taken.txt', byte_size: 4 } },
    });
    const refused = await space.refuse(putContent, {
      query: { path: 'taken.txt', onlyIfNew: true },
      bytes: new Blob(['yours']),
    });
    expect(refused.code).toBe('E_OBJECT_EXISTS');
    expect((await space.stored('taken.txt')).toString()).toBe('mine');
  });

  test('CALL-3 an upload whose answer was lost is repeated and happens once', async () => {
    const once = () =>
      space.call(putContent, {
        query: { path: 'once.txt', onlyIfNew: true },
        bytes: new Blob(['once']),
        key: 'an-upload-of-its-own',
      });
    const first = await once();
    expect(await once()).toEqual(first);
  });

  test('OBJ-3 details tell type, size, time, metadata and the pixels of a picture', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
    await space.store('pictures/a.svg', svg, 'image/svg+xml');
    expect(await space.call(details, { query: { path: 'pictures/a.svg' } })).toMatchObject({
      contentType: 'image/svg+xml',
      byte_size: svg.length,
      image: { width: 30, height: 20 },
      metadata: {},
    });
  });

  test('OBJ-3 a drawing that would take for ever to be measured keeps nobody waiting for its details', async () => {
    // It names no size, so that all of it is drawn to know one.
    const text = `<text>${'ش'.repeat(100_000)}</text>`;
    const endless = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
    await space.store('pictures/endless.svg', endless, 'image/svg+xml');
    expect(await space.call(details, { query: { path: 'pictures/endless.svg' } })).toMatchObject({
      byte_size: Buffer.byteLength(endless),
      image: null,
    });
  });

  test('TEAM-2 a viewer reads and does not write, a stranger does neither', async () => {
    const { viewer, stranger } = space.people;
    await space.call(list, { as: viewer });
    const body = { path: 'by-viewer.txt', body: 'x' };
    expect(await space.refuse(put, { body, as: viewer })).toMatchObject({ code: 'E_FORBIDDEN' });
    expect(await space.refuse(list, { as: stranger })).toMatchObject({ status: 404 });
  });

  test('CONN-5 a connector named with another bucket is refused', async () => {
    const connector = { id: space.connectorId, config: { bucket: 'elsewhere' } };
    expect(await space.refuse(list, { query: { connector } })).toMatchObject({
      code: 'E_CONNECTOR_MISMATCH',
    });
    const secret = { id: space.connectorId, config: { secretKey: 'x' } };
    expect(await space.refuse(list, { query: { connector: secret } })).toMatchObject({
      code: 'E_SECRET_IN_URL',
    });
  });

  test('OBJ-1 a path that climbs out of the connector is refused', async () => {
    for (const path of ['../secret', 'a/../../secret', 'a\u0000b']) {
      expect(await space.refuse(details, { query: { path } })).toMatchObject({ status: 422 });
    }
  });
});
