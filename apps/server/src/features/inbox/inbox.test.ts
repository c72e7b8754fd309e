import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell, untell, withdrawApprovals } from '#platform/inbox/tell.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createSession, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let projectId: string;

const server = await startTestServer();
afterAll(() => server.stop());
beforeEach(async () => {
  const { db } = server.services;
  [owner, editor, viewer] = [await createUser(db), await createUser(db), await createUser(db)];
  projectId = (await createProject(db, { owner, editor, viewer }, 'Bakery')).id;
});

const listAs = (who: TestUser) => server.call(inboxRoutes.list, { query: {} }, who);
type Tell = Parameters<typeof tell<'key.held'>>[1];
const tellHeld = (more: Partial<Tell> = {}) =>
  server.services.db.transaction((tx) =>
    tell(tx, {
      to: { people: [owner.id] },
      kind: 'key.held',
      params: { key: 'Nightly', person: 'Ada' },
      projectId,
      link: '/settings/keys',
      ...more,
    }),
  );

describe('being told', () => {
  test('TEAM-8 what concerns somebody comes into their inbox, newest first, with the way to it', async () => {
    await tellHeld({ params: { key: 'First', person: 'Ada' } });
    await tellHeld({ params: { key: 'Second', person: 'Ada' } });
    const { items, unread } = await listAs(owner);
    expect(unread).toBe(2);
    expect(items.map((entry) => sayInbox(entry, 'en').title)).toEqual([
      'The key “Second” is held',
      'The key “First” is held',
    ]);
    expect(items[0]).toMatchObject({
      link: '/settings/keys',
      project: { id: projectId, name: 'Bakery' },
      readAt: null,
    });
    expect((await listAs(editor)).items).toEqual([]);
  });

  test('TEAM-8 everybody with a role is told, but not who did it', async () => {
    await tellHeld({ to: { atLeast: 'editor' }, except: owner.id });
    const counts = await Promise.all(
      [owner, editor, viewer].map(async (who) => (await listAs(who)).unread),
    );
    expect(counts).toEqual([0, 1, 0]);
  });

  test('TEAM-8 the same told again takes the place of the unread one and counts', async () => {
    for (const key of ['one', 'two', 'three'])
      await tellHeld({ about: 'key', params: { key, person: 'Ada' } });
    const { items } = await listAs(owner);
    expect(items).toMatchObject([{ times: 3, params: { key: 'three' } }]);
    await server.call(inboxRoutes.read, { body: { ids: [items[0]!.id] } }, owner);
    await tellHeld({ about: 'key' });
    expect((await listAs(owner)).items).toHaveLength(2);
  });

  test('TEAM-8 what is true no longer is taken back', async () => {
    await tellHeld({ about: 'key' });
    const { db } = server.services;
    await db.transaction((tx) => untell(tx, { kind: 'key.held', about: 'key' }));
    expect(await listAs(owner)).toMatchObject({ items: [], unread: 0 });
  });

  test('TEAM-8 who has left a project sees nothing of it any more', async () => {
    await tellHeld({ to: { people: [viewer.id] } });
    expect((await listAs(viewer)).unread).toBe(1);
    const params = { projectId, userId: viewer.id };
    await server.call(memberRoutes.remove, { params }, owner);
    expect(await listAs(viewer)).toMatchObject({ items: [], unread: 0 });
  });

  test('TEAM-8 a link leads nowhere but into the product', async () => {
    await expect(tellHeld({ link: 'https://evil.example' })).rejects.toThrow('Not our link');
    await expect(tellHeld({ link: '//evil.example' })).rejects.toThrow('Not our link');
  });
});

describe('reading', () => {
  test('TEAM-8 entries are read one by one, as unread again, or all up to a moment', async () => {
    for (let told = 0; told < 3; told += 1) await tellHeld();
    const { items } = await listAs(owner);
    const [newest, middle] = items.map(({ id }) => id) as [string, string];
    await server.call(inboxRoutes.read, { body: { ids: [newest] } }, owner);
    expect((await listAs(owner)).unread).toBe(2);
    await server.call(inboxRoutes.read, { body: { ids: [newest], isRead: false } }, owner);
    expect((await listAs(owner)).unread).toBe(3);
    const until = items.find(({ id }) => id === middle)!.toldAt;
    await server.call(inboxRoutes.readAll, { body: { until } }, owner);
    const unread = await server.call(inboxRoutes.list, { query: { unread: 'true' } }, owner);
    expect(unread.items.map(({ id }) => id)).toEqual([newest]);
  });

  test('TEAM-8 nobody reads or answers what is another person’s', async () => {
    await tellHeld();
    const { items } = await listAs(owner);
    await server.call(inboxRoutes.read, { body: { ids: [items[0]!.id] } }, editor);
    expect((await listAs(owner)).unread).toBe(1);
  });

  test('TEAM-8 a long inbox comes page by page, without a gap or a repetition', async () => {
    for (let told = 0; told < 7; told += 1) await tellHeld();
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 3, ...(cursor && { cursor }) };
      const page = await server.call(inboxRoutes.list, { query }, owner);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  test('TEAM-8 staff who act as somebody leave their inbox as it is', async () => {
    await tellHeld();
    const staff = await createUser(server.services.db, { staff: true });
    const session = { userId: owner.id, impersonatorId: staff.id };
    const token = await createSession(server.services.db, session);
    const { items } = await server.call(inboxRoutes.list, { query: {} }, { token });
    const body = { ids: [items[0]!.id] };
    const refused = await server.refuse(inboxRoutes.read, { body }, { token });
    expect(refused.code).toBe('E_IMPERSONATION_REFUSED');
  });
});

describe('approvals', () => {
  const ask = (more: { expiresAt?: Date } = {}, subjectId: string = crypto.randomUUID()) =>
    server.services.db
      .transaction((tx) =>
        tell(tx, {
          to: { atLeast: 'editor' },
          kind: 'approval.asked',
          params: { title: 'Refund', by: 'Workflow', question: 'Refund 12 orders?' },
          projectId,
          approval: { subjectId, atLeast: 'editor', ...more },
        }),
      )
      .then(() => subjectId);
  const answer = async (who: TestUser, isAccepted: boolean) => {
    const [entry] = (await listAs(who)).items;
    return [
      inboxRoutes.answer,
      { params: { entryId: entry!.id }, body: { isAccepted } },
      who,
    ] as const;
  };

  test('TEAM-8 the first answer counts, everybody sees it, and who asked hears of it', async () => {
    const subjectId = await ask();
    const answered = await server.call(...(await answer(editor, true)));
    expect(answered.approval).toMatchObject({ outcome: 'accepted', answeredBy: editor.name });
    const refused = await server.refuse(...(await answer(owner, false)));
    expect(refused).toMatchObject({ status: 422, code: 'E_APPROVAL_ANSWERED' });
    const ofOwner = await listAs(owner);
    expect(ofOwner.unread).toBe(0);
    expect(ofOwner.items[0]?.approval).toMatchObject({ outcome: 'accepted' });
    const told = await listRows<{ data: object }>(
      server.services.db,
      sql`select data from outbox where type = 'approval.answered'`,
    );
    expect(told.map(({ data }) => data)).toMatchObject([
      { subjectId, isAccepted: true, userId: editor.id },
    ]);
  });

  test('TEAM-8 an answer is in the audit log of the project, with who gave it', async () => {
    const accepted = await ask();
    await server.call(...(await answer(editor, true)));
    const declined = await ask();
    await server.call(...(await answer(owner, false)));
    const { items } = await server.call(
      auditRoutes.list,
      { params: { projectId }, query: { thing: 'approval' } },
      owner,
    );
    expect(items).toMatchObject([
      { action: 'approval.denied', target: declined, actor: { id: owner.id } },
      { action: 'approval.approved', target: accepted, details: { title: 'Refund' } },
    ]);
  });

  test('TEAM-8 who was asked as an editor and is one no longer decides nothing', async () => {
    await ask();
    const params = { projectId, userId: editor.id };
    await server.call(memberRoutes.changeRole, { params, body: { role: 'viewer' } }, owner);
    expect((await server.refuse(...(await answer(editor, true)))).code).toBe('E_FORBIDDEN');
  });

  test('TEAM-8 nor does who has no seat any more, until one is free', async () => {
    const { db } = server.services;
    await ask();
    const seatless = sql`insert into seatless_members (project_id, user_id)
      values (${projectId}, ${editor.id})`;
    await changeRows(db, seatless);
    expect((await server.refuse(...(await answer(editor, true)))).code).toBe('E_FORBIDDEN');
    await changeRows(db, sql`delete from seatless_members where user_id = ${editor.id}`);
    const answered = await server.call(...(await answer(editor, true)));
    expect(answered.approval).toMatchObject({ outcome: 'accepted' });
  });

  test('TEAM-8 what expired or was withdrawn can not be answered', async () => {
    await ask({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await listAs(owner)).items[0]?.approval?.outcome).toBe('expired');
    expect((await server.refuse(...(await answer(owner, true)))).code).toBe('E_APPROVAL_ANSWERED');
    const subjectId = await ask();
    await server.services.db.transaction((tx) => withdrawApprovals(tx, subjectId));
    expect((await listAs(owner)).items[0]?.approval?.outcome).toBe('withdrawn');
    expect((await server.refuse(...(await answer(owner, true)))).code).toBe('E_APPROVAL_ANSWERED');
  });
});

describe('what is told by the product itself', () => {
  test('TEAM-8 an invitation lies in the inbox of who has an account, until it is withdrawn', async () => {
    const guest = await createUser(server.services.db);
    const body = { email: guest.email.toUpperCase(), role: 'editor' as const };
    const invite = () => server.call(memberRoutes.invite, { params: { projectId }, body }, owner);
    await invite();
    const { id: invitationId } = await invite();
    const { items } = await listAs(guest);
    expect(items).toMatchObject([
      { kind: 'invitation.received', params: { project: 'Bakery', by: owner.name } },
    ]);
    await server.call(memberRoutes.withdraw, { params: { projectId, invitationId } }, owner);
    expect((await listAs(guest)).items).toEqual([]);
  });

  test('TEAM-8 an address that nobody verified is told nothing', async () => {
    const claim = await createUser(server.services.db, { verified: false });
    const input = { params: { projectId }, body: { email: claim.email, role: 'viewer' as const } };
    await server.call(memberRoutes.invite, input, owner);
    expect((await listAs(claim)).items).toEqual([]);
  });

  test('TEAM-8 owners hear that somebody joined, who joined does not', async () => {
    const guest = await createUser(server.services.db, { name: 'Grace' });
    const admin = await createUser(server.services.db);
    await changeRows(
      server.services.db,
      sql`insert into project_members (project_id, user_id, role)
          values (${projectId}, ${admin.id}, 'admin')`,
    );
    await changeRows(
      server.services.db,
      sql`insert into invitations (project_id, email, role, token_hash, invited_by, expires_at)
          values (${projectId}, ${guest.email}, 'viewer', sha256(convert_to(${TOKEN}, 'UTF8')),
            ${admin.id}, now() + interval '1 day')`,
    );
    await server.call(memberRoutes.accept, { body: { token: TOKEN } }, guest);
    const joined = { kind: 'member.joined', params: { name: 'Grace', project: 'Bakery' } };
    await eventually(async () => {
      expect((await listAs(owner)).items).toMatchObject([joined]);
      expect((await listAs(admin)).items).toMatchObject([joined]);
    });
    expect((await listAs(guest)).items).toEqual([]);
  });
});

const TOKEN = 'a token for tests that is long enough';
