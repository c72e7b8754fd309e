import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { skipSurplusHeld } from '#features/automations/held-runs.ts';
import { releasePaidFor } from '#features/automations/run-changes.ts';
import { claimRuns } from '#features/automations/running/claims.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { reserve, settle } from '#platform/credits/holds.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { bookRuns } from '#testing/book-runs.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { createGoods, exportCalls } from '#testing/export-requests.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  manual,
  webhook,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';

let space: SqlWorkspace;
let flows: WorkflowRequests;

beforeAll(async () => {
  space = await startSqlWorkspace();
  flows = createWorkflowRequests(space);
});
afterAll(() => space.stop());

/** All that the owner has is used up. */
async function useUp(): Promise<void> {
  const { server, owner, projectId } = space;
  const { db } = server.services;
  const { balance } = await server.call(billingRoutes.show, {}, owner);
  const accountId = await accountOf(db, owner.id, 'business');
  const cause = `test:${crypto.randomUUID()}`;
  const amount = creditsToUnits(balance);
  await db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount }));
  const used = {
    meter: 'ai.output',
    priceId: 'ai.output:1',
    quantity: amount / 1_500n + 1n,
    causeKind: 'answer',
    causeId: cause,
    actorKind: 'person',
    actorId: owner.id,
  };
  await db.transaction((tx) => settle(tx, cause, [used]));
}

async function topUp(): Promise<void> {
  const { server, owner } = space;
  const wish = { body: { purpose: 'credits', credits: 500 } } as const;
  const { id: checkoutId } = await server.call(billingRoutes.checkout, wish, owner);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' } } as const;
  await server.call(billingRoutes.pay, pay, owner);
}

test('TEAM-9 without credits runs are kept in their order and go on after a top-up; reading and editing never stop', async () => {
  const { server, owner, projectId } = space;
  const workflow = await flows.published(
    chain(manual, { kind: 'set', id: 'done', fields: [{ name: 'x', value: 1 }] }),
  );
  const first = await flows.start(workflow);
  expect((await flows.until(first)).status).toBe('done');
  before = await answersOfAll();
  await useUp();
  const kept = [await flows.start(workflow), await flows.start(workflow)];
  for (const runId of kept) {
    expect(await flows.show(runId)).toMatchObject({ status: 'held', heldFor: 'credits' });
  }
  const params = { projectId };
  const standing = await server.call(billingRoutes.standing, { params }, owner);
  expect(standing).toMatchObject({ stop: 'credits', heldRuns: 2, payer: { isYou: true } });

  const renamed = { params, body: { name: 'Edited without credits' } };
  expect((await server.call(projectRoutes.update, renamed, owner)).name).toBe(renamed.body.name);
  expect(await server.call(projectRoutes.list, {}, owner)).not.toEqual([]);

  await walkInDebt();
  const third = await flows.start(workflow);
  const skipped = await server.services.db.transaction((tx) => skipSurplusHeld(tx, 2));
  expect(skipped).toBe(1);
  expect(await flows.show(third)).toMatchObject({
    status: 'cancelled',
    error: { code: 'E_CREDITS_EXHAUSTED' },
  });

  await topUp();
  for (const runId of kept) expect((await flows.until(runId)).status).toBe('done');
  const ended = await listRows<{ id: string }>(
    server.services.db,
    sql`select id from workflow_history where id = any(${kept}::uuid[]) order by id`,
  );
  expect(ended.map(({ id }) => id)).toEqual(kept);
});

/**
 * Every operation of the product: reads with what is there, all others with what can't be right. None
 * of them answers another way than it did before the credits ran out.
 */
async function answersOfAll(): Promise<Map<string, string>> {
  const { server, owner, projectId, plain } = space;
  const answers = new Map<string, string>();
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const operation of server.app.operations.all()) {
    const { name, method, path, stream, body, access } = operation;
    if (stream || access === 'public' || access === 'staff') continue;
    if (method !== 'GET' && !body) continue;
    const filled = path.replaceAll(/:(\w+)/g, (_all, param: string) => {
      if (param === 'projectId') return projectId;
      return param === 'connectorId' ? plain : nobody;
    });
    const answer = await server.send(method, filled, {
      token: owner.token,
      ...(method === 'GET' && { query: `connector[id]=${plain}` }),
      ...(method !== 'GET' && { body: { never: 'valid' } }),
    });
    const { code } = (answer.json ?? {}) as { code?: string };
    answers.set(name, `${answer.status} ${code ?? ''}`);
  }
  return answers;
}

let before: Map<string, string>;

/** Reads, edits and exports as people do them, and every other operation as far as it can be asked. */
async function walkInDebt(): Promise<void> {
  const inDebt = await answersOfAll();
  expect(Object.fromEntries(inDebt)).toEqual(Object.fromEntries(before));
  expect([...inDebt.values()].filter((answer) => answer.startsWith('402'))).toEqual([]);
  expect([...inDebt.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(
    40,
  );

  await createGoods(space);
  for (const statement of [
    'create table kept (id int primary key, name text)',
    `insert into kept values (1, 'one'), (2, 'two')`,
    `update kept set name = 'uno' where id = 1`,
    'delete from kept where id = 2',
  ]) {
    await space.run(statement);
  }
  expect((await space.run('select * from kept')).rows).toEqual([[1, 'uno']]);
  const exports = exportCalls(() => space);
  const { downloadPath } = await exports.create({});
  const file = await fetch(`${space.server.url}${downloadPath}`);
  expect(await file.json()).toHaveLength(3);
}

test('TEAM-10 of a project no more runs go on at once than its plan allows; the others wait for their turn, and all are answered', async () => {
  const { db } = space.server.services;
  const workflow = await flows.published(
    chain(webhook, { kind: 'respond', id: 'back', body: '{{ trigger.body }}' }),
  );
  const numbers = Array.from({ length: 30 }, (_, n) => ({ n }));
  const answered = await Promise.all(numbers.map((body) => flows.hook(workflow, body)));
  expect(answered.map(({ json }) => json)).toEqual(numbers);

  const claimed = async (unbooked: 'free' | 'team', here = 0): Promise<number> => {
    let count = 0;
    const looking = db.transaction(async (tx) => {
      const { id: projectId } = await createProject(db, { owner: await createUser(db) });
      await changeRows(
        tx,
        sql`insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
              trigger_kind, trigger_id, trigger)
            select gen_random_uuid(), ${projectId}, ${workflow.id}, 1, 'queued', now(), 'manual',
              'manual', '{}' from generate_series(1, 9)`,
      );
      const active = new Map([[projectId, here]]);
      const claiming = { me: '0', most: 16, after: space.projectId, here: active, unbooked };
      // What goes on here is told once; what was taken up is found in the database.
      for (let look = 0; look < (here > 0 ? 1 : 3); look += 1)
        count += (await claimRuns(tx, claiming)).length;
      throw new Error('only looked');
    });
    await expect(looking).rejects.toThrow('only looked');
    return count;
  };
  expect([await claimed('free'), await claimed('team')]).toEqual([1, 5]);
  expect([await claimed('free', 1), await claimed('team', 3)]).toEqual([0, 2]);
});

test('TEAM-9 after a top-up as many kept runs go on as it pays for, oldest first, projects in turn; the rest stays kept', async () => {
  const { db } = space.server.services;
  const workflow = await flows.published(
    chain(manual, { kind: 'set', id: 'done', fields: [{ name: 'x', value: 1 }] }),
  );
  const owner = await createUser(db);
  const projects = [await createProject(db, { owner }), await createProject(db, { owner })];
  const accountId = await accountOf(db, owner.id, 'free');
  const looking = db.transaction(async (tx) => {
    // Only whether there is enough is looked at; seven tenths of a credit.
    await changeRows(
      tx,
      sql`update billing_accounts set balance_u = 700000 where id = ${accountId}`,
    );
    for (const [index, { id }] of projects.entries()) {
      await changeRows(
        tx,
        sql`insert into workflow_runs (id, project_id, workflow_id, version, status, trigger_kind,
              trigger_id, trigger)
            select ('00000000-0000-7000-8000-' || lpad((n * 2 + ${index}::int)::text, 12, '0'))::uuid,
              ${id}, ${workflow.id}, 1, 'held', 'manual', 'manual', '{}'
            from generate_series(1, 20) n`,
      );
    }
    expect(await releasePaidFor(tx)).toBe(7);
    const queued = await listRows<{ n: string }>(
      tx,
      sql`select right(id::text, 2) as n from workflow_runs
          where status = 'queued' and workflow_id = ${workflow.id} order by id`,
    );
    expect(queued.map(({ n }) => Number(n))).toEqual([2, 3, 4, 5, 6, 7, 8]);
    throw new Error('only looked');
  });
  await expect(looking).rejects.toThrow('only looked');
});

test('TEAM-9 runs and steps are counted beside their answers, at their price', async () => {
  const { server, owner, projectId } = space;
  await bookRuns(server, projectId);
  const { balance } = await server.call(billingRoutes.show, {}, owner);
  const workflow = await flows.published(
    chain(manual, { kind: 'set', id: 'done', fields: [{ name: 'x', value: 1 }] }),
  );
  await flows.until(await flows.start(workflow));
  await bookRuns(server, projectId);
  const after = await server.call(billingRoutes.show, {}, owner);
  // A run at 0.05 and one step at 0.005.
  expect(creditsToUnits(balance) - creditsToUnits(after.balance)).toBe(creditsToUnits('0.055'));
});

test('TEAM-9 the time code of people takes is counted by tenths of a second, for its workflow', async () => {
  const { server } = space;
  const workflow = await flows.published(
    chain(manual, { kind: 'code', id: 'sum', code: 'return 1 + 1' }),
  );
  await flows.until(await flows.start(workflow));
  // A step goes on before its time is counted.
  await eventually(async () => {
    await server.services.credits.flush();
    const [used] = await listRows<{ quantity: string }>(
      server.services.db,
      sql`select quantity from usage_day where meter = 'compute.ms' and cause_id = ${workflow.id}`,
    );
    expect(Number(used?.quantity)).toBeGreaterThanOrEqual(100);
    expect(Number(used?.quantity) % 100).toBe(0);
  });
});
