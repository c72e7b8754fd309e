import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eraseAccount } from '#testing/erase-account.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
afterAll(() => server.stop());

async function book(owner: TestUser, seats: number): Promise<void> {
  const wish = { body: { purpose: 'plan', plan: 'team', seats } } as const;
  const { id: checkoutId } = await server.call(billingRoutes.checkout, wish, owner);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' } } as const;
  await server.call(billingRoutes.pay, pay, owner);
}

test('TEAM-10 with fewer seats than people who joined last read until a seat is free; nothing is gone, and with more seats all write again', async () => {
  const { owner, editors, params } = await createTeam(5);
  const { projectId } = params;
  /** Whether each may write, as the page is told and as a call is answered. */
  const whoWrites = async () => {
    const outcomes: boolean[] = [];
    for (const editor of editors) {
      const [project] = await server.call(projectRoutes.list, {}, editor);
      const { status } = await server.send('POST', `/api/dashboards/v1/${projectId}`, {
        token: editor.token,
        body: { name: 'Mine' },
      });
      expect([project?.role, status]).toEqual(status === 200 ? ['editor', 200] : ['viewer', 403]);
      await server.call(dashboardRoutes.list, { params }, editor);
      outcomes.push(status === 200);
    }
    return outcomes;
  };
  expect(await whoWrites()).toEqual([true, true, true, true, true]);

  await server.call(billingRoutes.change, { body: { plan: 'free', seats: 1 } }, owner);
  expect(await whoWrites()).toEqual([true, true, true, true, true]);
  await server.call(billingRoutes.testAct, { body: { act: 'nextMonth' } }, owner);
  // Three seats of the free plan: the owner, and who joined first.
  expect(await whoWrites()).toEqual([true, true, false, false, false]);
  const { members } = await server.call(memberRoutes.list, { params }, owner);
  expect(members.filter(({ hasSeat }) => !hasSeat).map(({ role }) => role)).toEqual([
    'editor',
    'editor',
    'editor',
  ]);

  const first = {
    params: { projectId, userId: editors[0]!.id },
    body: { role: 'viewer' },
  } as const;
  await server.call(memberRoutes.changeRole, first, owner);
  editors.shift();
  expect(await whoWrites()).toEqual([true, true, false, false]);
  await book(owner, 6);
  expect(await whoWrites()).toEqual([true, true, true, true]);
});

test('TEAM-3 when who pays for a project leaves it, the next owner pays and is told', async () => {
  const { db } = server.services;
  const [first, second] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner: first }, 'Bakery');
  await changeRows(
    db,
    sql`insert into project_members (project_id, user_id, role, joined_at)
        values (${projectId}, ${second.id}, 'owner', now() + interval '1 second')`,
  );
  const params = { projectId };
  const payer = async (who: TestUser) =>
    (await server.call(billingRoutes.standing, { params }, who)).payer;
  expect(await payer(second)).toMatchObject({ isYou: false, name: first.name });
  await server.call(memberRoutes.leave, { params }, first);
  expect(await payer(second)).toMatchObject({ isYou: true });
  const { items } = await server.call(inboxRoutes.list, { query: {} }, second);
  expect(items[0]).toMatchObject({
    kind: 'sponsor.changed',
    params: { project: 'Bakery', by: first.name },
  });
});

test('TEAM-3 nobody comes to pay for a project by being made an owner beside who does; who takes it over does', async () => {
  const { db } = server.services;
  const [first, other, heir] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner: first, admin: other, editor: heir });
  const params = { projectId };
  const payer = async () => (await server.call(billingRoutes.standing, { params }, other)).payer;
  const promote = (userId: string, by: TestUser) =>
    server.call(
      memberRoutes.changeRole,
      { params: { projectId, userId }, body: { role: 'owner' } },
      by,
    );
  await promote(other.id, first);
  expect((await payer()).name).toBe(first.name);
  await server.call(projectRoutes.offer, { params, body: { userId: heir.id } }, first);
  await server.call(projectRoutes.acceptOffer, { params }, heir);
  expect((await payer()).name).toBe(heir.name);
  await promote(first.id, heir);
  expect((await payer()).name).toBe(heir.name);
  await server.call(projectRoutes.remove, { params }, heir);
  await server.call(projectRoutes.restore, { params: { restingId: projectId } }, first);
  expect((await payer()).name).toBe(heir.name);
});

/** The plan ends with the month: three seats are left. */
async function unbook(owner: TestUser): Promise<void> {
  await server.call(billingRoutes.change, { body: { plan: 'free', seats: 1 } }, owner);
  await server.call(billingRoutes.testAct, { body: { act: 'nextMonth' } }, owner);
}

async function rolesOf(people: TestUser[]): Promise<(string | undefined)[]> {
  const lists = await Promise.all(people.map((one) => server.call(projectRoutes.list, {}, one)));
  return lists.map(([project]) => project?.role);
}

/** Editors of a project whose seats are all paid for, each joined a second after the one before. */
async function createTeam(count: number) {
  const { db } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  await book(owner, 1 + count);
  const editors: TestUser[] = [];
  for (let place = 0; place < count; place += 1) {
    const editor = await createUser(db);
    await changeRows(
      db,
      sql`insert into project_members (project_id, user_id, role, joined_at)
          values (${projectId}, ${editor.id}, 'editor', now() + make_interval(secs => ${place}))`,
    );
    editors.push(editor);
  }
  return { owner, editors, params: { projectId } };
}

test('TEAM-10 invitations that are accepted when there are fewer seats than when they were sent give no more seats', async () => {
  const { db } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  await book(owner, 5);
  const guests: TestUser[] = [];
  const tokens: string[] = [];
  for (let place = 0; place < 4; place += 1) {
    const guest = await createUser(db);
    const body = { email: guest.email, role: 'editor' as const };
    const { link } = await server.call(memberRoutes.invite, { params: { projectId }, body }, owner);
    tokens.push(new URL(link).searchParams.get('invitation') ?? '');
    guests.push(guest);
  }
  await unbook(owner);
  for (const [place, guest] of guests.entries()) {
    await server.call(memberRoutes.accept, { body: { token: tokens[place]! } }, guest);
  }
  expect(await rolesOf(guests)).toEqual(['editor', 'editor', 'viewer', 'viewer']);
  await book(owner, 5);
  expect(await rolesOf(guests)).toEqual(['editor', 'editor', 'editor', 'editor']);
});

test('TEAM-10 a project that changes hands has the seats of who pays for it then', async () => {
  const { owner, editors, params } = await createTeam(4);
  const [heir] = editors;
  await server.call(projectRoutes.offer, { params, body: { userId: heir!.id } }, owner);
  await server.call(projectRoutes.acceptOffer, { params }, heir);
  expect(await rolesOf([owner, ...editors])).toEqual([
    'admin',
    'owner',
    'editor',
    'viewer',
    'viewer',
  ]);
});

test('TEAM-10 a project that rested while a plan ended comes back with the seats there are', async () => {
  const { owner, editors, params } = await createTeam(4);
  await server.call(projectRoutes.remove, { params }, owner);
  await unbook(owner);
  await server.call(projectRoutes.restore, { params: { restingId: params.projectId } }, owner);
  expect(await rolesOf(editors)).toEqual(['editor', 'editor', 'viewer', 'viewer']);
});

test('TEAM-10 when who pays for a project is erased, it has the seats of who pays next, who is told; so it is with a sponsor', async () => {
  const { db } = server.services;
  const { owner: first, editors, params } = await createTeam(4);
  const [second, third, ...others] = editors;
  const promote = { params: { ...params, userId: second!.id }, body: { role: 'owner' } } as const;
  await server.call(memberRoutes.changeRole, promote, first);
  await eraseAccount(server, first);
  expect(await rolesOf([...others])).toEqual(['editor', 'viewer']);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, second);
  expect(items[0]).toMatchObject({ kind: 'sponsor.changed', params: { by: '' } });

  await book(third!, 4);
  const offer = { params, body: { userId: third!.id } };
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, third);
  await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, second);
  expect(await rolesOf([...others])).toEqual(['editor', 'editor']);
  const guest = await createUser(db);
  await changeRows(
    db,
    sql`insert into project_members (project_id, user_id, role, joined_at)
        values (${params.projectId}, ${guest.id}, 'editor', now() + interval '1 hour')`,
  );
  await eraseAccount(server, third!);
  expect(await rolesOf([...others, guest])).toEqual(['editor', 'editor', 'viewer']);
});

test('TEAM-10 making everybody an owner before a plan ends gives no more seats than there are', async () => {
  const { owner, editors, params } = await createTeam(4);
  for (const { id: userId } of editors) {
    const promote = { params: { ...params, userId }, body: { role: 'owner' } } as const;
    await server.call(memberRoutes.changeRole, promote, owner);
  }
  expect(await rolesOf(editors)).toEqual(['owner', 'owner', 'owner', 'owner']);
  await unbook(owner);
  expect(await rolesOf([owner, ...editors])).toEqual([
    'owner',
    'owner',
    'owner',
    'viewer',
    'viewer',
  ]);
  // Who pays left: the next owner does, and a seat is free.
  await server.call(memberRoutes.leave, { params }, owner);
  expect(await rolesOf(editors)).toEqual(['owner', 'owner', 'owner', 'viewer']);
});
