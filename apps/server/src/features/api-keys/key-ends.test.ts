import { describe, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { eventually } from '#testing/eventually.ts';
import { type TestUser } from '#testing/factories.ts';
import {
  addDashboard,
  ask,
  makeKey,
  ofKey,
  ofProject,
  space,
  startKeySpace,
} from '#testing/key-space.ts';
import { warnOfEnds } from './telling.ts';

startKeySpace();

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
    await eventually(async () => {
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
    await eventually(async () => expect(await toldOf(space.owner)).toEqual(['key.held']));
    await pool.query(
      `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
      [space.projectId, space.viewer.id],
    );
  });
});
