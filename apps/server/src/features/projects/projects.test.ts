import { afterAll, expect, test } from 'vitest';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey, createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { eraseRested } from './resting.ts';

const server = await startTestServer();
afterAll(() => server.stop());

test('CONN-1 the list holds the own projects with role, settings and connectors, and no others', async () => {
  const { db } = server.services;
  const [owner, other] = [await createUser(db), await createUser(db)];
  const mine = await createProject(db, { viewer: owner, owner: other }, 'Shared');
  await createProject(db, { owner: other }, 'Not mine');
  const projects = await server.call(projectRoutes.list, {}, { token: owner.token });
  expect(projects).toEqual([
    expect.objectContaining({
      id: mine.id,
      name: 'Shared',
      role: 'viewer',
      settings: { defaultUiLang: 'en', timeZone: 'UTC', publicLinks: true, mailDomains: [] },
      sponsorId: null,
      connectors: [],
    }),
  ]);
});

test('CONN-1 CONN-5 a connector is listed without its secrets', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const project = await createProject(db, { owner });
  await changeRows(
    db,
    sql`insert into connectors (project_id, name, implementation, config, secrets, secret_fields)
        values (${project.id}, 'Shop', 'sql', '{"host": "db.example"}', 'sealed-canary',
          '{"password": true}')`,
  );
  const answer = await server.send('GET', '/projects', { token: owner.token });
  expect(answer.text).not.toContain('canary');
  expect(answer.json).toMatchObject([
    { connectors: [{ name: 'Shop', implementation: 'sql', secretFields: { password: true } }] },
  ]);
});

test('TEAM-6 a key is told of the connectors it reaches, and not where they lead unless it may read that', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  const connect = async (name: string, implementation: string) => {
    const { id } = await readRow<{ id: string }>(
      db,
      sql`insert into connectors (project_id, name, implementation, config, secrets, secret_fields)
          values (${projectId}, ${name}, ${implementation}, '{"host": "db.example"}', 'sealed',
            '{"password": true}') returning id`,
    );
    return id;
  };
  const shop = await connect('Shop', 'sql');
  await connect('Wages', 'sql');
  await connect('Media', 's3');
  const told = async (...scopes: string[]) => {
    const key = await createKey(server, projectId, owner, { scopes: ['project:read', ...scopes] });
    const [project] = await server.call(projectRoutes.list, {}, key);
    return project?.connectors.map(({ name, config }) => [name, config['host']]);
  };
  expect(await told()).toEqual([]);
  expect(await told(`data:read@${shop}`)).toEqual([['Shop', undefined]]);
  expect(await told('storage:write')).toEqual([['Media', undefined]]);
  expect(await told('connectors:read')).toEqual([
    ['Shop', 'db.example'],
    ['Wages', 'db.example'],
    ['Media', 'db.example'],
  ]);
});

test('who creates a project owns it, and the audit log says so', async () => {
  const { db } = server.services;
  const person = await createUser(db, { verified: false });
  const project = await server.call(
    projectRoutes.create,
    { body: { name: '  Bakery  ', settings: { defaultUiLang: 'de' } } },
    { token: person.token },
  );
  expect(project).toMatchObject({
    name: 'Bakery',
    role: 'owner',
    settings: { defaultUiLang: 'de' },
  });
  const acts = await listRows(
    db,
    sql`select action, actor_id from audit_log where project_id = ${project.id}`,
  );
  expect(acts).toEqual([{ action: 'project.created', actor_id: person.id }]);
});

test('a project is renamed by admins and deleted by owners', async () => {
  const { db } = server.services;
  const [owner, admin, editor] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, admin, editor });
  const params = { projectId };
  const rename = { params, body: { name: 'New name' } };
  const refused = await server.refuse(projectRoutes.update, rename, { token: editor.token });
  expect(refused).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
  const renamed = await server.call(projectRoutes.update, rename, { token: admin.token });
  expect(renamed.name).toBe('New name');
  await server.refuse(projectRoutes.remove, { params }, { token: admin.token });
  await server.call(projectRoutes.remove, { params }, { token: owner.token });
  expect(await server.call(projectRoutes.list, {}, { token: owner.token })).toEqual([]);
});

test('TEAM-1 a deleted project is gone for everybody, and any owner brings it back with its members', async () => {
  const { db } = server.services;
  const [owner, second, viewer] = [
    await createUser(db),
    await createUser(db),
    await createUser(db),
  ];
  const { id: projectId } = await createProject(db, { owner, viewer }, 'Bakery');
  await changeRows(
    db,
    sql`insert into project_members (project_id, user_id, role)
        values (${projectId}, ${second.id}, 'owner')`,
  );
  const key = await createKey(server, projectId, owner, { scopes: ['project:read'] });
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  expect(await server.call(projectRoutes.list, {}, viewer)).toEqual([]);
  expect((await server.refuse(projectRoutes.list, {}, key)).code).toBe('E_KEY_HELD');
  const resting = { params: { restingId: projectId } };
  expect((await server.refuse(projectRoutes.restore, resting, viewer)).code).toBe('E_NOT_FOUND');
  expect(await server.call(projectRoutes.listResting, {}, second)).toMatchObject([
    { id: projectId, name: 'Bakery', deletedBy: owner.name },
  ]);
  await server.call(projectRoutes.restore, resting, second);
  expect(await server.call(projectRoutes.list, {}, viewer)).toMatchObject([{ role: 'viewer' }]);
  expect(await server.call(projectRoutes.list, {}, key)).toHaveLength(1);
});

test('TEAM-1 a project that rested long enough is erased, one that has days left is not', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const [old, young] = [await createProject(db, { owner }), await createProject(db, { owner })];
  for (const { id: projectId } of [old, young]) {
    await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  }
  await changeRows(
    db,
    sql`update resting_projects set erase_at = now() where project_id = ${old.id}`,
  );
  await eraseRested(server.services, async () => {});
  const left = await server.call(projectRoutes.listResting, {}, owner);
  expect(left.map(({ id }) => id)).toEqual([young.id]);
});

test('TEAM-1 a project that is brought back while others are erased is not touched, and none is brought back half erased', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const [first, second] = [await createProject(db, { owner }), await createProject(db, { owner })];
  for (const { id: projectId } of [first, second]) {
    await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  }
  await changeRows(
    db,
    sql`update resting_projects set erase_at = case project_id when ${first.id}
          then now() - interval '1 hour' else now() end
        where project_id in (${first.id}, ${second.id})`,
  );
  const touched: string[] = [];
  const held: unknown[] = [];
  const erased = await eraseRested(server.services, async (_tx, projectId) => {
    touched.push(projectId);
    if (projectId !== first.id) return;
    await server.call(projectRoutes.restore, { params: { restingId: second.id } }, owner);
    const asked = sql`select from resting_projects where project_id = ${first.id} for update nowait`;
    held.push(await changeRows(db, asked).catch((error: { code: string }) => error.code));
  });
  expect(erased).toBe(1);
  expect(touched).toEqual([first.id]);
  expect(held).toEqual(['55P03']);
});

test('TEAM-1 a project is erased however long that takes, and one that can not be keeps none of the others', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const made = await Promise.all(
    ['Stuck', 'Large'].map((name) => createProject(db, { owner }, name)),
  );
  for (const { id: projectId } of made) {
    await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  }
  await changeRows(
    db,
    sql`update resting_projects set erase_at = now()
        where project_id = any(${made.map(({ id }) => id)}::uuid[])`,
  );
  await changeRows(
    db,
    sql`create function judge_erasing() returns trigger language plpgsql as $$ begin
          if old.name = 'Stuck' then raise exception 'It can not be erased'; end if;
          if old.name = 'Large' and current_setting('statement_timeout') = '20s' then
            raise exception 'It takes longer than that';
          end if;
          return old;
        end $$`,
  );
  await changeRows(
    db,
    sql`create trigger judge_erasing before delete on projects
          for each row execute function judge_erasing()`,
  );
  expect(await eraseRested(server.services, async () => {})).toBe(1);
  const left = await server.call(projectRoutes.listResting, {}, owner);
  expect(left.map(({ name }) => name)).toEqual(['Stuck']);
  await changeRows(db, sql`drop trigger judge_erasing on projects`);
});

test('TEAM-1 a project changes hands only when who is offered it accepts', async () => {
  const { db } = server.services;
  const [owner, heir, other] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, editor: heir, viewer: other });
  const params = { projectId };
  const offer = { params, body: { userId: heir.id } };
  await server.refuse(projectRoutes.offer, offer, heir);
  await server.call(projectRoutes.offer, offer, owner);
  expect((await server.refuse(projectRoutes.acceptOffer, { params }, other)).code).toBe(
    'E_OFFER_ENDED',
  );
  await server.call(projectRoutes.withdrawOffer, { params }, heir);
  expect((await server.refuse(projectRoutes.acceptOffer, { params }, heir)).code).toBe(
    'E_OFFER_ENDED',
  );
  await server.call(projectRoutes.offer, offer, owner);
  await server.call(projectRoutes.acceptOffer, { params }, heir);
  const roleOf = async (user: typeof heir) =>
    (await server.call(projectRoutes.list, {}, user))[0]?.role;
  expect([await roleOf(heir), await roleOf(owner)]).toEqual(['owner', 'admin']);
});

test('TEAM-1 an offer of somebody whose account was shut hands nothing over', async () => {
  const { db } = server.services;
  const [owner, heir] = [await createUser(db), await createUser(db)];
  const staff = await createUser(db, { staff: true });
  const { id: projectId } = await createProject(db, { owner, editor: heir });
  const params = { projectId };
  await server.call(projectRoutes.offer, { params, body: { userId: heir.id } }, owner);
  const shut = { params: { userId: owner.id }, body: { reason: 'Taken over' } };
  await server.call(staffRoutes.suspend, shut, staff);
  const refused = await server.refuse(projectRoutes.acceptOffer, { params }, heir);
  expect(refused.code).toBe('E_OFFER_ENDED');
  expect(await server.call(projectRoutes.readOffer, { params }, heir)).toBeNull();
});

test('TEAM-1 a project has a description in several languages and a time zone', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  const body = {
    description: { en: 'Bread', de: 'Brot' },
    settings: { timeZone: 'Europe/Berlin' },
  };
  const changed = await server.call(projectRoutes.update, { params: { projectId }, body }, owner);
  expect(changed).toMatchObject(body);
  const wrong = { params: { projectId }, body: { settings: { timeZone: 'Europe/Nowhere' } } };
  expect((await server.refuse(projectRoutes.update, wrong, owner)).code).toBe('E_VALIDATION');
});

test('a project of others answers exactly like one that does not exist', async () => {
  const { db } = server.services;
  const [owner, stranger] = [await createUser(db), await createUser(db)];
  const project = await createProject(db, { owner });
  const ask = (projectId: string) => {
    const input = { params: { projectId }, body: { name: 'Mine now' } };
    return server.refuse(projectRoutes.update, input, { token: stranger.token });
  };
  const foreign = await ask(project.id);
  const absent = await ask(crypto.randomUUID());
  const nonsense = await ask('not-an-id');
  for (const refused of [foreign, absent, nonsense]) {
    expect(refused).toMatchObject({ status: 404, code: 'E_PROJECT_NOT_FOUND' });
    expect(refused.message).toBe(foreign.message);
  }
});
