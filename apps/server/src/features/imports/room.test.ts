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

const GB = 1024 * 1024 * 1024;

const roomFor = (projectId: string, more: number, free = 1_000 * GB) =>
  requireRoom(db, { projectId, more, free });

test('SQL-6 a project uploads no more than there is room for, and says so before the first byte', async () => {
  await keep(1, PARTS - 4);
  expect(codeOf(await begin(4 * PART_SIZE + 1))).toBe('422 E_IMPORT_SPACE');
  const { id: first } = (await begin(3 * PART_SIZE)).json as { id: string };
  expect(codeOf(await begin(2 * PART_SIZE))).toBe('422 E_IMPORT_SPACE');
  const { id: second } = (await begin(PART_SIZE)).json as { id: string };
  const part = Buffer.alloc(PART_SIZE, 'a');
  for (const number of [0, 1, 2]) {
    expect((await imports.sendPart(first, number, part)).status).toBe(200);
  }
  expect((await imports.sendPart(second, 0, part)).status).toBe(200);
  await imports.send('DELETE', `/${first}`);
  const { id: third } = (await begin(3 * PART_SIZE)).json as { id: string };
  for (const done of [second, third]) await imports.send('DELETE', `/${done}`);
});

test('SQL-6 a part that is sent again takes no more room than the first time', async () => {
  const { id: last } = (await begin(PART_SIZE)).json as { id: string };
  const part = Buffer.alloc(PART_SIZE, 'a');
  expect((await imports.sendPart(last, 0, part)).status).toBe(200);
  await keep(PARTS - 4, PARTS - 1);
  expect(codeOf(await begin(1))).toBe('422 E_IMPORT_SPACE');
  expect((await imports.sendPart(last, 0, part)).status).toBe(200);
});

test('SQL-6 an upload that nobody goes on with keeps room for a day', async () => {
  const other = crypto.randomUUID();
  await changeRows(db, sql`insert into projects (id, name) values (${other}, 'Other')`);
  const announce = (age: string) =>
    changeRows(
      db,
      sql`insert into imports (project_id, connector_id, state, source, size, created_at)
          select ${other}, connector_id, 'uploading', source, ${LARGEST_IMPORT},
            now() - ${age}::interval from imports where id = ${id}`,
    );
  await announce('25 hours');
  await roomFor(other, PART_SIZE);
  await announce('23 hours');
  await expect(roomFor(other, PART_SIZE)).rejects.toMatchObject({ code: 'E_IMPORT_SPACE' });
});

test('SQL-6 no more is uploaded than the disk has', async () => {
  const elsewhere = crypto.randomUUID();
  await roomFor(elsewhere, GB, 2 * GB);
  await expect(roomFor(elsewhere, GB, GB)).rejects.toMatchObject({ code: 'E_IMPORT_SPACE' });
});

test('SQL-6 all projects together upload no more than there is room for', async () => {
  const elsewhere = crypto.randomUUID();
  await roomFor(elsewhere, PART_SIZE);
  await keep(PARTS, 4 * PARTS + 1);
  await expect(roomFor(elsewhere, PART_SIZE)).rejects.toMatchObject({ code: 'E_IMPORT_SPACE' });
});
