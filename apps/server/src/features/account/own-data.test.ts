import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '@causeway/contract/account.ts';
import { avatarPath } from '@causeway/contract/avatar-path.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { readUpTo } from '#platform/bytes/read-up-to.ts';
import { openZip } from '#platform/zip/read-zip.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

function sendPicture(person: TestUser, picture: Buffer) {
  return fetch(`${server.url}${accountRoutes.putAvatar.path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
    body: new Blob([new Uint8Array(picture)]),
  });
}

const wide = sharp({ create: { width: 900, height: 300, channels: 3, background: '#157' } })
  .withExif({ IFD0: { Copyright: 'taken at home' } })
  .png();

describe('a picture of oneself', () => {
  test('SESS-7 is kept as a small square of webp without anything else that was in the file', async () => {
    const person = await createUser(server.services.db);
    const sent = await sendPicture(person, await wide.clone().toBuffer());
    const { avatar } = (await sent.json()) as { avatar: string };
    expect(await server.call(userRoutes.read, {}, person)).toMatchObject({ avatar });
    const shown = await fetch(`${server.url}${avatarPath(avatar)}`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await shown.arrayBuffer());
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect({ width, height, format, exif }).toEqual({
      width: 192,
      height: 192,
      format: 'webp',
      exif: undefined,
    });
    expect(bytes.length).toBeLessThan(20_000);
  });

  test('SESS-7 is shown to the members of the own projects', async () => {
    const { db } = server.services;
    const [owner, viewer] = [await createUser(db), await createUser(db)];
    const { id: projectId } = await createProject(db, { owner, viewer });
    const sent = await sendPicture(owner, await wide.clone().toBuffer());
    const { avatar } = (await sent.json()) as { avatar: string };
    const { members } = await server.call(memberRoutes.list, { params: { projectId } }, viewer);
    expect(members.find(({ userId }) => userId === owner.id)).toMatchObject({ avatar });
    expect(members.find(({ userId }) => userId === viewer.id)).toMatchObject({ avatar: null });
  });

  test('SESS-7 a new one has a new address, and one taken away is gone', async () => {
    const person = await createUser(server.services.db);
    const first = await sendPicture(person, await wide.clone().toBuffer());
    const old = ((await first.json()) as { avatar: string }).avatar;
    const second = await sendPicture(person, await wide.clone().toBuffer());
    const { avatar } = (await second.json()) as { avatar: string };
    expect(avatar).not.toBe(old);
    expect((await fetch(`${server.url}${avatarPath(old)}`)).status).toBe(404);
    await server.call(accountRoutes.removeAvatar, {}, person);
    expect(await server.call(userRoutes.read, {}, person)).toMatchObject({ avatar: null });
    expect((await fetch(`${server.url}${avatarPath(avatar)}`)).status).toBe(404);
  });

  test('what is no picture, or too large, is refused', async () => {
    const person = await createUser(server.services.db);
    const noPicture = await sendPicture(person, Buffer.from('<svg onload="alert(1)">'));
    expect(await noPicture.json()).toMatchObject({ code: 'E_IMAGE_UNREADABLE' });
    const large = Readable.from([Buffer.alloc(6), Buffer.alloc(6)]);
    await expect(readUpTo(large, 10)).rejects.toMatchObject({ code: 'E_FILE_TOO_LARGE' });
  });
});

describe('the file with what is stored about oneself', () => {
  async function exportOf(person: TestUser) {
    const { id: exportId } = await server.call(accountRoutes.startExport, {}, person);
    await eventually(async () => {
      const [made] = await server.call(accountRoutes.listExports, {}, person);
      expect(made?.state).toBe('ready');
    });
    const fetched = await fetch(`${server.url}/api/account/v1/exports/${exportId}/file`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    return { exportId, bytes: Buffer.from(await fetched.arrayBuffer()) };
  }

  async function readFiles(bytes: Buffer): Promise<Record<string, string>> {
    const archive = await openZip({
      size: bytes.length,
      async *read(start = 0, end = bytes.length) {
        yield bytes.subarray(start, end);
      },
    });
    const files: Record<string, string> = {};
    for (const name of archive.names) {
      const pieces: Buffer[] = [];
      for await (const piece of archive.read(name, 10_000_000)) pieces.push(piece);
      files[name] = Buffer.concat(pieces).toString();
    }
    return files;
  }

  test('SESS-7 holds profile, memberships, keys, sessions and what was done, and is told in the inbox', async () => {
    const { db } = server.services;
    const person = await createUser(db, { name: 'Ada of the export' });
    const { id: projectId } = await createProject(db, { owner: person }, 'Exported project');
    const key = await createKey(server, projectId, person, { name: 'Nightly sync' });
    const { bytes } = await exportOf(person);
    const files = await readFiles(bytes);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'README.txt',
        'profile.json',
        'memberships.json',
        'sessions.json',
        'api-keys.json',
        'queries.json',
        'snippets.json',
        'audit-log.json',
        'conversations.json',
        'dashboard-comments.json',
        'dashboard-subscriptions.json',
      ]),
    );
    expect(JSON.parse(files['profile.json']!)).toMatchObject([{ name: 'Ada of the export' }]);
    expect(JSON.parse(files['memberships.json']!)).toMatchObject([
      { project: 'Exported project', role: 'owner' },
    ]);
    expect(JSON.parse(files['api-keys.json']!)).toMatchObject([{ name: 'Nightly sync' }]);
    expect(files['audit-log.json']).toContain('key.created');
    const all = Object.values(files).join('\n');
    expect(all).not.toContain(key.token);
    expect(all).not.toContain(person.token);
    expect(all).not.toContain('argon2');
    const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
    expect(items.map(({ kind }) => kind)).toContain('account.exported');
  });

  test('SESS-7 is fetched by its owner alone', async () => {
    const { db } = server.services;
    const [person, other] = [await createUser(db), await createUser(db)];
    const { exportId } = await exportOf(person);
    const params = { exportId };
    const refused = await server.refuse(accountRoutes.downloadExport, { params }, other);
    expect(refused.code).toBe('E_NOT_FOUND');
  });
});
