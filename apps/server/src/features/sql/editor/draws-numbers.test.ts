import { afterAll, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
afterAll(() => space.stop());

test('SQL-8.14 no effect is shown where code of the database might draw a number of a sequence for it', async () => {
  const code = `language plpgsql as`;
  for (const sql of [
    'create sequence drawn',
    `create function next_code() returns text language sql as $$ select 'c' || nextval('drawn') $$`,
    `create function draw() returns trigger ${code}
       $$ begin new.code := next_code(); return new; end $$`,
    `create function note() returns trigger ${code}
       $$ begin insert into coded (n) values (1); return new; end $$`,
    `create function stamp() returns trigger ${code}
       $$ begin -- nextval('drawn')
         new.at := now(); return new; end $$`,
    `create function maß() returns timestamptz language sql as $$ select now() $$`,
    `create function measure() returns trigger ${code}
       $$ begin new.at := maß(); return new; end $$`,
    `create function quote() returns trigger ${code}
       $$ begin new.at := now() + case when E'\\'' = '' then nextval('drawn') end * interval '1 day';
         return new; end $$`,
    'create table coded (n int, code text default next_code())',
    'create table noted (n int, code text)',
    'create trigger draw before insert on noted for each row execute function draw()',
    'create table parted (n int, code text) partition by list (n)',
    'create table parted_1 partition of parted for values in (1)',
    'create trigger draw before insert on parted_1 for each row execute function draw()',
    'create table ruled (n int)',
    'create rule also as on insert to ruled do also insert into coded values (new.n)',
    'create table stamped (n int, at timestamptz default now())',
    'create trigger stamp before insert on stamped for each row execute function stamp()',
    'create table measured (n int, at timestamptz)',
    'create trigger measure before insert on measured for each row execute function measure()',
    'create table quoted (n int, at timestamptz)',
    'create trigger quote before insert on quoted for each row execute function quote()',
    'create trigger note after update on stamped for each row execute function note()',
    `create table parents (n int primary key)`,
    `create table children (n int references parents on delete cascade, code text)`,
    'create trigger draw before delete on children for each row execute function draw()',
    `create table grandparents (n int primary key)`,
    `create table between (n int primary key references grandparents on delete cascade)`,
    `alter table children add foreign key (n) references between on delete cascade`,
    `create table friends (n int primary key)`,
    `create table letters (n int references friends on delete set null, m int)`,
    'create trigger draw before insert on letters for each row execute function draw()',
    `create table lenders (n int primary key)`,
    `create table loans (n int default nextval('drawn') references lenders on delete set default)`,
    `create domain numbered as text default next_code()`,
    `create domain named as text default 'none'`,
    'create table domains (n int, code numbered, name named)',
    'create table named_only (n int, name named)',
  ]) {
    await space.run(sql);
  }
  const shown = {
    'delete from parents': false,
    'update parents set n = 2': true,
    'delete from grandparents': false,
    'delete from friends': true,
    'delete from lenders': false,
    'insert into domains (n) values (1)': false,
    "insert into domains (n, code) values (1, 'a')": true,
    'insert into named_only (n) values (1)': true,
    'update coded set code = default': false,
    'update coded set (n, code) = (1, default)': false,
    "update coded set code = 'a'": true,
    'update domains set code = default': false,
    'insert into coded (n) values (1)': false,
    "insert into coded (n, code) values (1, 'a')": true,
    "insert into noted values (1, 'a')": false,
    'delete from noted': true,
    'insert into parted values (1)': false,
    'insert into ruled values (1)': false,
    'insert into measured (n) values (1)': false,
    'insert into quoted (n) values (1)': false,
    'update stamped set n = 2': false,
    'insert into stamped (n) values (1)': true,
  };
  for (const [sql, isShown] of Object.entries(shown)) {
    expect(await editor.check(sql), sql).toMatchObject({ isPreviewable: isShown, problem: null });
    const { status } = await editor.post('/preview', { sql });
    expect(status, sql).toBe(isShown ? 200 : 422);
  }
  expect(await editor.value('select is_called from drawn')).toBe(false);
});
