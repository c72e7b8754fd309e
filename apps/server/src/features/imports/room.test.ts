import { afterAll, expect, test } from 'vitest';
import { LARGEST_IMPORT, PART_SIZE } from '@causeway/contract/imports/records.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { requireRoom } from './room.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
const { db } = space.server.services;
const PARTS = LARGEST_IMPORT / PART_SIZE;
const id = await imports.upload('a\n1\n');
afterAll(() => space.stop());

const begin = (size: number) =>
  imports.trySend('POST', '', { source: { kind: 'upload', fileName: 'a.csv', size } });

/** Parts count as whole ones, whatever is in them. */
const keep = (from: number, to: number) =>
  changeRows(
    db,
    sql`insert into import_parts (import_id, part, content)
        select ${id}, part, '' from generate_series(${from}::int, ${to}::int - 1) part`,
  );

test('SQL-6 a project uploads no more than there is room for, and says so before the first byte', async () => {
  await keep(1, PARTS - 1);
  expect(codeOf(await begin(PART_SIZE + 1))).toBe('422 E_IMPORT_SPACE');
  const { id: last } = (await begin(PART_SIZE)).json as { id: string };
  const { id: other } = (await begin(PART_SIZE)).json as { id: string };
  const part = Buffer.alloc(PART_SIZE, 'a');
  expect((await imports.sendPart(last, 0, part)).status).toBe(200);
  expect(await (await imports.sendPart(other, 0, part)).json()).toMatchObject({
    code: 'E_IMPORT_SPACE',
  });
  await imports.send('DELETE', `/${last}`);
  expect((await imports.sendPart(other, 0, part)).status).toBe(200);
});

test('SQL-6 all projects together upload no more than there is room for', async () => {
  const elsewhere = crypto.randomUUID();
  await requireRoom(db, elsewhere, PART_SIZE);
  await keep(PARTS, 4 * PARTS + 1);
  await expect(requireRoom(db, elsewhere, PART_SIZE)).rejects.toMatchObject({
    code: 'E_IMPORT_SPACE',
  });
});
