import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
beforeAll(async () => {
  await space.run('create domain short as varchar(3)');
  await space.run('create domain shorter as short');
  await space.run('create domain known as shorter not null');
  await space.run('create table coded (id int primary key, code shorter, must known)');
  await space.run(`insert into coded values (1, 'abc', 'x')`);
});
afterAll(() => space.stop());

const before = [[1, 'abc', 'x']];

test.each([
  { name: 'adds rows', mode: { kind: 'insert' as const }, id: 2 },
  { name: 'replaces rows', mode: { kind: 'upsert' as const, key: ['id'] }, id: 1 },
])('SQL-6 an import that $name refuses what is too long for a domain of a domain', async (one) => {
  const wanted = { table: 'coded', columns: ['id', 'code', 'must'], mode: one.mode };
  const tooLong = await imports.importFile(`id,code,must\n${one.id},abcd,x\n`, wanted);
  expect(tooLong).toMatchObject({ state: 'refused', result: { rejected: 1 } });
  const missing = await imports.importFile(`id,code,must\n${one.id},abc,\n`, wanted);
  expect(missing).toMatchObject({ state: 'refused', result: { rejected: 1 } });
  expect(await space.rowsOf('select * from coded order by id')).toEqual(before);
});
