import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import { forgetOldRuns } from '#features/automations/forget-history.ts';
import { leastIdAt } from '#features/automations/running/run-ids.ts';
import { answersMeter } from '#features/billing/answers-meter.ts';
import { freePaidFor } from '#platform/credits/marks.ts';
import { endDueSponsorships } from '#features/billing/sponsors.ts';
import { sampleStorage } from '#features/billing/storage-samples.ts';
import { setSponsor } from '#features/projects/queries.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import type { Count } from '#platform/credits/credits.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ DEFAULT_PLAN: 'free' });
});
afterAll(() => server.stop());

async function createOwned(): Promise<{ owner: TestUser; projectId: string }> {
  const { db } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  await show(owner);
  return { owner, projectId };
}

const show = (person: TestUser) => server.call(billingRoutes.show, {}, person);

async function use(of: Pick<Count, 'projectId' | 'meter' | 'quantity'>): Promise<void> {
  const about = { causeKind: 'workflow', causeId: 'w', actorKind: 'person', actorId: 'p' };
  const { db, credits } = server.services;
  await db.transaction((tx) => credits.charge(tx, [{ ...of, ...about }]));
}

test('TEAM-9 a spend cap that is reached lets what costs rest, charges nothing beyond it, and raised lets it go on', async () => {
  const { owner, projectId } = await createOwned();
  const setCap = (cap: string | null) =>
    server.call(billingRoutes.setCap, { body: { cap } }, owner);
  const standing = () => server.call(billingRoutes.standing, { params: { projectId } }, owner);
  await setCap('10');
  await use({ projectId, meter: 'workflow.run', quantity: 180n });
  expect(await standing()).toMatchObject({ stop: null });
  await use({ projectId, meter: 'workflow.run', quantity: 100n });
  expect(await show(owner)).toMatchObject({ balance: '190', spent: '10', cap: '10' });
  expect(await standing()).toMatchObject({ stop: 'cap', owed: null });
  await use({ projectId, meter: 'workflow.run', quantity: 100n });
  expect((await show(owner)).balance).toBe('190');
  // What is kept is charged all the same, and blocks nothing.
  await use({ projectId, meter: 'storage.byte_day', quantity: 100_000_000_000n });
  expect((await show(owner)).balance).toBe('183');

  await setCap('20');
  expect(await standing()).toMatchObject({ stop: null });
  await use({ projectId, meter: 'workflow.run', quantity: 20n });
  expect((await show(owner)).balance).toBe('182');
  const accountId = await accountOf(server.services.db, owner.id, 'free');
  expect(await findDisagreements(server.services.db, [accountId])).toEqual([]);
});

test('TEAM-9 halfway, at four fifths and at its end a spend cap is told of, once each, in whole sentences', async () => {
  const { owner, projectId } = await createOwned();
  await server.call(billingRoutes.setCap, { body: { cap: '10' } }, owner);
  const told: (number | undefined)[] = [];
  for (const quantity of [99n, 2n, 60n, 1n, 60n, 1n]) {
    await use({ projectId, meter: 'workflow.run', quantity });
    const [newest] = await listRows<{ percent: number }>(
      server.services.db,
      sql`select (params->>'percent')::int as percent from inbox
          where user_id = ${owner.id} and kind = 'threshold.reached' order by told_at desc`,
    );
    told.push(newest?.percent);
  }
  expect(told).toEqual([undefined, 50, 80, 80, 100, 100]);
  const [entry] = (await server.call(inboxRoutes.list, { query: { limit: 5 } }, owner)).items;
  expect(entry && sayInbox(entry, 'en').title).toBe('100% of your spend cap of 10 credits used');
});

test('TEAM-9 what is kept is sampled four times a day and costs its mean; a look that is repeated costs nothing', async () => {
  const { owner, projectId } = await createOwned();
  const day = Date.parse('2027-02-01T00:00:00Z');
  const HOUR = 3_600_000;
  for (const [hour, gigabytes] of [
    [0, 100],
    [6, 300],
    [6.1, 300],
    [12, 0],
    [18, 400],
  ] as const) {
    const bytes = String(gigabytes * 1_000_000_000);
    const list = async () => [{ projectId, bytes }];
    await sampleStorage(server.services, [list], new Date(day + hour * HOUR));
  }
  // 200 GB in the mean, at 0.07 each.
  const { balance } = await show(owner);
  expect(creditsToUnits('200') - creditsToUnits(balance)).toBe(creditsToUnits('14'));
});

test('TEAM-5 runs and the audit log go back as far as the plan says, and a smaller plan takes nothing away', async () => {
  const { owner, projectId } = await createOwned();
  const { db } = server.services;
  const DAY = 86_400_000;
  const now = Date.now();
  const runId = leastIdAt(now).replace(/0{12}$/, crypto.randomUUID().slice(-12));
  await changeRows(
    db,
    sql`insert into workflow_history (id, project_id, workflow_id, version, status, ms,
          trigger_kind, trigger_id, trigger)
        values (${runId}, ${projectId}, ${crypto.randomUUID()}, 1, 'done', 1, 'manual', 't', '{}')`,
  );
  await changeRows(
    db,
    sql`insert into audit_log (project_id, action, at)
        values (${projectId}, 'project.updated', now() - interval '8 days')`,
  );
  const hasRun = async (daysLater: number) => {
    await forgetOldRuns(server.services, new Date(now + daysLater * DAY));
    const rows = await listRows(db, sql`select from workflow_history where id = ${runId}`);
    return rows.length === 1;
  };
  const hasEntry = async () => {
    const call = { params: { projectId }, query: { limit: 50 } };
    const { items } = await server.call(auditRoutes.list, call, owner);
    return items.some(({ action }) => action === 'project.updated');
  };
  const beginPlan = (at: Date) =>
    changeRows(
      db,
      sql`update billing_accounts set plan_since = ${at} where holder_id = ${owner.id}`,
    );
  // The plan became smaller after they were written.
  await beginPlan(new Date(now + DAY));
  expect(await hasRun(300)).toBe(true);
  expect(await hasEntry()).toBe(true);
  await beginPlan(new Date(now - 20 * DAY));
  expect(await hasEntry()).toBe(false);
  expect(await hasRun(6)).toBe(true);
  expect(await hasRun(8)).toBe(false);
});

test('TEAM-3 a sponsor is asked, accepts, pays from then on, and ends it with notice', async () => {
  const { db } = server.services;
  const [owner, sponsor] = await Promise.all([createUser(db), createUser(db)]);
  const { id: projectId } = await createProject(db, { owner, viewer: sponsor });
  await Promise.all([show(owner), show(sponsor)]);
  const params = { projectId };
  const ask = { params, body: { userId: sponsor.id } };
  const offer = await server.call(billingRoutes.offerSponsor, ask, owner);
  const accept = { params: { sponsorshipId: offer.id } };
  const own = await server.refuse(billingRoutes.acceptSponsor, accept, owner);
  expect(own.code).toBe('E_SPONSOR');
  await server.call(billingRoutes.acceptSponsor, accept, sponsor);
  const [project] = await server.call(projectRoutes.list, {}, sponsor);
  expect(project?.sponsorId).toBe(sponsor.id);
  await db.transaction((tx) =>
    server.services.credits.charge(tx, [
      {
        projectId,
        meter: 'compute.ms',
        quantity: 120_000n,
        causeKind: 'import',
        causeId: projectId,
        actorKind: 'person',
        actorId: owner.id,
      },
    ]),
  );
  expect((await show(sponsor)).balance).toBe('199');
  expect((await show(owner)).balance).toBe('200');
  await server.call(billingRoutes.endSponsor, accept, sponsor);
  const [ending] = await server.call(billingRoutes.sponsorships, {}, sponsor);
  expect(ending).toMatchObject({ state: 'active', endsAt: expect.any(String) });
  await server.call(billingRoutes.endSponsor, accept, owner);
  expect(await server.call(billingRoutes.sponsorOf, { params }, owner)).toBeNull();
  const [after] = await server.call(projectRoutes.list, {}, owner);
  expect(after?.sponsorId).toBeNull();
});

test('TEAM-3 what was begun before a sponsor came stays with who paid then, and both sides hear when it is over', async () => {
  const { db } = server.services;
  const [owner, sponsor] = await Promise.all([createUser(db), createUser(db)]);
  const { id: projectId } = await createProject(db, { owner, editor: sponsor });
  await Promise.all([show(owner), show(sponsor)]);
  const meter = answersMeter(server.services);
  const answer = {
    id: crypto.randomUUID(),
    projectId,
    userId: owner.id,
    owner: 'ours',
  } as const;
  await db.transaction((tx) => meter.reserve(tx, answer));
  const offer = { params: { projectId }, body: { userId: sponsor.id } };
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, sponsor);
  const params = { sponsorshipId };
  await server.call(billingRoutes.acceptSponsor, { params }, owner);
  await meter.settle(db, answer, { inputTokens: 10_000, outputTokens: 1_000 });
  expect((await show(owner)).balance).toBe('195.5');
  expect((await show(sponsor)).balance).toBe('200');

  await server.call(billingRoutes.endSponsor, { params }, sponsor);
  await changeRows(
    db,
    sql`update sponsorships set ends_at = now() - interval '1 minute' where id = ${sponsorshipId}`,
  );
  await db.transaction((tx) => endDueSponsorships(tx, setSponsor));
  const told = await listRows<{ userId: string }>(
    db,
    sql`select user_id as "userId" from inbox
        where kind = 'sponsor.changed' and about = ${projectId}`,
  );
  expect(new Set(told.map(({ userId }) => userId))).toEqual(new Set([owner.id, sponsor.id]));
});

test('TEAM-9 a project has a cap of its own: only it rests when it is reached, and who pays raises it', async () => {
  const { db } = server.services;
  const [owner, editor] = await Promise.all([createUser(db), createUser(db)]);
  const { id: projectId } = await createProject(db, { owner, editor });
  const { id: otherId } = await createProject(db, { owner });
  await show(owner);
  const params = { projectId };
  const refused = await server.refuse(
    billingRoutes.setProjectCap,
    { params, body: { cap: '5' } },
    editor,
  );
  expect(refused.code).toBe('E_FORBIDDEN');
  await server.call(billingRoutes.setProjectCap, { params, body: { cap: '5' } }, owner);
  const use = (of: string) =>
    db.transaction((tx) =>
      server.services.credits.charge(tx, [
        {
          projectId: of,
          meter: 'export.row',
          quantity: 800_000n,
          causeKind: 'export',
          causeId: crypto.randomUUID(),
          actorKind: 'person',
          actorId: owner.id,
        },
      ]),
    );
  await use(projectId);
  await use(otherId);
  // Of eight the cap leaves five; the other project has none.
  expect((await show(owner)).balance).toBe('187');
  const stopOf = async (of: string) =>
    (await server.call(billingRoutes.standing, { params: { projectId: of } }, owner)).stop;
  expect([await stopOf(projectId), await stopOf(otherId)]).toEqual(['cap', null]);
  await db.transaction(freePaidFor);
  expect(await stopOf(projectId)).toBe('cap');
  expect(await server.call(billingRoutes.projectCap, { params }, editor)).toEqual({
    cap: '5',
    spent: '5',
    mayChange: false,
  });
  await server.call(billingRoutes.setProjectCap, { params, body: { cap: '50' } }, owner);
  expect(await stopOf(projectId)).toBeNull();
});

test('TEAM-9 days are those of where somebody pays, also of 25 hours and of odd minutes; day, month, lines and CSV agree', async () => {
  const { db } = server.services;
  const { owner, projectId } = await createOwned();
  await show(owner);
  const use = (instant: string) =>
    db.transaction((tx) =>
      server.services.credits.charge(tx, [
        {
          projectId,
          meter: 'export.row',
          quantity: 123_456n,
          causeKind: 'export',
          causeId: crypto.randomUUID(),
          actorKind: 'person',
          actorId: owner.id,
          at: new Date(instant),
        },
      ]),
    );
  const usageOf = (month: string) => server.call(usageRoutes.mine, { query: { month } }, owner);
  await server.call(billingRoutes.setZone, { body: { zone: 'Europe/Berlin' } }, owner);
  // The day on which Berlin has 25 hours, from its first half hour to its last, and the next.
  for (const at of ['2026-10-24T22:30Z', '2026-10-25T22:30Z', '2026-10-25T23:30Z']) await use(at);
  await server.call(billingRoutes.setZone, { body: { zone: 'Asia/Kathmandu' } }, owner);
  // A minute before and after midnight there, which is a quarter past six in the evening in UTC.
  for (const at of ['2026-10-31T18:14Z', '2026-10-31T18:16Z']) await use(at);
  const october = await usageOf('2026-10');
  const november = await usageOf('2026-11');
  expect(october.days.map(({ day }) => day)).toEqual(['2026-10-25', '2026-10-26', '2026-10-31']);
  expect(november.days.map(({ day }) => day)).toEqual(['2026-11-01']);
  const daily = [...october.days, ...november.days].flatMap(({ costs }) => Object.values(costs));
  const sum = (texts: string[]) => texts.reduce((all, text) => all + creditsToUnits(text), 0n);
  const { items } = await server.call(billingRoutes.ledger, { query: {} }, owner);
  const charged = items
    .filter(({ kind }) => kind === 'charge')
    .map(({ amount }) => amount.slice(1));
  const file = await server.send('GET', `${usageRoutes.mineFile.path}?month=2026-10`, {
    token: owner.token,
  });
  const written = file.text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
  const cost = file.text.split(/\r?\n/)[0]!.split(',').indexOf('credits');
  expect(sum(daily)).toBe(creditsToUnits('6.1728'));
  expect(sum(charged)).toBe(sum(daily));
  expect(sum([october.total, november.total])).toBe(sum(daily));
  expect(sum(written.map((cells) => cells[cost] ?? ''))).toBe(creditsToUnits(october.total));
  expect(
    await server.refuse(billingRoutes.setZone, { body: { zone: 'Mars' } }, owner),
  ).toMatchObject({ code: 'E_VALIDATION' });
});
