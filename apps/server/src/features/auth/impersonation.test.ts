import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const staff = await createUser(server.services.db, { staff: true });
afterAll(() => server.stop());

function userOf(token: string) {
  return server.call(userRoutes.read, {}, { token });
}

describe('acting as somebody else', () => {
  test('SESS-4 staff get the session of a user, with their own name on it, and come back', async () => {
    const person = await createUser(server.services.db);
    const helper = await createUser(server.services.db, { staff: true });
    const started = await server.call(
      authRoutes.impersonate,
      { body: { id: person.id, reason: 'ticket 17' } },
      { token: helper.token },
    );
    const acting = await userOf(started.token);
    expect(acting).toMatchObject({ id: person.id, impersonator: { id: helper.id } });
    const back = await server.call(authRoutes.stopImpersonating, {}, { token: started.token });
    expect((await userOf(back.token)).id).toBe(helper.id);
    const dead = await server.refuse(userRoutes.read, {}, { token: started.token });
    expect(dead.code).toBe('E_INVALID_API_TOKEN');
    const acts = await listRows<{ action: string }>(
      server.services.db,
      sql`select action from audit_log where target = ${person.id} order by id`,
    );
    expect(acts.map((act) => act.action)).toEqual([
      'impersonation.started',
      'impersonation.stopped',
    ]);
  });

  test('SESS-4 coming back leads to the session one left, which ends when it would have', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const helper = await createUser(db, { staff: true });
    const sessions = () =>
      listRows<{ id: string; expires_at: Date }>(
        db,
        sql`select id, expires_at from sessions where user_id = ${helper.id}`,
      );
    await changeRows(
      db,
      sql`update sessions set expires_at = now() + interval '20 minutes'
          where user_id = ${helper.id}`,
    );
    const before = await sessions();
    const as = { token: helper.token };
    const { token } = await server.call(authRoutes.impersonate, { body: { id: person.id } }, as);
    const [outlives] = await listRows<{ is: boolean }>(
      db,
      sql`select bool_or(child.expires_at > parent.expires_at) as is
          from sessions child join sessions parent on parent.id = child.parent_id
          where parent.user_id = ${helper.id}`,
    );
    expect(outlives).toEqual({ is: false });
    await server.call(authRoutes.stopImpersonating, {}, { token });
    expect(await sessions()).toEqual(before);
  });

  test('SESS-4 who signed out meanwhile is not signed in by coming back', async () => {
    const person = await createUser(server.services.db);
    const helper = await createUser(server.services.db, { staff: true });
    const as = { token: helper.token };
    const { token } = await server.call(authRoutes.impersonate, { body: { id: person.id } }, as);
    await server.call(authRoutes.logout, {}, as);
    const refused = await server.refuse(authRoutes.stopImpersonating, {}, { token });
    expect(refused.code).toBe('E_INVALID_API_TOKEN');
  });

  test('SESS-4 who acts for somebody changes neither who belongs to a project nor whose it is', async () => {
    const { db } = server.services;
    const [owner, other] = [await createUser(db), await createUser(db)];
    const { id: projectId } = await createProject(db, { owner, viewer: other });
    const as = { token: staff.token };
    const { token } = await server.call(authRoutes.impersonate, { body: { id: owner.id } }, as);
    for (const { method, path: template } of [
      memberRoutes.invite,
      memberRoutes.changeRole,
      memberRoutes.remove,
      memberRoutes.leave,
      memberRoutes.withdraw,
      memberRoutes.accept,
      projectRoutes.remove,
    ]) {
      const at = template
        .replace(':projectId', projectId)
        .replace(':userId', other.id)
        .replace(/:\w+/, projectId);
      const answer = await server.send(method, at, {
        token,
        ...(method !== 'DELETE' && { body: {} }),
      });
      expect(answer.json, template).toMatchObject({ code: 'E_IMPERSONATION_REFUSED' });
    }
  });

  test('SESS-4 others may not, and nobody from within', async () => {
    const person = await createUser(server.services.db);
    const other = await createUser(server.services.db);
    const refused = await server.refuse(
      authRoutes.impersonate,
      { body: { id: person.id } },
      { token: other.token },
    );
    expect(refused).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
    const { token } = await server.call(
      authRoutes.impersonate,
      { body: { id: person.id } },
      { token: staff.token },
    );
    const nested = await server.refuse(
      authRoutes.impersonate,
      { body: { id: other.id } },
      { token },
    );
    expect(nested).toMatchObject({ status: 403, code: 'E_IMPERSONATION_NESTED' });
  });

  test('SESS-4 staff can not act as other staff', async () => {
    const colleague = await createUser(server.services.db, { staff: true });
    const refused = await server.refuse(
      authRoutes.impersonate,
      { body: { id: colleague.id } },
      { token: staff.token },
    );
    expect(refused.status).toBe(403);
  });
});
