import { afterAll, describe, expect, test } from 'vitest';
import { leavingRoutes } from '@causeway/contract/account.ts';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { eraseLeftBehind } from '#platform/personal-data/left-behind.ts';
import { personalData } from './personal-data.ts';
import { eraseAccount } from '#testing/erase-account.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

const leave = (person: TestUser) => server.call(leavingRoutes.leave, {}, person);
const signIn = ({ email, password }: TestUser) =>
  server.refuse(authRoutes.login, { body: { email, password } });

describe('giving an account up', () => {
  test('SESS-7 ends every session at once, holds its keys, and says by mail until when it can be kept', async () => {
    const person = await createUser(server.services.db);
    const { id: projectId } = await createProject(server.services.db, { owner: person });
    const key = await createKey(server, projectId, person, { scopes: ['project:read'] });
    await leave(person);
    expect((await server.refuse(userRoutes.read, {}, person)).code).toBe('E_INVALID_API_TOKEN');
    expect((await server.refuse(projectRoutes.list, {}, key)).code).toBe('E_KEY_HELD');
    const mail = await mails.find(person.email, /will be deleted/);
    expect(mail.text).toContain('sign in before then and keep it');
  });

  test('SESS-7 signing in asks whether to keep it; kept, everything is as it was', async () => {
    const person = await createUser(server.services.db);
    const { id: projectId } = await createProject(server.services.db, { owner: person });
    const key = await createKey(server, projectId, person, { scopes: ['project:read'] });
    await leave(person);
    const { code, details } = await signIn(person);
    expect(code).toBe('E_ACCOUNT_LEAVING');
    const body = { flow: String(details?.['flow']) };
    const back = await server.call(leavingRoutes.comeBack, { body });
    expect(await server.call(projectRoutes.list, {}, back)).toHaveLength(1);
    expect(await server.call(projectRoutes.list, {}, key)).toHaveLength(1);
    const again = await server.refuse(leavingRoutes.comeBack, { body });
    expect(again.code).toBe('E_TOKEN_EXPIRED');
    await mails.find(person.email, /is kept/);
  });

  test('SESS-7 a wrong password learns nothing of it', async () => {
    const person = await createUser(server.services.db);
    await leave(person);
    const refused = await signIn({ ...person, password: 'not the password' });
    expect(refused.code).toBe('E_INVALID_CREDENTIALS');
  });

  test('TEAM-2 the only owner of a project with others hands it on first; what becomes of each is listed', async () => {
    const { db } = server.services;
    const [person, other] = [await createUser(db), await createUser(db)];
    const shared = await createProject(db, { owner: person, editor: other }, 'Shared');
    await createProject(db, { owner: person }, 'Alone');
    await createProject(db, { owner: other, viewer: person }, 'Of others');
    const outlook = await server.call(leavingRoutes.outlook, {}, person);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(outlook.blocking)).toEqual(['Shared']);
    expect(names(outlook.erased)).toEqual(['Alone']);
    expect(names(outlook.left)).toEqual(['Of others']);
    expect((await server.refuse(leavingRoutes.leave, {}, person)).code).toBe('E_LAST_OWNER');
    const params = { projectId: shared.id, userId: other.id };
    await server.call(memberRoutes.changeRole, { params, body: { role: 'owner' } }, person);
    await leave(person);
    const last = await server.refuse(
      memberRoutes.leave,
      { params: { projectId: shared.id } },
      other,
    );
    expect(last.code).toBe('E_LAST_OWNER');
  });

  test('SESS-7 takes a proof that is minutes old at most', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    await changeRows(db, sql`update sessions set proved_at = 'epoch' where user_id = ${person.id}`);
    expect((await server.refuse(leavingRoutes.leave, {}, person)).code).toBe('E_PROOF_REQUIRED');
  });
});

describe('an account that was erased', () => {
  test('SESS-7 leaves neither name nor address in the database, and the log still reads', async () => {
    const { db } = server.services;
    const marker = `zebra${Date.now()}`;
    const email = `${marker}@example.test`;
    const person = await createUser(db, { email, name: `Zoe ${marker}` });
    const other = await createUser(db);
    const { id: projectId } = await createProject(db, { owner: other }, 'Goes on');
    const alone = await createProject(db, { owner: person }, 'Goes too');
    const invite = { params: { projectId }, body: { email, role: 'admin' as const } };
    const { link } = await server.call(memberRoutes.invite, invite, other);
    const token = new URL(link).searchParams.get('invitation') ?? '';
    await server.call(memberRoutes.accept, { body: { token } }, person);
    const change = { params: { projectId }, body: { name: 'Goes on well' } };
    await server.call(projectRoutes.update, change, person);
    await createKey(server, projectId, person);
    await leave(person);
    await mails.find(email, /will be deleted/);
    await eraseAccount(server, person);

    expect((await signIn(person)).code).toBe('E_INVALID_CREDENTIALS');
    const tables = await listRows<{ name: string }>(
      db,
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await listRows(
        db,
        sql`select from ${identifier(name)} held where held::text ilike ${`%${marker}%`}`,
      );
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
    const { items } = await server.call(
      auditRoutes.list,
      { params: { projectId }, query: {} },
      other,
    );
    const updated = items.find(({ action }) => action === 'project.updated');
    expect(updated).toMatchObject({ actor: { id: person.id, name: '' } });
    const projects = await listRows(db, sql`select from projects where id = ${alone.id}`);
    expect(projects).toEqual([]);
  });

  test('TEAM-7 nothing but names can be taken out of the log, and only while an account is erased', async () => {
    const { db } = server.services;
    const asErasing = db.transaction(async (tx) => {
      await changeRows(tx, sql`select set_config('causeway.erasing', 'on', true)`);
      await changeRows(tx, sql`update audit_log set action = 'nothing happened'`);
    });
    await expect(asErasing).rejects.toThrow(/append-only/);
    const apart = changeRows(db, sql`update audit_log set actor_name = null`);
    await expect(apart).rejects.toThrow(/append-only/);
  });
});

test('TEAM-2 private queries and conversations of who left a project are erased after 30 days, shared ones stay', async () => {
  const { db } = server.services;
  const [owner, editor] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, editor });
  const [connector] = await listRows<{ id: string }>(
    db,
    sql`insert into connectors (project_id, name, implementation, config)
        values (${projectId}, 'Shop', 'sql', '{}') returning id`,
  );
  for (const isShared of [true, false]) {
    await changeRows(
      db,
      sql`insert into queries (project_id, connector_id, name, folder, description, sql, parameters,
            shared, owner_id)
          values (${projectId}, ${connector!.id}, ${isShared ? 'Shared' : 'Private'}, '', '',
            'select 1', '[]', ${isShared}, ${editor.id})`,
    );
    const { id: threadId } = await server.call(
      assistantRoutes.create,
      { params: { projectId }, body: { connectorId: null } },
      editor,
    );
    const place = { projectId, threadId };
    const title = isShared ? 'Shared thread' : 'Private thread';
    await server.call(assistantRoutes.update, { params: place, body: { title, isShared } }, editor);
  }
  const names = async () => {
    await eraseLeftBehind(db, personalData);
    const rows = await listRows<{ name: string }>(
      db,
      sql`select name from queries where project_id = ${projectId} union all
          select title from assistant_threads where project_id = ${projectId} order by name`,
    );
    return rows.map(({ name }) => name);
  };
  await server.call(memberRoutes.leave, { params: { projectId } }, editor);
  const all = ['Private', 'Private thread', 'Shared', 'Shared thread'];
  expect(await names()).toEqual(all);
  await changeRows(db, sql`update departed_members set left_at = now() - interval '31 days'`);
  expect(await names()).toEqual(['Shared', 'Shared thread']);
});
