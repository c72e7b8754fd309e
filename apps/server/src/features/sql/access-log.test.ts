import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { inspectTree } from '#platform/connectors/sql/inspect-statement.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { loadModule, parseSync } from 'libpg-query';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await loadModule();
  await space.send('POST', { sql: 'create table deals (id int primary key, owner text)' });
});
afterAll(() => space.stop());

async function listLogged() {
  const { items } = await space.server.call(
    auditRoutes.list,
    { params: { projectId: space.projectId }, query: {} },
    space.owner,
  );
  return items
    .filter(({ action }) => /^data\..*-changed$/.test(action))
    .map(({ action, target, targetName, details }) => [
      action,
      targetName ?? target,
      details['policy'] ?? null,
    ])
    .toReversed();
}

test('TEAM-7 who may do what in a database stands in the log when it was changed, and what failed or only reads does not', async () => {
  for (const sql of [
    'grant select on deals to public',
    'create policy own on public.deals using (owner = current_user)',
    'alter table deals enable row level security',
    'alter default privileges grant select on tables to public',
    'grant select on nothing_there to public',
    'alter table deals add column note text',
    'alter table deals disable trigger all, disable row level security',
    `alter role ${space.role} password 'canary-password'`,
    'select 1',
  ]) {
    await space.send('POST', { sql });
  }
  expect(await listLogged()).toEqual([
    ['data.privileges-changed', 'deals', null],
    ['data.policy-changed', 'public.deals', 'own'],
    ['data.row-security-changed', 'deals', null],
    ['data.privileges-changed', null, null],
    ['data.trigger-changed', 'deals', null],
    ['data.row-security-changed', 'deals', null],
    ['data.privileges-changed', space.role, null],
  ]);
});

test('TEAM-7 several changes that are one transaction are logged when it is committed, and none of one that is taken back', async () => {
  const { server, editor, plain } = space;
  const before = await listLogged();
  const run = (sql: string, transactionId?: string) =>
    server.call(
      sqlEditorRoutes.run,
      { body: { connector: { id: plain }, sql, confirmed: true, transactionId } },
      editor,
    );
  for (const how of ['rollback', 'commit'] as const) {
    const { transaction } = await run('begin');
    const id = transaction!.id;
    await run('drop policy own on deals', id);
    await run('create policy own on deals using (true)', id);
    const body = { connector: { id: plain }, how };
    await server.call(
      sqlEditorRoutes.endTransaction,
      { params: { transactionId: id }, body },
      editor,
    );
  }
  expect((await listLogged()).slice(before.length)).toEqual([
    ['data.policy-changed', 'deals', 'own'],
    ['data.policy-changed', 'deals', 'own'],
  ]);
});

test('TEAM-7 a change of more things than can be named is logged all the same, with the first of them', async () => {
  const tables = Array.from({ length: 120 }, () => `t_${crypto.randomUUID().replaceAll('-', '_')}`);
  const made = tables.map((name) => `create table ${name} ();`).join(' ');
  await space.run(`do $$ begin ${made} end $$`);
  const before = await listLogged();
  await space.run(`grant select on ${tables.join(', ')} to public`);
  expect((await listLogged()).slice(before.length)).toEqual([
    ['data.privileges-changed', tables.join(', ').slice(0, 600), null],
  ]);
});

test.each([
  ['revoke select (a) on shop.orders, b from reader', 'privileges', 'shop.orders, b', undefined],
  ['grant usage on schema shop to x', 'privileges', 'shop', undefined],
  ['grant execute on function f(int) to r', 'privileges', 'f', undefined],
  ['grant a to b, c', 'privileges', 'b, c', undefined],
  [`create role a login password 'p'`, 'privileges', 'a', undefined],
  ['create group a with user b', 'privileges', 'a', undefined],
  ['alter role a superuser', 'privileges', 'a', undefined],
  ['alter user current_user createdb', 'privileges', 'current_user', undefined],
  ['alter group a add user b', 'privileges', 'a', undefined],
  ['alter role a rename to b', 'privileges', 'a', undefined],
  ['drop role if exists a, b', 'privileges', 'a, b', undefined],
  ['grant a to public, current_user', 'privileges', 'public, current_user', undefined],
  ['reassign owned by a, b to c', 'privileges', 'a, b', undefined],
  ['drop owned by a', 'privileges', 'a', undefined],
  ['alter table orders owner to z', 'privileges', 'orders', undefined],
  ['alter policy own on orders rename to mine', 'policy', 'orders', 'own'],
  ['drop policy own on shop.orders', 'policy', 'shop.orders', 'own'],
  ['alter table shop.orders disable trigger note', 'trigger', 'shop.orders', 'note'],
  ['alter table orders enable trigger all', 'trigger', 'orders', undefined],
  ['drop trigger note on orders', 'trigger', 'orders', 'note'],
  ['alter table orders no force row level security', 'row-security', 'orders', undefined],
])('TEAM-7 of a statement is told what it changes: %s', (statement, what, target, name) => {
  const { access } = inspectTree(parseSync(statement));
  expect(access).toEqual([{ what, target, ...(name !== undefined && { name }) }]);
});

test('TEAM-7 a statement that changes several things is told with each of them, once', () => {
  const changesOf = (statement: string) => inspectTree(parseSync(statement)).access;
  expect(
    changesOf(
      `alter table deals disable trigger note, add column a int, disable row level security,
        disable trigger note, owner to z, no force row level security`,
    ),
  ).toEqual([
    { what: 'trigger', target: 'deals', name: 'note' },
    { what: 'row-security', target: 'deals' },
    { what: 'privileges', target: 'deals' },
  ]);
  expect(
    changesOf(
      `create schema shop create table orders (id int) grant select on orders to public
        create trigger note before insert on orders for each row execute function f()`,
    ),
  ).toEqual([
    { what: 'privileges', target: 'orders' },
    { what: 'trigger', target: 'orders', name: 'note' },
  ]);
  expect(changesOf('alter table deals add column note text')).toEqual([]);
});
