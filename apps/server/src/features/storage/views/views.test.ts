import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { downloadUrl, thumbnailUrl, viewRoutes } from '@causeway/contract/storage/view.ts';
import { createSession } from '#testing/factories.ts';
import { startStorageWorkspace } from '#testing/storage-workspace.ts';
import { zipShares } from './shares.ts';

const space = await startStorageWorkspace();
afterAll(() => space.stop());

async function urlOf(path: string, as = space.people.viewer): Promise<string> {
  const [address] = await space.call(viewRoutes.viewUrls, { body: { paths: [path] }, as });
  return address!.url;
}

const evil =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';

test.each([
  ['pwn.svg', evil, 'image/svg+xml', 'image/svg+xml', 'attachment'],
  ['page.html', '<script>alert(1)</script>', 'text/html', 'application/octet-stream', 'attachment'],
  ['page.png', '<script>alert(1)</script>', 'text/html', 'image/png', 'inline'],
  [
    'noextension',
    '<script>alert(1)</script>',
    'text/html',
    'application/octet-stream',
    'attachment',
  ],
  ['script.js', 'alert(1)', 'text/javascript', 'application/octet-stream', 'attachment'],
  ['feed.xml', '<x/>', 'application/xml', 'application/octet-stream', 'attachment'],
  ['notes.txt', '<b>no</b>', 'text/html', 'text/plain; charset=utf-8', 'inline'],
])('OBJ-3 %s can not act in our name', async (path, body, stored, type, disposition) => {
  await space.store(path, body, stored);
  const answer = await space.load(await urlOf(path));
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  expect(await answer.text()).toBe(body);
});

test('OBJ-3 a PDF may be framed by our own pages only, for the browser to show it', async () => {
  await space.store('doc.pdf', '%PDF-1.4', 'application/pdf');
  const { headers } = await space.load(await urlOf('doc.pdf'));
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
});

test('OBJ-3 films and documents are served by ranges, and again only when they changed', async () => {
  await space.store('film.mp4', '0123456789');
  const url = await urlOf('film.mp4');
  const part = await space.load(url, { range: 'bytes=2-4' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
  expect(await part.text()).toBe('234');
  expect(await (await space.load(url, { range: 'bytes=-3' })).text()).toBe('789');
  expect((await space.load(url, { range: 'bytes=20-30' })).status).toBe(416);

  const etag = part.headers.get('etag')!;
  expect((await space.load(url, { 'if-none-match': etag })).status).toBe(304);
  const outdated = await space.load(url, { range: 'bytes=2-4', 'if-range': '"another"' });
  expect(outdated.status).toBe(200);
  expect(await outdated.text()).toBe('0123456789');
});

test('OBJ-3 an address is for one object: another path, version or signature is refused', async () => {
  await space.store('open.txt', 'open');
  await space.store('closed.txt', 'closed');
  const url = await urlOf('open.txt');
  for (const wrong of [
    url.replace('path=open.txt', 'path=closed.txt'),
    `${url}&versionId=1`,
    url.replace(/\/[\w-]+\?/, '/AAAAAAAAAAAAAAAAAAAAAA?'),
    url.replace(/view\/[\w-]+/, `view/${'A'.repeat(48)}`),
  ]) {
    const answer = await space.load(wrong);
    expect(answer.status).toBe(410);
    expect(((await answer.json()) as { code: string }).code).toBe('E_TOKEN_EXPIRED');
  }
});

test('OBJ-3 an address ends with the session, and with the membership', async () => {
  await space.store('private.txt', 'private');
  const { viewer, editor, owner } = space.people;
  const token = await createSession(space.db, { userId: viewer.id });
  const url = await urlOf('private.txt', { ...viewer, token });
  expect((await space.load(url)).status).toBe(200);
  await space.server.call(authRoutes.logout, {}, { token });
  expect((await space.load(url)).status).toBe(410);

  const other = await urlOf('private.txt', viewer);
  const params = { projectId: space.projectId, userId: viewer.id };
  await space.server.call(memberRoutes.remove, { params }, owner);
  expect((await space.load(other)).status).toBe(410);
  expect((await space.load(await urlOf('private.txt', editor))).status).toBe(200);
});

test('OBJ-3 a thumbnail is small, upright, and made once for each content', async () => {
  const { editor } = space.people;
  const picture = await sharp({
    create: { width: 1200, height: 600, channels: 3, background: 'teal' },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await space.store('photo.jpg', picture, 'image/jpeg');
  const { items } = await space.call(storageRoutes.list, { query: { name: 'photo' } });
  const answer = await space.load(thumbnailUrl(items[0]!.url, 320));
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toContain('max-age');
  const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([160, 320]);

  await space.call(storageRoutes.remove, { body: { path: 'photo.jpg', permanent: true } });
  expect((await space.load(thumbnailUrl(items[0]!.url, 320))).status).toBe(200);
  expect((await space.load(thumbnailUrl(items[0]!.url, 128))).status).toBe(404);
  expect((await space.load(thumbnailUrl(await urlOf('photo.jpg', editor), 320))).status).toBe(404);
});

test('OBJ-3 what is no picture has no thumbnail, and too many pixels are not tried', async () => {
  const { editor } = space.people;
  await space.store('broken.png', 'not a picture');
  const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>`;
  await space.store('bomb.svg', bomb);
  await space.store('notes.md', 'text');
  for (const path of ['broken.png', 'bomb.svg', 'notes.md']) {
    const answer = await space.load(thumbnailUrl(await urlOf(path, editor), 320));
    expect(answer.status).toBe(422);
  }
});

test('OBJ-3 a drawing has a thumbnail, and one that takes for ever to draw keeps nobody waiting', async () => {
  const { editor, owner } = space.people;
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${inside}</svg>`;
  const turbulence = '<feTurbulence baseFrequency=".9" numOctaves="9"/>'.repeat(20_000);
  const endless = svg(
    `<filter id="f">${turbulence}</filter><rect width="400" height="200" filter="url(#f)"/>`,
  );
  await space.store('logo.svg', svg('<rect width="400" height="200" fill="red"/>'));
  // A name says little: it would be read as what it is.
  for (const name of ['endless.svg', 'endless.png']) await space.store(name, endless);
  // What is behind the first letters of a comment is what an AVIF has in the same place.
  await space.store('endless.avif', `<!--ftyp-->${endless}`);
  const load = async (path: string, as = editor) =>
    space.load(thumbnailUrl(await urlOf(path, as), 320));
  const late = ['endless.svg', 'endless.png', 'endless.avif'].map((path) => load(path));
  const logo = await load('logo.svg', owner);
  const drawn = await sharp(Buffer.from(await logo.arrayBuffer())).metadata();
  expect([drawn.width, drawn.height]).toEqual([320, 160]);
  for (const answer of await Promise.all(late)) expect(answer.status).toBe(422);
});

test('OBJ-4 objects and folders are downloaded as one zip file that unpacks to the same bytes', async () => {
  const keys = [
    'zip/a.txt',
    'zip/sub/中文.txt',
    'zip/sub//double.txt',
    'zip/sub/double.txt',
    'zip/empty/',
  ];
  for (const key of keys) await space.store(key, key.endsWith('/') ? '' : `content of ${key}`);
  await space.store('outside.txt', 'outside');
  const { url, name } = await space.call(viewRoutes.prepareZip, {
    body: { paths: ['zip/a.txt', 'zip/sub/', 'zip/empty/'] },
  });
  expect(name).toBe('zip.zip');
  const answer = await space.load(url);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="zip.zip"');
  expect(unzip(Buffer.from(await answer.arrayBuffer()))).toEqual({
    'a.txt': 'content of zip/a.txt',
    'sub/double.txt': 'content of zip/sub//double.txt',
    'sub/double (2).txt': 'content of zip/sub/double.txt',
    'sub/中文.txt': 'content of zip/sub/中文.txt',
    'empty/': '',
  });
  // Not its last letter: some of them stand for the same bytes.
  const forged = `${url.slice(0, -9)}${url.at(-9) === 'x' ? 'y' : 'x'}${url.slice(-8)}`;
  expect((await space.load(forged)).status).toBe(410);
});

test('OBJ-4 nothing in a zip file unpacks outside of its folder, on whatever system', async () => {
  const keys = [String.raw`out/..\..\back.txt`, 'C:/drive.txt'];
  for (const key of keys) await space.store(key, 'x');
  const { url } = await space.call(viewRoutes.prepareZip, { body: { paths: keys } });
  const names = Object.keys(unzip(Buffer.from(await (await space.load(url)).arrayBuffer())));
  expect(names).toEqual(['out/.._.._back.txt', 'C_/drive.txt']);
});

test('OBJ-4 a person has their share of zip files, not each of their sessions', async () => {
  await space.store('shared/a.txt', 'a');
  const party = { person: space.people.editor.id };
  const held = [await zipShares.take({ party }), await zipShares.take({ party })];
  const { url } = await space.call(viewRoutes.prepareZip, { body: { paths: ['shared/a.txt'] } });
  const refused = await space.load(url);
  expect(await refused.json()).toMatchObject({ code: 'E_CONNECTOR_BUSY' });
  for (const leave of held) leave();
  expect((await space.load(url)).status).toBe(200);
});

/** Entries by their central directory, each checked against its sum. */
function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const entries: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    entries[name] = content.toString();
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return entries;
}

test('OBJ-1 a download is asked for under its own name', async () => {
  await space.store('a+b%20c "x".txt', 'x');
  const url = await urlOf('a+b%20c "x".txt', space.people.editor);
  const answer = await space.load(downloadUrl(url));
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="a+b_20c _x_.txt"; filename*=UTF-8''a%2Bb%2520c%20%22x%22.txt`,
  );
});
