import { describe, expect, test, vi } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { isKeySecret, makeKeySecret } from '#platform/access/key-secrets.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { addDashboard, ask, makeKey, ofProject, space, startKeySpace } from '#testing/key-space.ts';

startKeySpace();

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
    // Others of the product ask it all the time.
    const asked = query.mock.calls.map(([{ text }]) => text);
    expect(asked.filter((text) => /\b(api_keys|sessions)\b/.test(text))).toEqual([]);
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
