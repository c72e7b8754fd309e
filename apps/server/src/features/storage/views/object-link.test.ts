import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startStorageWorkspace } from '#testing/storage-workspace.ts';
import { isOnlyHere } from './object-link.ts';

const space = await startStorageWorkspace();
beforeAll(async () => {
  await space.store('shared/a b.txt', 'shared');
});
afterAll(() => space.stop());

async function share(body: Record<string, unknown> = {}): Promise<URL> {
  const { url } = await space.call(storageRoutes.signedUrl, {
    body: { path: 'shared/a b.txt', ...body },
    as: space.people.viewer,
  });
  return new URL(url);
}

const open = ({ pathname, search }: URL) => space.load(pathname + search);

test('OBJ-1 a link to a bucket that only this machine reaches leads through the product', async () => {
  const url = await share();
  expect(url.origin).toBe(new URL(space.server.services.env.publicUrl).origin);
  const answer = await open(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'shared']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/);
  const saved = await open(await share({ download: true }));
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
});

test('OBJ-1 a shared link can not be bent, and ends with its time and with the rights of who made it', async () => {
  const url = await share();
  const bent = new URL(url);
  const link = url.searchParams.get('link')!;
  // Not its last letter: some of them stand for the same bytes.
  const other = link.at(-9) === 'x' ? 'y' : 'x';
  bent.searchParams.set('link', `${link.slice(0, -9)}${other}${link.slice(-8)}`);
  expect((await open(bent)).status).toBe(410);
  const { viewer } = space.people;
  const { db } = space.server.services;
  await changeRows(db, sql`delete from project_members where user_id = ${viewer.id}`);
  expect((await open(url)).status).toBe(410);
});

test.each([
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000', true],
  ['http://[::1]:9000', true],
  ['https://s3.example.com', false],
  [null, false],
])('OBJ-1 %s is reached by this machine only: %s', (endpoint, isIt) => {
  expect(isOnlyHere(endpoint)).toBe(isIt);
});
