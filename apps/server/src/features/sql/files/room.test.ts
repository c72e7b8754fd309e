import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { eventually } from '#testing/eventually.ts';
import type { TestUser } from '#testing/factories.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const MB = 1024 * 1024;

const space = await startFilesWorkspace({ FILE_CACHE_MB: '64' });
const folder = await space.server.services.files.cache.folderOf(space.bucketId);
afterAll(() => space.stop());
afterEach(() => eventually(isEmpty));

/** Of what exports keep on the disk. */
async function isEmpty(): Promise<void> {
  const [left] = await readdir(join(folder, 'runs'));
  if (left !== undefined) throw new Error(`${left} is left`);
}

const wanted = (sql: string, format: string) => {
  return { connector: { id: space.bucketId }, sql, format, title: 'Rows' };
};

const exported = (as: TestUser, sql: string, format = 'csv') =>
  space.server.send('POST', fileRoutes.export.path, { token: as.token, body: wanted(sql, format) });

const rowsOf = (megabytes: number) =>
  `select repeat('x', 1023) as x from range(${megabytes * 1024}) of_many(i)`;

/** Whoever has asked for it reads none of it until they leave. */
async function exportUnread(as: TestUser, sql: string) {
  const answer = await fetch(`${space.server.url}${fileRoutes.export.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted(sql, 'csv')),
  });
  expect(answer.status).toBe(200);
  return () => answer.body?.cancel();
}

test.each(['csv', 'xlsx'])(
  'SQL-8.13 a statement that makes rows without an end fills nobody the disk (%s)',
  async (format) => {
    const endless = `select repeat('x', 1000) || i as x from range(9000000000000000000) of_many(i)`;
    const refused = await exported(space.viewer, endless, format);
    expect(codeOf(refused)).toBe('413 E_EXPORT_TOO_LARGE');
    expect((await exported(space.viewer, 'select 1 as n', format)).status).toBe(200);
  },
);

test('SQL-8.13 who exports much and reads none of it takes their own share, and nobody else’s', async () => {
  const leave = await exportUnread(space.viewer, rowsOf(50));
  expect((await exported(space.editor, rowsOf(30))).status).toBe(200);
  expect(codeOf(await exported(space.viewer, rowsOf(30)))).toBe('413 E_EXPORT_TOO_LARGE');
  await leave();
});

test('SQL-8.13 what others keep on the disk takes no room from exports', async () => {
  const scan = await space.server.services.files.cache.openScratch(space.bucketId);
  const sampled = await open(scan.pathOf('sampled'), 'w');
  await sampled.truncate(20_000 * MB);
  await sampled.close();
  const left = join(folder, 'runs', crypto.randomUUID());
  await mkdir(left);
  await writeFile(join(left, 'rows'), Buffer.alloc(70 * MB));
  expect((await exported(space.viewer, 'select 1 as n')).status).toBe(200);
  await scan.remove();
  await rm(left, { recursive: true });
});
