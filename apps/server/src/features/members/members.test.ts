import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { ownInvitationRoutes } from '@causeway/contract/members/own-invitations.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

let owner: TestUser;
let admin: TestUser;
let viewer: TestUser;
let projectId: string;

const server = await startTestServer();
afterAll(() => server.stop());

beforeEach(async () => {
  const { db } = server.services;
  [owner, admin, viewer] = [await createUser(db), await createUser(db), await createUser(db)];
  projectId = (await createProject(db, { owner, admin, viewer })).id;
});

function listAs(user: TestUser) {
  return server.call(memberRoutes.list, { params: { projectId } }, { token: user.token });
}

function changeRole(as: TestUser, of: TestUser, role: 'viewer' | 'editor' | 'admin' | 'owner') {
  return [
    memberRoutes.changeRole,
    { params: { projectId, userId: of.id }, body: { role } },
    { token: as.token },
  ] as const;
}

describe('roles', () => {
  test('TEAM-2 every member sees who else is in the project', async () => {
    const { members } = await listAs(viewer);
    expect(members.map((member) => member.role).toSorted()).toEqual(['admin', 'owner', 'viewer']);
  });

  test('TEAM-2 nobody hands out or takes away a role above their own', async () => {
    expect((await server.refuse(...changeRole(admin, viewer, 'owner'))).code).toBe('E_FORBIDDEN');
    expect((await server.refuse(...changeRole(admin, owner, 'viewer'))).code).toBe('E_FORBIDDEN');
    expect((await server.refuse(...changeRole(viewer, viewer, 'admin'))).code).toBe('E_FORBIDDEN');
    expect((await server.call(...changeRole(admin, viewer, 'editor'))).role).toBe('editor');
  });

  test('TEAM-2 a changed role counts from the next request on', async () => {
    await server.call(...changeRole(owner, admin, 'viewer'));
    const refused = await server.refuse(...changeRole(admin, viewer, 'editor'));
    expect(refused.code).toBe('E_FORBIDDEN');
  });

  test('TEAM-2 the last owner can neither leave nor be demoted nor be removed', async () => {
    const demoted = await server.refuse(...changeRole(owner, owner, 'admin'));
    expect(demoted).toMatchObject({ status: 422, code: 'E_LAST_OWNER' });
    const params = { projectId };
    const left = await server.refuse(memberRoutes.leave, { params }, { token: owner.token });
    expect(left.code).toBe('E_LAST_OWNER');
    const removed = await server.refuse(
      memberRoutes.remove,
      { params: { projectId, userId: owner.id } },
      { token: owner.token },
    );
    expect(removed.code).toBe('E_LAST_OWNER');
  });

  test('TEAM-2 of two owners who demote each other at once, one is refused', async () => {
    await server.call(...changeRole(owner, admin, 'owner'));
    const demote = (as: TestUser, of: TestUser) => {
      return server.send('PATCH', `/api/members/v1/${projectId}/members/${of.id}`, {
        token: as.token,
        body: { role: 'viewer' },
      });
    };
    const answers = await Promise.all([demote(owner, admin), demote(admin, owner)]);
    const statuses = answers.map((answer) => answer.status).toSorted((one, other) => one - other);
    expect(statuses[0]).toBe(200);
    expect(statuses[1]).toBeGreaterThanOrEqual(400);
    const { members } = await listAs(viewer);
    expect(members.filter((member) => member.role === 'owner')).toHaveLength(1);
  });

  test('somebody who was removed no longer finds the project', async () => {
    const params = { projectId, userId: viewer.id };
    await server.call(memberRoutes.remove, { params }, { token: admin.token });
    const refused = await server.refuse(
      memberRoutes.list,
      { params: { projectId } },
      { token: viewer.token },
    );
    expect(refused).toMatchObject({ status: 404, code: 'E_PROJECT_NOT_FOUND' });
  });
});

describe('invitations', () => {
  let staff: TestUser;

  beforeEach(async () => {
    staff = await createUser(server.services.db, { staff: true });
  });

  async function invite(email: string, as = admin) {
    const input = { params: { projectId }, body: { email, role: 'editor' as const } };
    const invitation = await server.call(memberRoutes.invite, input, { token: as.token });
    const token = await eventually(async () => {
      const page = await server.call(staffRoutes.mails, { query: {} }, { token: staff.token });
      const mail = page.items.find((kept) => kept.to === email && /invitation/i.test(kept.subject));
      const found = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (!found) throw new Error('no mail yet');
      return found;
    });
    return { invitation, token };
  }

  test('an invited person joins with the role of the invitation, once', async () => {
    const guest = await createUser(server.services.db);
    const { token } = await invite(guest.email);
    expect((await listAs(admin)).invitations).toHaveLength(1);
    const joined = await server.call(memberRoutes.accept, { body: { token } }, guest);
    expect(joined.projectId).toBe(projectId);
    const { members, invitations } = await listAs(guest);
    expect(members.find((member) => member.userId === guest.id)?.role).toBe('editor');
    expect(invitations).toEqual([]);
    const again = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(again).toMatchObject({ status: 410, code: 'E_TOKEN_EXPIRED' });
  });

  test('an invitation works for the invited address only, and only once it is verified', async () => {
    const { db } = server.services;
    const [guest, thief] = [await createUser(db, { verified: false }), await createUser(db)];
    const { token } = await invite(guest.email);
    const stolen = await server.refuse(memberRoutes.accept, { body: { token } }, thief);
    expect(stolen.code).toBe('E_INVITATION_ADDRESS');
    expect(stolen.message).not.toContain(guest.email);
    const early = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(early.code).toBe('E_EMAIL_UNVERIFIED');
  });

  test('TEAM-2 a signed-in person sees what is open for their address, and accepts or declines it', async () => {
    const { db } = server.services;
    const [guest, other] = [await createUser(db), await createUser(db)];
    await invite(guest.email);
    expect(await server.call(ownInvitationRoutes.list, {}, other)).toEqual([]);
    const [invitation] = await server.call(ownInvitationRoutes.list, {}, guest);
    expect(invitation).toMatchObject({ role: 'editor', invitedBy: admin.name });
    const params = { invitationId: invitation?.id ?? '' };
    const stolen = await server.refuse(ownInvitationRoutes.accept, { params }, other);
    expect(stolen.code).toBe('E_TOKEN_EXPIRED');
    const { projectId: joined } = await server.call(ownInvitationRoutes.accept, { params }, guest);
    expect(joined).toBe(projectId);
    expect((await listAs(guest)).members.find(({ userId }) => userId === guest.id)?.role).toBe(
      'editor',
    );
    expect(await server.call(ownInvitationRoutes.list, {}, guest)).toEqual([]);

    await invite(other.email);
    const [declined] = await server.call(ownInvitationRoutes.list, {}, other);
    const input = { params: { invitationId: declined?.id ?? '' } };
    await server.call(ownInvitationRoutes.decline, input, other);
    expect((await listAs(admin)).invitations).toEqual([]);
  });

  test('nobody invites to a role above their own', async () => {
    const input = {
      params: { projectId },
      body: { email: 'x@example.test', role: 'owner' as const },
    };
    const refused = await server.refuse(memberRoutes.invite, input, { token: admin.token });
    expect(refused.code).toBe('E_FORBIDDEN');
  });

  test('TEAM-1 a renewed invitation has a new link, and the older one is worthless', async () => {
    const guest = await createUser(server.services.db);
    const { invitation, token } = await invite(guest.email);
    const renewal = { params: { projectId, invitationId: invitation.id }, body: { send: false } };
    const { link } = await server.call(memberRoutes.renewInvitation, renewal, admin);
    const old = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(old.code).toBe('E_TOKEN_EXPIRED');
    const renewed = new URL(link).searchParams.get('invitation')!;
    const joined = await server.call(memberRoutes.accept, { body: { token: renewed } }, guest);
    expect(joined.projectId).toBe(projectId);
  });

  test('TEAM-1 an invitation of somebody who may not invite any more is refused, and owners are told', async () => {
    const guest = await createUser(server.services.db);
    const { token } = await invite(guest.email);
    await server.call(...changeRole(owner, admin, 'viewer'));
    const refused = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(refused).toMatchObject({ status: 410, code: 'E_INVITATION_STALE' });
    const { items } = await server.call(inboxRoutes.list, { query: {} }, owner);
    expect(items).toMatchObject([{ kind: 'invitation.stale' }]);
    await server.call(...changeRole(owner, admin, 'admin'));
    await server.call(memberRoutes.accept, { body: { token } }, guest);
  });

  test('TEAM-1 nor does one of somebody whose account is shut let anybody in', async () => {
    const guest = await createUser(server.services.db);
    const { token } = await invite(guest.email);
    const shut = { params: { userId: admin.id }, body: { reason: 'Taken over' } };
    await server.call(staffRoutes.suspend, shut, staff);
    const refused = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(refused).toMatchObject({ status: 410, code: 'E_INVITATION_STALE' });
    const [own] = await server.call(ownInvitationRoutes.list, {}, guest);
    const params = { invitationId: own?.id ?? '' };
    const again = await server.refuse(ownInvitationRoutes.accept, { params }, guest);
    expect(again.code).toBe('E_INVITATION_STALE');
    await server.call(staffRoutes.unsuspend, shut, staff);
    await server.call(memberRoutes.accept, { body: { token } }, guest);
  });

  test('TEAM-1 names in the mail of an invitation are no letters of their own', async () => {
    const inviter = await createUser(server.services.db, {
      name: 'Your account is blocked, see evil.example/now',
    });
    const other = await createProject(
      server.services.db,
      { owner: inviter },
      'x\nhttps://evil.example',
    );
    const input = {
      params: { projectId: other.id },
      body: { email: 'reader@example.test', role: 'viewer' as const },
    };
    await server.call(memberRoutes.invite, input, inviter);
    const mail = await eventually(async () => {
      const page = await server.call(staffRoutes.mails, { query: {} }, { token: staff.token });
      const found = page.items.find((kept) => kept.to === 'reader@example.test');
      if (!found) throw new Error('no mail yet');
      return found;
    });
    expect(mail.subject + mail.text).not.toContain('evil.example');
    expect(mail.text).toContain(`Somebody (${inviter.email})`);
  });

  test('a withdrawn invitation is worthless', async () => {
    const guest = await createUser(server.services.db);
    const { invitation, token } = await invite(guest.email);
    const params = { projectId, invitationId: invitation.id };
    await server.call(memberRoutes.withdraw, { params }, { token: admin.token });
    const refused = await server.refuse(memberRoutes.accept, { body: { token } }, guest);
    expect(refused.code).toBe('E_TOKEN_EXPIRED');
  });
});

describe('before somebody goes', () => {
  test('TEAM-1 one list says what they have here and what becomes of it', async () => {
    await createKey(server, projectId, viewer, { name: 'Nightly' });
    const params = { projectId, userId: viewer.id };
    const list = await server.call(memberRoutes.belongings, { params }, admin);
    expect(list).toMatchObject([{ kind: 'key', name: 'Nightly', becomes: 'held' }]);
    expect(await server.call(memberRoutes.belongings, { params }, viewer)).toHaveLength(1);
    const others = { params: { projectId, userId: owner.id } };
    expect((await server.refuse(memberRoutes.belongings, others, viewer)).code).toBe(
      'E_MEMBER_NOT_FOUND',
    );
  });
});

describe('the audit log', () => {
  test('TEAM-7 is filtered by person, actor, thing, act and time', async () => {
    const before = new Date().toISOString();
    await server.call(...changeRole(owner, viewer, 'editor'));
    await createKey(server, projectId, admin, { name: 'Nightly' });
    const read = async (query: Record<string, string>) => {
      const { items } = await server.call(
        auditRoutes.list,
        { params: { projectId }, query },
        admin,
      );
      return items.map(({ action }) => action);
    };
    expect(await read({})).toEqual(['key.created', 'member.role-changed']);
    expect(await read({ person: admin.id })).toEqual(['key.created']);
    expect(await read({ thing: 'member' })).toEqual(['member.role-changed']);
    expect(await read({ action: 'key.created' })).toEqual(['key.created']);
    expect(await read({ actorKind: 'key' })).toEqual([]);
    expect(await read({ target: 'Nightly' })).toEqual(['key.created']);
    expect(await read({ until: before })).toEqual([]);
    expect(await read({ from: before, target: viewer.id })).toEqual(['member.role-changed']);
  });

  test('TEAM-7 is exported with the same filter, and a name is never a formula', async () => {
    await createKey(server, projectId, admin, { name: '=cmd()' });
    await server.call(...changeRole(owner, viewer, 'editor'));
    const path = `/api/audit/v1/${projectId}/export`;
    const csv = await server.send('GET', path, { token: admin.token, query: 'thing=key' });
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"key.created"`);
    expect(lines[1]).toContain(`"'=cmd()"`);
    // A table may be called so.
    await server.services.db.pool.query(
      `insert into audit_log (actor_kind, actor_ref, project_id, action, target, details)
       values ('person', 'test', $1, 'key.created', e'\\n=cmd()', '{}')`,
      [projectId],
    );
    const imported = await server.send('GET', path, { token: admin.token, query: 'thing=key' });
    expect(imported.text).toContain(`"'\n=cmd()"`);
    const refused = await server.send('GET', path, { token: viewer.token });
    expect(refused.status).toBe(403);
  });

  test('TEAM-7 the export has every entry, however many there are', async () => {
    const { db } = server.services;
    await db.pool.query(
      `insert into audit_log (actor_kind, actor_ref, project_id, action, details)
       select 'person', 'test', $1, 'key.created', '{}' from generate_series(1, 100500)`,
      [projectId],
    );
    await db.pool.query('analyze audit_log');
    const path = `/api/audit/v1/${projectId}/export`;
    const csv = await server.send('GET', path, { token: admin.token, query: 'thing=key' });
    expect(csv.text.split('\r\n')).toHaveLength(100_502);
  });

  test('tells admins who did what, newest first, page by page', async () => {
    await server.call(...changeRole(owner, viewer, 'editor'));
    await server.call(...changeRole(owner, viewer, 'admin'));
    const read = (query: { limit?: number; cursor?: string }) => {
      return server.call(auditRoutes.list, { params: { projectId }, query }, admin);
    };
    const first = await read({ limit: 1 });
    expect(first.items).toMatchObject([
      {
        action: 'member.role-changed',
        actor: { id: owner.id },
        target: viewer.id,
        details: { from: 'editor', to: 'admin' },
      },
    ]);
    const second = await read({ limit: 1, cursor: first.nextCursor! });
    expect(second.items).toMatchObject([{ details: { from: 'viewer', to: 'editor' } }]);
    expect(second.nextCursor).toBeNull();
  });

  test('can not be changed, not even by us', async () => {
    await server.call(...changeRole(owner, viewer, 'editor'));
    const { pool } = server.services.db;
    await expect(pool.query(`update audit_log set action = 'nothing'`)).rejects.toThrow(
      'append-only',
    );
    await expect(pool.query('delete from audit_log')).rejects.toThrow('append-only');
    await expect(pool.query('truncate audit_log')).rejects.toThrow('append-only');
  });

  test('has no entry for an act that was refused', async () => {
    await server.refuse(...changeRole(owner, owner, 'admin'));
    const page = await server.call(
      auditRoutes.list,
      { params: { projectId }, query: {} },
      { token: owner.token },
    );
    expect(page.items).toEqual([]);
  });
});
