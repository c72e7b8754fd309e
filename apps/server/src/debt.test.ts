import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { reserve, settle } from '#platform/credits/holds.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  manual,
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
  const before = await flows.start(workflow);
  expect((await flows.until(before)).status).toBe('done');
  await useUp();
  const kept = [await flows.start(workflow), await flows.start(workflow)];
  for (const runId of kept) expect((await flows.show(runId)).status).toBe('held');
  const params = { projectId };
  const standing = await server.call(billingRoutes.standing, { params }, owner);
  expect(standing).toMatchObject({ isStopped: true, heldRuns: 2, payer: { isYou: true } });

  const renamed = { params, body: { name: 'Edited without credits' } };
  expect((await server.call(projectRoutes.update, renamed, owner)).name).toBe(renamed.body.name);
  expect(await server.call(projectRoutes.list, {}, owner)).not.toEqual([]);

  await topUp();
  for (const runId of kept) expect((await flows.until(runId)).status).toBe('done');
  const ended = await listRows<{ id: string }>(
    server.services.db,
    sql`select id from workflow_history where id = any(${kept}::uuid[]) order by id`,
  );
  expect(ended.map(({ id }) => id)).toEqual(kept);
});

test('TEAM-9 runs and steps are counted beside their answers, at their price', async () => {
  const { server, owner } = space;
  await server.services.credits.flush();
  const { balance } = await server.call(billingRoutes.show, {}, owner);
  const workflow = await flows.published(
    chain(manual, { kind: 'set', id: 'done', fields: [{ name: 'x', value: 1 }] }),
  );
  await flows.until(await flows.start(workflow));
  await server.services.credits.flush();
  const after = await server.call(billingRoutes.show, {}, owner);
  // A run at 0.05 and one step at 0.005.
  expect(creditsToUnits(balance) - creditsToUnits(after.balance)).toBe(creditsToUnits('0.055'));
});
