import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { plainReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ChangeSet } from '@causeway/contract/ledger.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { eventually } from '#testing/eventually.ts';
import type { TestUser } from '#testing/factories.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { onServer } from '#testing/test-database.ts';

/**
 * A role of the database that reads and nothing else: where a connector names it, whoever may only
 * read works as it, even where the connector's own role is a superuser.
 */
let space: SqlWorkspace;
const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  space = await startSqlWorkspace();
  await space.database.query(`
    create schema own; create table own.shown (id int); insert into own.shown values (1);
    create table public.seen (id int); insert into public.seen values (1);
    create table public.secret (id int);`);
});
afterAll(async () => {
  await space.database.query(`drop owned by ${reader}`);
  await space.stop();
  await onServer(`drop role ${reader}`);
});

const params = (connectorId: string) => ({ projectId: space.projectId, connectorId });

function setReader(readerRole: string | null, connectorId = space.powerful) {
  return space.server.send('PATCH', `/api/connectors/v1/${space.projectId}/${connectorId}`, {
    token: space.owner.token,
    body: { settings: { readerRole } },
  });
}

const safety = () =>
  space.server.call(connectorRoutes.safety, { params: params(space.powerful) }, space.owner);

test('CONN-3 the script makes a role that reads every schema, and may be run again', async () => {
  const { readOnlyRoleScript, readOnlyRoleName } = await safety();
  const script = readOnlyRoleScript.replaceAll(readOnlyRoleName, reader);
  await space.database.query(script);
  await space.database.query(script);
  await space.database.query('create schema later; create table later.made (id int)');
  const { rows } = await space.database.query<{ name: string; reads: boolean; writes: boolean }>(
    `select name, has_table_privilege('${reader}', name, 'select') as reads,
       has_table_privilege('${reader}', name, 'insert, update, delete, truncate') as writes
     from unnest(array['own.shown', 'public.seen']) as name`,
  );
  expect(rows).toEqual([
    { name: 'own.shown', reads: true, writes: false },
    { name: 'public.seen', reads: true, writes: false },
  ]);
  await space.database.query(`revoke all on public.secret from ${reader}`);
});

describe('which role it can be', () => {
  const refusal = async (...given: Parameters<typeof setReader>) => {
    const answer = await setReader(...given);
    expect(codeOf(answer)).toBe('422 E_READER_ROLE');
    return (answer.json as { details: { problem: string } }).details.problem;
  };

  test('CONN-3 not one that is missing, that can not be had, or that is powerful itself', async () => {
    expect(await refusal('nobody_of_that_name')).toBe('missing');
    expect(await refusal(space.member.role, space.plain)).toBe('not-settable');
    expect(await refusal(space.member.role)).toBe('powerful');
  });

  test('CONN-3 one that reads is taken, and how it stands is told', async () => {
    expect((await setReader(reader)).status).toBe(200);
    expect((await safety()).reader).toEqual({ role: reader, problem: null, writableTables: 0 });
  });
});

const who = `select current_user::text, current_setting('is_superuser')`;
const asViewer = (sql: string, path = '/api/sql/v1/read') =>
  space.send('POST', { sql }, { as: space.viewer, connectorId: space.powerful }, path);

describe('who is switched to it', () => {
  test('TEAM-2 viewers, by every way they have', async () => {
    for (const path of ['', '/read', '/run']) {
      const answer = await asViewer(who, `/api/sql/v1${path}`);
      expect(answer.json, answer.text).toMatchObject({ rows: [[reader, 'off']] });
    }
    expect((await asViewer(who, '/api/sql/v1/stream')).text).toContain(`["${reader}","off"]`);
    const connector = { id: space.powerful };
    const { token } = space.viewer;
    const saved = await space.server.send('POST', '/api/queries/v1/queries', {
      token,
      body: { connector, name: 'Who', sql: who },
    });
    const { id } = saved.json as SavedQuery;
    const run = await space.server.send('POST', `/api/queries/v1/queries/${id}/run`, {
      token,
      body: { connector },
    });
    expect(run.json).toMatchObject({ rows: [[reader, 'off']] });
    const exported = await space.server.send('POST', '/api/exports/v1/stream', {
      token,
      body: { connector, source: { kind: 'query', sql: who }, file: { format: 'csv' } },
    });
    expect(exported.text).toContain(`${reader},off`);
  });

  test('TEAM-2 viewers see of the explorer what the role may see', async () => {
    const { token } = space.viewer;
    const rows = (schema: string, table: string) =>
      space.server.send('GET', `/api/tables/v1/tables/${table}/rows`, {
        token,
        query: `connector[id]=${space.powerful}&schema=${schema}`,
      });
    expect((await rows('own', 'shown')).json).toMatchObject({ total: 1 });
    expect((await rows('public', 'secret')).status).toBe(404);
    expect((await rows('pg_catalog', 'pg_authid')).status).toBeGreaterThanOrEqual(400);
    const listed = await space.server.call(
      connectorRoutes.resources,
      { params: params(space.powerful), query: {} },
      space.viewer,
    );
    expect(listed.items.map(({ name }) => name)).not.toContain('secret');
  });

  test('TEAM-2 viewers see of the history of rows what the role may read, and all of it', async () => {
    await space.database.query(`
      create table own.told (id int primary key, pay int); create table own.pay (like own.told including all);
      create table own.partly (like own.told including all); create table own.guarded (like own.told including all);
      revoke all on own.pay, own.partly from ${reader}; grant select (id) on own.partly to ${reader};
      alter table own.guarded enable row level security;
      create policy none on own.guarded to ${reader} using (false);`);
    const connector = { id: space.powerful };
    const tables = ['told', 'pay', 'partly', 'guarded'];
    for (const table of tables) {
      const body = { connector, schema: 'own', values: { id: 1, pay: 4242 } };
      const { token } = space.owner;
      const path = `/api/tables/v1/tables/${table}/rows`;
      expect((await space.server.send('POST', path, { token, body })).status).toBe(200);
    }
    const ask = ({ token }: TestUser, path: string, more = '') =>
      space.server.send('GET', path, { token, query: `connector[id]=${space.powerful}${more}` });
    const sets = async (as: TestUser) =>
      ((await ask(as, '/api/ledger/v1/sets')).json as { items: ChangeSet[] }).items;
    const named = ({ tables: touched }: ChangeSet) => touched.map(({ table }) => table);
    const all = await sets(space.owner);
    expect(all.flatMap(named).toSorted()).toEqual(tables.toSorted());
    expect((await sets(space.viewer)).flatMap(named)).toEqual(['told']);
    for (const set of all) {
      const shown = await ask(space.viewer, `/api/ledger/v1/sets/${set.id}`);
      const code = named(set)[0] === 'told' ? '200' : '404 E_CHANGE_SET_NOT_FOUND';
      expect(codeOf(shown)).toBe(code);
      expect(shown.text.includes('4242')).toBe(code === '200');
    }
    for (const [table, code] of [
      ['told', '200'],
      ['pay', '404 E_TABLE_NOT_FOUND'],
      ['partly', '403 E_SQL_FORBIDDEN'],
      ['guarded', '403 E_SQL_FORBIDDEN'],
    ] as const) {
      const path = `/api/tables/v1/tables/${table}/history`;
      expect(codeOf(await ask(space.viewer, path, '&schema=own&key[id]=1'))).toBe(code);
    }
  });

  test('TEAM-2 viewers see that others import, and none of the rows', async () => {
    await space.database.query('create table own.wages (id int primary key)');
    const imports = createImportRequests(space, space.powerful);
    const id = await imports.upload('id\nfour thousand\n');
    await imports.send('POST', `/${id}/analyse`, { read: plainReadOptions });
    await eventually(async () => {
      expect((await imports.show(id)).analysis).toMatchObject({ state: 'done' });
    });
    const target = { kind: 'existing', schema: 'own', table: 'wages' } as const;
    await imports.run(id, { target, columns: ['id'] });
    const ask = ({ token }: TestUser, path: string) =>
      space.server.send('GET', `/api/imports/v1/imports${path}`, {
        token,
        query: `connector[id]=${space.powerful}`,
      });
    const ways = [`/${id}/rejects`, `/${id}/rejects.csv`, `/${id}`, ''];
    for (const path of ways) {
      expect((await ask(space.owner, path)).text).toContain('four thousand');
      expect((await ask(space.viewer, path)).text).not.toContain('four thousand');
    }
    expect(codeOf(await ask(space.viewer, `/${id}/rejects`))).toBe('403 E_FORBIDDEN');
    expect((await ask(space.viewer, `/${id}`)).json).toMatchObject({ id, state: 'refused' });
  });

  test('SQL-8.14 a locked tab is, an open one is not, in a transaction too', async () => {
    const options = { connectorId: space.powerful };
    const path = '/api/sql/v1/run';
    const run = (sql: string, more: object) => space.send('POST', { sql, ...more }, options, path);
    expect((await run(who, { readOnly: true })).json).toMatchObject({ rows: [[reader, 'off']] });
    expect((await run(who, {})).json).toMatchObject({ rows: [[expect.anything(), 'on']] });
    const begun = (await run('begin', {})).json as { transaction: { id: string } };
    const transactionId = begun.transaction.id;
    const locked = await run(who, { transactionId, readOnly: true });
    expect(locked.json).toMatchObject({ rows: [[reader, 'off']] });
    const open = await run(who, { transactionId });
    expect(open.json).toMatchObject({ rows: [[expect.anything(), 'on']] });
    await run('rollback', { transactionId });
  });

  test('CONN-3 a read-only connector is, whoever asks', async () => {
    const set = (readOnly: boolean) =>
      space.server.call(
        connectorRoutes.update,
        { params: params(space.powerful), body: { settings: { readOnly } } },
        space.owner,
      );
    await set(true);
    const options = { as: space.owner, connectorId: space.powerful };
    expect((await space.send('POST', { sql: who }, options)).json).toMatchObject({
      rows: [[reader, 'off']],
    });
    await set(false);
  });

  test.each([
    'reset role',
    'set role none',
    'set local role none',
    'set session authorization default',
    `select set_config('role', 'none', false)`,
    `select ('role').set_config`,
    'begin; reset role',
  ])('TEAM-2 nobody gets out of it by %s', async (sql) => {
    expect((await asViewer(sql)).status).toBeGreaterThanOrEqual(400);
    expect((await asViewer(who)).json).toMatchObject({ rows: [[reader, 'off']] });
  });

  test('TEAM-2 it holds for every one of many statements on few sessions', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => asViewer(who)));
    for (const answer of answers) {
      expect(answer.json, answer.text).toMatchObject({ rows: [[reader, 'off']] });
    }
  });

  test('TEAM-2 where the role is gone, viewers get nothing instead of more', async () => {
    await onServer(`alter role ${reader} rename to ${reader}_gone`);
    space.server.services.databases.sessions.forget(space.powerful);
    const refused = await asViewer(who);
    await onServer(`alter role ${reader}_gone rename to ${reader}`);
    expect(refused.status, refused.text).toBe(424);
  });
});
