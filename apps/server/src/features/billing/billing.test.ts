import { afterAll, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import { reserve, settle } from '#platform/credits/holds.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { answersMeter, fateOfAnswers } from './answers-meter.ts';
import { sweepHolds } from './sweep.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
afterAll(() => server.stop());

const show = (person: TestUser) => server.call(billingRoutes.show, {}, person);

async function buy(person: TestUser, body: Parameters<typeof checkoutOf>[1]) {
  const { id: checkoutId } = await checkoutOf(person, body);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' as const } };
  return server.call(billingRoutes.pay, pay, person);
}

function checkoutOf(
  person: TestUser,
  body:
    | { purpose: 'plan'; plan: 'team' | 'business'; seats: number }
    | { purpose: 'credits'; credits: 500 | 2_000 | 10_000 },
) {
  return server.call(billingRoutes.checkout, { body }, person);
}

async function agree(person: TestUser) {
  const { db } = server.services;
  const accountId = await accountOf(db, person.id, 'free');
  expect(await findDisagreements(db, [accountId])).toEqual([]);
}

/** So many credits are used up by an answer of the assistant. */
async function spend(person: TestUser, projectId: string, credits: string) {
  const { db } = server.services;
  const accountId = await accountOf(db, person.id, 'free');
  const cause = `test:${crypto.randomUUID()}`;
  const amount = creditsToUnits(credits);
  await db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount }));
  const used = {
    meter: 'ai.output',
    priceId: 'ai.output:1',
    quantity: amount / 1_500n,
    causeKind: 'answer',
    causeId: cause,
    actorKind: 'person',
    actorId: person.id,
  };
  await db.transaction((tx) => settle(tx, cause, [used]));
}

test('TEAM-5 who books nothing has the free plan and its credits', async () => {
  const person = await createUser(server.services.db);
  expect(await show(person)).toMatchObject({
    plan: 'free',
    provider: 'test',
    balance: '200',
    held: '0',
    subscription: null,
    daysLeft: null,
  });
  await agree(person);
});

test('TEAM-10 two clicks open one page, and it is paid once', async () => {
  const person = await createUser(server.services.db);
  const wish = { purpose: 'credits', credits: 500 } as const;
  const [one, other] = await Promise.all([checkoutOf(person, wish), checkoutOf(person, wish)]);
  expect(one.id).toBe(other.id);
  const params = { checkoutId: one.id };
  const declined = await server.refuse(
    billingRoutes.pay,
    { params, body: { outcome: 'decline' } },
    person,
  );
  expect(declined).toMatchObject({ status: 402, code: 'E_PAYMENT_DECLINED' });
  await server.call(billingRoutes.pay, { params, body: { outcome: 'pay' } }, person);
  const again = await server.refuse(
    billingRoutes.pay,
    { params, body: { outcome: 'pay' } },
    person,
  );
  expect(again.code).toBe('E_CHECKOUT_ENDED');
  expect((await show(person)).balance).toBe('700');
  await agree(person);
});

test('TEAM-5 a plan gives its credits at once, more seats add their share, fewer wait for the end of the month', async () => {
  const person = await createUser(server.services.db);
  await show(person);
  const bought = await buy(person, { purpose: 'plan', plan: 'team', seats: 2 });
  expect(bought).toMatchObject({ plan: 'team', seats: 2, balance: '2200' });
  const change = (plan: 'free' | 'team' | 'business', seats: number) =>
    server.call(billingRoutes.change, { body: { plan, seats } }, person);
  const more = await change('team', 3);
  expect(more).toMatchObject({ plan: 'team', seats: 3 });
  expect(Number(more.balance)).toBeGreaterThan(3_100);
  expect(Number(more.balance)).toBeLessThanOrEqual(3_200);
  const fewer = await change('team', 1);
  expect(fewer).toMatchObject({ seats: 3, subscription: { next: { plan: 'team', seats: 1 } } });
  expect((await change('team', 3)).subscription?.next).toBeNull();
  expect((await change('free', 1)).subscription?.next).toEqual({ plan: 'free', seats: 1 });
  const ended = await server.call(billingRoutes.testAct, { body: { act: 'nextMonth' } }, person);
  expect(ended).toMatchObject({ plan: 'free', subscription: null });
  await agree(person);
});

test('TEAM-10 a refund takes its credits back, a dispute too, and one that is won gives them again', async () => {
  const person = await createUser(server.services.db);
  await buy(person, { purpose: 'credits', credits: 500 });
  const [invoice] = await server.call(billingRoutes.invoices, {}, person);
  const act = async (name: 'refund' | 'dispute' | 'winDispute') => {
    const body = { act: name, invoiceId: invoice!.id };
    return (await server.call(billingRoutes.testAct, { body }, person)).balance;
  };
  expect(await act('dispute')).toBe('200');
  expect(await act('dispute')).toBe('200');
  expect(await act('winDispute')).toBe('700');
  expect(await act('refund')).toBe('200');
  const [after] = await server.call(billingRoutes.invoices, {}, person);
  expect(after).toMatchObject({ state: 'refunded', cents: 500 });
  await agree(person);
});

test('TEAM-5 an invoice is a PDF that names its buyer, and nobody else can open it', async () => {
  const [person, stranger] = await Promise.all([
    createUser(server.services.db),
    createUser(server.services.db),
  ]);
  const buyer = { name: 'Muster GmbH', address: 'Weg 1', country: 'DE', taxId: 'DE123' };
  await server.call(billingRoutes.setBuyer, { body: buyer }, person);
  await buy(person, { purpose: 'credits', credits: 2_000 });
  const [invoice] = await server.call(billingRoutes.invoices, {}, person);
  const path = billingRoutes.invoiceFile.path.replace(':invoiceId', invoice!.id);
  const file = await server.send('GET', path, { token: person.token });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.text.startsWith('%PDF')).toBe(true);
  expect((await server.send('GET', path, { token: stranger.token })).status).toBe(404);
});

test('TEAM-5 days, month, ledger and both files tell the same sum', async () => {
  const person = await createUser(server.services.db);
  const { id: projectId } = await createProject(server.services.db, { owner: person });
  await show(person);
  await spend(person, projectId, '1.5');
  await spend(person, projectId, '3');
  const mine = await server.call(usageRoutes.mine, { query: {} }, person);
  expect(mine).toMatchObject({ total: '4.5', before: '0' });
  expect(mine.days).toEqual([{ day: expect.any(String), costs: { assistant: '4.5' } }]);
  expect(mine.groups.project).toMatchObject([{ id: projectId, cost: '4.5', quantity: '2' }]);
  expect(mine.plans.find(({ isCurrent }) => isCurrent)?.plan).toBe('free');
  const params = { projectId };
  const project = await server.call(usageRoutes.project, { params, query: {} }, person);
  expect(project).toMatchObject({ total: '4.5', plans: [] });
  const { items } = await server.call(billingRoutes.ledger, { query: {} }, person);
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', '-3'],
    ['charge', '-1.5'],
    ['grant', '200'],
  ]);
  const read = async (path: string) =>
    (await server.send('GET', path, { token: person.token })).text.trim().split('\r\n');
  const lines = await read(billingRoutes.ledgerFile.path);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(',charge,-3,195.5,ai.output,2000,');
  expect((await read(usageRoutes.mineFile.path)).slice(1).join('')).toContain('ai.output');
});

test('TEAM-9 an answer that costs is refused before it begins where there is nothing left', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  await show(person);
  const meter = answersMeter(server.services);
  const answer = (id: string) =>
    ({ id, projectId, userId: person.id, model: 'm', owner: 'ours' }) as const;
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.transaction((tx) => meter.reserve(tx, answer(first)));
  expect(await show(person)).toMatchObject({ balance: '200', held: '9' });
  await meter.settle(db, answer(first), { inputTokens: 10_000, outputTokens: 1_000 });
  await meter.settle(db, answer(first), { inputTokens: 10_000, outputTokens: 1_000 });
  expect(await show(person)).toMatchObject({ balance: '195.5', held: '0' });
  await spend(person, projectId, '195');
  await expect(db.transaction((tx) => meter.reserve(tx, answer(second)))).rejects.toMatchObject({
    code: 'E_CREDITS_EXHAUSTED',
  });
  await agree(person);
});

test('TEAM-9 sixty answers that begin at once get what is there and no more; the last is as long as what is left pays for', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  await show(person);
  const meter = answersMeter(server.services);
  const begun = await Promise.allSettled(
    Array.from({ length: 60 }, () => {
      const id = crypto.randomUUID();
      const answer = { id, projectId, userId: person.id, owner: 'ours' } as const;
      return db.transaction((tx) => meter.reserve(tx, answer));
    }),
  );
  const allowed = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  // Twenty-two times nine of two hundred credits, and the two that are left.
  expect(allowed).toHaveLength(23);
  const [last, ...others] = allowed.filter((allowance) => allowance !== undefined);
  expect(others).toEqual([]);
  expect([last?.(1_000), last?.(1_000_000)]).toEqual([1_133, 256]);
  expect(await show(person)).toMatchObject({ balance: '200', held: '200' });
  await agree(person);
});

test('SHELL-4 a project in debt says so to who pays, keeps its reads and edits, and a payment ends it', async () => {
  const { db } = server.services;
  const [person, member] = await Promise.all([createUser(db), createUser(db)]);
  const { id: projectId } = await createProject(db, { owner: person, editor: member });
  await show(person);
  await buy(person, { purpose: 'credits', credits: 500 });
  await spend(person, projectId, '690');
  const [invoice] = await server.call(billingRoutes.invoices, {}, person);
  const body = { act: 'dispute' as const, invoiceId: invoice!.id };
  await server.call(billingRoutes.testAct, { body }, person);
  const params = { projectId };
  const standing = (as: TestUser) => server.call(billingRoutes.standing, { params }, as);
  expect(await standing(person)).toMatchObject({
    stop: 'credits',
    owed: '490',
    payer: { isYou: true },
  });
  expect(await standing(member)).toMatchObject({
    stop: 'credits',
    owed: null,
    payer: { isYou: false, name: person.name },
  });
  await server.call(projectRoutes.update, { params, body: { name: 'Still mine' } }, person);
  await buy(person, { purpose: 'credits', credits: 500 });
  expect(await standing(person)).toMatchObject({ stop: null, owed: null });
  expect((await show(person)).balance).toBe('10');
  await agree(person);
});

test('TEAM-9 a spend cap is set, shown and refused where it makes no sense', async () => {
  const person = await createUser(server.services.db);
  const put = (cap: string | null) => server.call(billingRoutes.setCap, { body: { cap } }, person);
  expect((await put('50')).cap).toBe('50');
  expect((await put(null)).cap).toBeNull();
  const wrong = await server.refuse(billingRoutes.setCap, { body: { cap: '-1' } }, person);
  expect(wrong.status).toBe(422);
});

test('TEAM-9 who leaves takes no ledger along', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  await buy(person, { purpose: 'credits', credits: 500 });
  const accountId = await accountOf(db, person.id, 'free');
  await changeRows(db, sql`delete from users where id = ${person.id}`);
  const lines = await listRows(
    db,
    sql`select seq from credit_ledger where account_id = ${accountId}`,
  );
  expect(lines.length).toBeGreaterThan(0);
});

test('TEAM-5 over a limit of the plan one more is refused with its name, and a larger plan lets it in', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  const params = { projectId };
  const key = () =>
    server.send('POST', apiKeyRoutes.create.path.replace(':projectId', projectId), {
      token: person.token,
      body: { name: 'A key', scopes: ['data:read'] },
    });
  expect((await key()).status).toBe(200);
  expect((await key()).status).toBe(200);
  expect(await key()).toMatchObject({
    status: 403,
    json: {
      code: 'E_PLAN_LIMIT',
      details: { limit: 'keys', used: 2, allowed: 2, plan: 'free' },
    },
  });
  const invite = (name: string, role: 'viewer' | 'editor') => ({
    params,
    body: { email: `${name}-${person.id}@example.test`, role },
  });
  await server.call(memberRoutes.invite, invite('one', 'editor'), person);
  await server.call(memberRoutes.invite, invite('two', 'editor'), person);
  const refused = await server.refuse(memberRoutes.invite, invite('three', 'editor'), person);
  expect(refused.details).toMatchObject({ limit: 'seats', used: 3, allowed: 3 });
  await server.call(memberRoutes.invite, invite('three', 'viewer'), person);
  await buy(person, { purpose: 'plan', plan: 'team', seats: 4 });
  expect((await key()).status).toBe(200);
  await server.call(memberRoutes.invite, invite('four', 'editor'), person);
  const again = await server.refuse(memberRoutes.invite, invite('five', 'editor'), person);
  expect(again.details).toMatchObject({ limit: 'seats', allowed: 4, plan: 'team' });
});

test('TEAM-9 killed before, within or after the work, a hold is returned or charged by what was recorded, once', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  await show(person);
  const meter = answersMeter(server.services);
  const begin = async (leaseOver: boolean) => {
    const answer = {
      id: crypto.randomUUID(),
      projectId,
      userId: person.id,
      owner: 'ours',
    } as const;
    await db.transaction((tx) => meter.reserve(tx, answer));
    if (leaseOver) {
      await changeRows(
        db,
        sql`update credit_holds set lease_until = now() - interval '1 second'
            where cause = ${`answer:${answer.id}`}`,
      );
    }
    return answer;
  };
  const [before, within, running] = [await begin(true), await begin(true), await begin(true)];
  const usage = { inputTokens: 0, outputTokens: 300 };
  const fate = fateOfAnswers(server.services, async (_, id) => {
    if (id === before.id) return { processId: null, userId: person.id, usage: null };
    const processId = id === running.id ? server.services.processes.id : null;
    return { processId, userId: person.id, usage };
  });
  // Two sweepers and a latecomer at once.
  await Promise.all([sweepHolds(db, fate), sweepHolds(db, fate), meter.settle(db, within, usage)]);
  expect(await show(person)).toMatchObject({ balance: '199.55', held: '9' });
  const lines = await server.call(billingRoutes.ledger, { query: {} }, person);
  expect(lines.items.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
  await meter.settle(db, running, null);
  expect(await show(person)).toMatchObject({ balance: '199.55', held: '0' });
  await agree(person);
});
