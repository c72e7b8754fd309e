import { afterAll, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

const replacing = { kind: 'upsert' as const, key: ['id'] };

test('SQL-6 rows that an import replaces are counted and come back, in whatever order the database joins them', async () => {
  for (const off of ['enable_hashjoin', 'enable_mergejoin', 'enable_nestloop']) {
    await space.run(`drop table if exists items`);
    await space.run('create table items (id int primary key, n int)');
    await space.run('insert into items select i, i from generate_series(1, 20) i');
    await space.database.query(`alter role ${space.role} set ${off} to off`);
    const file = `id,n\n${Array.from({ length: 20 }, (_, i) => `${i + 1},${100 + i}`).join('\n')}\n`;
    const before = await space.rowsOf('select * from items order by id');
    const record = await imports.importFile(file, {
      table: 'items',
      columns: ['id', 'n'],
      mode: replacing,
    });
    expect([off, record.result]).toMatchObject([off, { inserted: 0, updated: 20, skipped: 0 }]);
    read(await ledger.revert((await ledger.newestSet('items')).id));
    expect(await space.rowsOf('select * from items order by id')).toEqual(before);
    await space.database.query(`alter role ${space.role} reset ${off}`);
  }
});

test('SQL-6 of rows that a trigger changes in its own way the ones it wrote are counted and come back', async () => {
  await space.run('create table priced (id int primary key, code text unique, n int)');
  await space.run(`create function price() returns trigger language plpgsql as $$ begin
    if new.n < 0 then return null; end if;
    new.n := new.n * 2;
    return new;
  end $$`);
  await space.run(`insert into priced values (1, 'a', 1), (2, 'b', 2)`);
  await space.run(
    'create trigger price before insert or update on priced for each row execute function price()',
  );
  const record = await imports.importFile('id,n\n1,-5\n2,7\n3,3\n4,-4\n', {
    table: 'priced',
    columns: ['id', 'n'],
    mode: replacing,
  });
  expect(record.result).toMatchObject({ inserted: 1, updated: 1, skipped: 2 });
  const rows = () => space.rowsOf('select id, n from priced order by id');
  expect(await rows()).toEqual([
    [1, 1],
    [2, 14],
    [3, 6],
  ]);
  read(await ledger.revert((await ledger.newestSet('priced')).id));
  expect(await rows()).toEqual([
    [1, 1],
    [2, 4],
  ]);
});
