import { afterAll, expect, test } from 'vitest';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const space = await startFilesWorkspace({ FILE_CACHE_MB: '64' });
afterAll(() => space.stop());

const exported = (sql: string, format: string) =>
  space.server.send('POST', fileRoutes.export.path, {
    token: space.viewer.token,
    body: { connector: { id: space.bucketId }, sql, format, title: 'Rows' },
  });

test.each(['csv', 'xlsx'])(
  'SQL-8.13 a statement that makes rows without an end fills nobody the disk (%s)',
  async (format) => {
    const rows = `select repeat('x', 1000) || i as x from range(200000) of_many(i)`;
    expect(codeOf(await exported(rows, format))).toBe('413 E_FILE_TOO_LARGE');
    expect(await space.server.services.files.cache.countScratch()).toBe(0);
    expect((await exported('select 1 as n', format)).status).toBe(200);
  },
);
