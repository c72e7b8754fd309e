import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { isKeySecret, makeKeySecret } from '#platform/access/key-secrets.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { warnOfEnds } from './telling.ts';

let space: SqlWorkspace;
beforeAll(async () => {
  space = await startSqlWorkspace();
});
afterAll(() => space.stop());

type Wanted = Parameters<typeof createKey>[3];

function makeKey(owner: TestUser, wanted: Wanted = {}) {
  return createKey(space.server, space.projectId, owner, wanted);
}

/** One call with a key, as a program makes it; the status and code of the answer. */
async function ask(token: string, on = space.server): Promise<string> {
  const connector = { id: space.plain };
  const body = { sql: 'select 1 as one', connector };
  return codeOf(await on.send(sqlRoutes.read.method, sqlRoutes.read.path, { token, body }));
}

function addDashboard(token: string, key?: string) {
  const path = dashboardRoutes.create.path.replace(':projectId', space.projectId);
  const body = { name: 'By a key', description: '', tiles: [] };
  return space.server.send('POST', path, { token, body, ...(key && { key }) });
}

const ofProject = () => ({ params: { projectId: space.projectId } });
const ofKey = (keyId: string) => ({ params: { projectId: space.projectId, keyId } });

describe('a key', () => {
  test('TEAM-6 acts for who made it, within its scopes, and the log names both', async () => {
    const { id, token } = await makeKey(space.editor, {
      scopes: ['data:read', 'dashboards:write', 'project:read'],
    });
    expect(await ask(token)).toBe('200');
    const made = await addDashboard(token);
    expect(made.status).toBe(200);
    const { items } = await space.server.call(
      auditRoutes.list,
      { ...ofProject(), query: {} },
      space.owner,
    );
    const { id: dashboardId } = made.json as { id: string };
    expect(items.find(({ target }) => target === dashboardId)).toMatchObject({
      actor: { id: space.editor.id },
      actorKind: 'key',
    });
    const self = await space.server.call(apiKeyRoutes.self, {}, { token });
    expect(self).toMatchObject({ id, role: 'editor', projectId: space.projectId });
  });

  test('TEAM-6 is told which scope it would take, and never does what is for people only', async () => {
    const { token } = await makeKey(space.owner, { scopes: ['data:read'] });
    const refused = await space.server.refuse(dashboardRoutes.list, ofProject(), { token });
    expect(refused).toMatchObject({
      code: 'E_SCOPE_MISSING',
      details: { scope: 'dashboards:read' },
    });
    const create = { ...ofProject(), body: { name: 'Another', scopes: ['data:read'] } };
    const own = await space.server.refuse(apiKeyRoutes.create, create, { token });
    expect(own).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
  });

  test('TEAM-6 of one connector opens no other', async () => {
    const { token } = await makeKey(space.editor, { scopes: [`data:read@${space.plain}`] });
    expect(await ask(token)).toBe('200');
    const body = { sql: 'select 1', connector: { id: space.powerful } };
    const other = await space.server.send('POST', sqlRoutes.read.path, { token, body });
    expect(codeOf(other)).toBe('403 E_SCOPE_MISSING');
    const foreign = {
      ...ofProject(),
      body: { name: 'X', scopes: [`data:read@${crypto.randomUUID()}`] },
    };
    const refused = await space.server.refuse(apiKeyRoutes.create, foreign, space.editor);
    expect(refused.code).toBe('E_CONNECTOR_NOT_FOUND');
  });

  test('TEAM-6 never can more than its owner may now: a demotion counts from the next call on', async () => {
    const { token } = await makeKey(space.editor, { scopes: ['dashboards:write'] });
    const change = (role: 'viewer' | 'editor') => {
      const params = { projectId: space.projectId, userId: space.editor.id };
      return space.server.call(memberRoutes.changeRole, { params, body: { role } }, space.owner);
    };
    expect(codeOf(await addDashboard(token))).toBe('200');
    await change('viewer');
    expect(codeOf(await addDashboard(token))).toBe('403 E_FORBIDDEN');
    await space.server.call(dashboardRoutes.list, ofProject(), { token });
    await change('editor');
    expect(codeOf(await addDashboard(token))).toBe('200');
  });

  test('TEAM-6 repeating its owner’s idempotency key gets its own answer, never the owner’s', async () => {
    const key = `shared:${crypto.randomUUID()}`;
    expect(codeOf(await addDashboard(space.editor.token, key))).toBe('200');
    const narrow = await makeKey(space.editor, { scopes: ['dashboards:read'] });
    expect(codeOf(await addDashboard(narrow.token, key))).toBe('403 E_SCOPE_MISSING');
    const wide = await makeKey(space.editor, { scopes: ['dashboards:write'] });
    const [own, again] = [
      await addDashboard(space.editor.token, key),
      await addDashboard(wide.token, key),
    ];
    expect((again.json as { id: string }).id).not.toBe((own.json as { id: string }).id);
  });

  test('TEAM-6 knows its own project and nothing of the other projects of its owner', async () => {
    const { db } = space.server.services;
    const other = await createProject(db, { owner: space.owner }, 'Elsewhere');
    const snippet = {
      title: { en: 'Of another team', de: 'Von einem anderen Team' },
      text: { en: 'x', de: 'x' },
      sql: 'select 1',
      parameters: [],
      tags: [],
      visibility: 'team' as const,
      projectId: other.id,
    };
    const made = await space.server.call(snippetRoutes.create, { body: snippet }, space.owner);
    const { token } = await makeKey(space.owner, { scopes: ['project:read', 'snippets:write'] });
    const projects = await space.server.call(projectRoutes.list, {}, { token });
    expect(projects.map(({ id }) => id)).toEqual([space.projectId]);
    const shown = { params: { snippetId: made.id } };
    expect((await space.server.refuse(snippetRoutes.show, shown, { token })).code).toBe(
      'E_SNIPPET_NOT_FOUND',
    );
    const { items } = await space.server.call(
      snippetRoutes.list,
      { query: { scope: 'mine' } },
      { token },
    );
    expect(items).toEqual([]);
    const shared = await space.server.refuse(snippetRoutes.create, { body: snippet }, { token });
    expect(shared.code).toBe('E_PROJECT_NOT_FOUND');
    const runs = `/api/runs/v1/${other.id}`;
    expect(codeOf(await space.server.send('GET', runs, { token }))).toBe('404 E_PROJECT_NOT_FOUND');
  });

  test('TEAM-6 without an end is made by owners only', async () => {
    const body = { name: 'For ever', scopes: ['data:read'], expiresInDays: null };
    const refused = await space.server.refuse(
      apiKeyRoutes.create,
      { ...ofProject(), body },
      space.editor,
    );
    expect(refused.code).toBe('E_FORBIDDEN');
    const made = await space.server.call(
      apiKeyRoutes.create,
      { ...ofProject(), body },
      space.owner,
    );
    expect(made.key.expiresAt).toBeNull();
  });
});

describe('what is sent to prove a key', () => {
  test('TEAM-6 is one word with a checksum, shown once and stored as a hash', async () => {
    const body = { name: 'Seen once', scopes: ['data:read'] };
    const { key, secret } = await space.server.call(
      apiKeyRoutes.create,
      { ...ofProject(), body },
      space.viewer,
    );
    expect(secret).toMatch(/^cwk_[0-9A-Za-z]{49}$/);
    expect(key.secrets).toMatchObject([{ hint: secret.slice(-4) }]);
    const shown = await space.server.send('GET', `/api/keys/v1/${space.projectId}/keys/${key.id}`, {
      token: space.viewer.token,
    });
    expect(shown.text).not.toContain(secret);
    const { rows } = await space.server.services.db.pool.query(
      'select encode(hash, $1) as hash from api_key_secrets where key_id = $2',
      ['escape', key.id],
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('TEAM-6 a mistyped one is refused without asking the database, and no session ends', async () => {
    const { token } = await makeKey(space.viewer);
    const wrong = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    const query = vi.spyOn(space.server.services.db, 'query');
    expect(await ask(wrong)).toBe('401 E_API_KEY_INVALID');
    expect(await ask('cwk_short')).toBe('401 E_API_KEY_INVALID');
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(await ask(makeKeySecret().secret)).toBe('401 E_API_KEY_INVALID');
    expect(await ask(space.viewer.token)).toBe('200');
  });

  test('TEAM-6 of random texts of its shape next to none has the right checksum', () => {
    const made = Array.from({ length: 2_000 }, () => makeKeySecret().secret);
    expect(made.every(isKeySecret)).toBe(true);
    const shuffled = made.map((secret) => `${secret.slice(0, 4)}${secret.slice(5)}${secret[4]}`);
    expect(
      shuffled.filter((secret, index) => secret !== made[index] && isKeySecret(secret)),
    ).toEqual([]);
  });

  test('TEAM-6 in an address is refused, whatever the address is', async () => {
    const { token } = await makeKey(space.viewer);
    const answer = await space.server.send('GET', '/projects', { query: `key=${token}` });
    expect(codeOf(answer)).toBe('400 E_SECRET_IN_URL');
  });

  test('TEAM-6 works from the addresses it is for', async () => {
    const { token } = await makeKey(space.viewer, { addresses: ['203.0.113.0/24', '2001:db8::1'] });
    expect(await ask(token)).toBe('403 E_KEY_ADDRESS');
    const here = await makeKey(space.viewer, { addresses: ['127.0.0.1'] });
    expect(await ask(here.token)).toBe('200');
  });
});

describe('the end of a key', () => {
  test('TEAM-6 revoked, it fails from the next call on, on every instance', async () => {
    const other = await space.server.another();
    try {
      const { id, token } = await makeKey(space.viewer);
      expect([await ask(token), await ask(token, other)]).toEqual(['200', '200']);
      await space.server.call(apiKeyRoutes.revoke, ofKey(id), space.viewer);
      expect([await ask(token, other), await ask(token)]).toEqual(
        Array(2).fill('401 E_API_KEY_INVALID'),
      );
    } finally {
      await other.stop();
    }
  });

  test('TEAM-6 rotated, both secrets work until the older one ends, on every instance', async () => {
    const other = await space.server.another();
    try {
      const { id, token } = await makeKey(space.viewer);
      const rotate = { ...ofKey(id), body: { overlapHours: 1 as const } };
      const rotated = await space.server.call(apiKeyRoutes.rotate, rotate, space.viewer);
      expect(rotated.key.secrets).toHaveLength(2);
      for (const on of [space.server, other]) {
        expect([await ask(token, on), await ask(rotated.secret, on)]).toEqual(['200', '200']);
      }
      await space.server.services.db.pool.query(
        'update api_key_secrets set ends_at = now() where key_id = $1 and ends_at is not null',
        [id],
      );
      for (const on of [space.server, other]) {
        expect(await ask(token, on)).toBe('401 E_API_KEY_INVALID');
        expect(await ask(rotated.secret, on)).toBe('200');
      }
    } finally {
      await other.stop();
    }
  });

  test('TEAM-6 rotated twice, never more than two secrets work; the older one can be ended at once', async () => {
    const { id, token } = await makeKey(space.viewer);
    const rotate = { ...ofKey(id), body: { overlapHours: 24 as const } };
    const second = await space.server.call(apiKeyRoutes.rotate, rotate, space.viewer);
    const third = await space.server.call(apiKeyRoutes.rotate, rotate, space.viewer);
    expect(await ask(token)).toBe('401 E_API_KEY_INVALID');
    expect(await ask(second.secret)).toBe('200');
    const older = third.key.secrets[1]!;
    const params = { ...ofKey(id).params, secretId: older.id };
    await space.server.call(apiKeyRoutes.endSecret, { params }, space.viewer);
    expect([await ask(second.secret), await ask(third.secret)]).toEqual([
      '401 E_API_KEY_INVALID',
      '200',
    ]);
  });

  test('TEAM-6 past its day it is refused, and its list says so', async () => {
    const { id, token } = await makeKey(space.viewer);
    const { pool } = space.server.services.db;
    await pool.query('update api_keys set expires_at = now() where id = $1', [id]);
    expect(await ask(token)).toBe('401 E_API_KEY_INVALID');
    const keys = await space.server.call(apiKeyRoutes.list, ofProject(), space.viewer);
    expect(keys.find((key) => key.id === id)?.state).toBe('expired');
  });

  test('TEAM-6 whoever finds a leaked one can end it, and learns nothing by that', async () => {
    const { token } = await makeKey(space.viewer);
    expect(
      await space.server.call(apiKeyRoutes.leaked, { body: { key: 'cwk_nothing' } }),
    ).toBeNull();
    expect(await space.server.call(apiKeyRoutes.leaked, { body: { key: token } })).toBeNull();
    expect(await ask(token)).toBe('401 E_API_KEY_INVALID');
  });

  test('TEAM-6 who leaves takes the rights of their keys along, and brings them back', async () => {
    const { id, token } = await makeKey(space.viewer);
    const params = { projectId: space.projectId, userId: space.viewer.id };
    await space.server.call(memberRoutes.remove, { params }, space.owner);
    expect(await ask(token)).toBe('403 E_KEY_HELD');
    const keys = await space.server.call(apiKeyRoutes.list, ofProject(), space.owner);
    const held = keys.find((key) => key.id === id);
    expect(held).toMatchObject({ state: 'held', owner: { id: space.viewer.id, role: null } });
    await space.server.services.db.pool.query(
      `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
      [space.projectId, space.viewer.id],
    );
    expect(await ask(token)).toBe('200');
  });

  test('TEAM-6 an admin takes a held key over: theirs, with a secret of its own', async () => {
    const { id, token } = await makeKey(space.viewer);
    const takeOver = { ...ofKey(id), body: { overlapHours: 0 as const } };
    const early = await space.server.refuse(apiKeyRoutes.takeOver, takeOver, space.owner);
    expect(early.code).toBe('E_VALIDATION');
    const params = { projectId: space.projectId, userId: space.viewer.id };
    await space.server.call(memberRoutes.remove, { params }, space.owner);
    const taken = await space.server.call(apiKeyRoutes.takeOver, takeOver, space.owner);
    expect(taken.key.owner.id).toBe(space.owner.id);
    expect([await ask(token), await ask(taken.secret)]).toEqual(['401 E_API_KEY_INVALID', '200']);
    await space.server.services.db.pool.query(
      `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
      [space.projectId, space.viewer.id],
    );
  });
});

describe('who sees and ends keys', () => {
  test('TEAM-6 members see their own; admins see and revoke all, but never change them', async () => {
    const { id } = await makeKey(space.editor);
    const seen = await space.server.call(apiKeyRoutes.list, ofProject(), space.viewer);
    expect(seen.every(({ owner }) => owner.id === space.viewer.id)).toBe(true);
    const foreign = await space.server.refuse(apiKeyRoutes.show, ofKey(id), space.viewer);
    expect(foreign.code).toBe('E_KEY_NOT_FOUND');
    const rotate = { ...ofKey(id), body: { overlapHours: 0 as const } };
    const rotated = await space.server.refuse(apiKeyRoutes.rotate, rotate, space.owner);
    expect(rotated.code).toBe('E_FORBIDDEN');
    await space.server.call(apiKeyRoutes.revoke, ofKey(id), space.owner);
    const { state } = await space.server.call(apiKeyRoutes.show, ofKey(id), space.editor);
    expect(state).toBe('revoked');
  });

  test('TEAM-6 each secret says when and from where it was used last, and each day how often', async () => {
    const { id, token } = await makeKey(space.viewer);
    await ask(token);
    await addDashboard(token);
    await vi.waitFor(async () => {
      await space.server.services.keyUses.flush();
      const shown = await space.server.call(apiKeyRoutes.show, ofKey(id), space.viewer);
      expect(shown.days).toMatchObject([{ calls: 2, refused: 1 }]);
      expect(shown.secrets).toMatchObject([{ lastAddress: '127.0.0.1' }]);
      expect(shown.secrets[0]?.lastUsedAt).not.toBeNull();
    });
  });

  test('TEAM-6 a key that is too quick is told to wait, and its owner works on', async () => {
    const { token } = await makeKey(space.viewer, { perMinute: 2 });
    expect([await ask(token), await ask(token), await ask(token)]).toEqual([
      '200',
      '200',
      '429 E_RATE_LIMITED',
    ]);
    expect(await ask(space.viewer.token)).toBe('200');
  });

  test('TEAM-6 owners and admins are told of held keys, and owners of keys of their end', async () => {
    const { pool } = space.server.services.db;
    const { id } = await makeKey(space.viewer, { name: 'Nightly' });
    const toldOf = async (user: TestUser) => {
      const { items } = await space.server.call(inboxRoutes.list, { query: {} }, user);
      return items.filter(({ link }) => link?.includes(id)).map(({ kind }) => kind);
    };
    await pool.query(
      `update api_keys set created_at = now() - interval '80 days',
      expires_at = now() + interval '2 days' where id = $1`,
      [id],
    );
    await warnOfEnds(space.server.services.db);
    await warnOfEnds(space.server.services.db);
    expect(await toldOf(space.viewer)).toEqual(['key.expiring']);
    await pool.query('update api_keys set expires_at = now() where id = $1', [id]);
    await warnOfEnds(space.server.services.db);
    expect(await toldOf(space.viewer)).toEqual(['key.expired', 'key.expiring']);
    await pool.query(`update api_keys set expires_at = now() + interval '9 days' where id = $1`, [
      id,
    ]);
    const params = { projectId: space.projectId, userId: space.viewer.id };
    await space.server.call(memberRoutes.remove, { params }, space.owner);
    await vi.waitFor(async () => expect(await toldOf(space.owner)).toEqual(['key.held']), 10_000);
    await pool.query(
      `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
      [space.projectId, space.viewer.id],
    );
  });
});

test('TEAM-6 a key is made only by who proved a moment ago that it is them', async () => {
  const { pool } = space.server.services.db;
  const guest = await createUser(space.server.services.db);
  await pool.query(
    `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
    [space.projectId, guest.id],
  );
  await pool.query(`update sessions set proved_at = 'epoch' where user_id = $1`, [guest.id]);
  const body = { name: 'By a thief of a cookie', scopes: ['data:read'] };
  const refused = await space.server.refuse(apiKeyRoutes.create, { ...ofProject(), body }, guest);
  expect(refused.code).toBe('E_PROOF_REQUIRED');
});
