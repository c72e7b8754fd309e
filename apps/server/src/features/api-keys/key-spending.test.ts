import { describe, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { priceOf } from '@causeway/contract/billing/prices.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { reserve, settle } from '#platform/credits/holds.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { ask, makeKey, ofKey, ofProject, space, startKeySpace } from '#testing/key-space.ts';
import { bookRuns } from '#testing/book-runs.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

startKeySpace();

/** A run with one step costs 0.055 credits. */
const A_RUN = '0.055';

async function workflow() {
  const { server, projectId, editor } = space;
  const requests = createWorkflowRequests({ server, projectId, editor });
  const made = await requests.published(
    chain(manual, { kind: 'set', id: 'note', fields: [{ name: 'seen', value: '=1' }] }),
  );
  return { ...requests, id: made.id };
}

const setCap = (keyId: string, cap: string | null, as: TestUser) =>
  space.server.call(apiKeyRoutes.setCap, { ...ofKey(keyId), body: { cap } }, as);

const shown = async (keyId: string, as: TestUser) =>
  (await space.server.call(apiKeyRoutes.show, ofKey(keyId), as)).spending;

function start(workflowId: string, token: string, key?: string) {
  const path = workflowRunRoutes.start.path
    .replace(':projectId', space.projectId)
    .replace(':workflowId', workflowId);
  return space.server.send('POST', path, { token, body: {}, ...(key && { key }) });
}

/** As the minute's booking does. */
const book = () => bookRuns(space.server, space.projectId);

describe('what a key costs', () => {
  test('TEAM-9 is counted as the key’s, and at its cap what costs is refused while reading goes on', async () => {
    const flow = await workflow();
    const key = await makeKey(space.editor, { scopes: ['workflows:write', 'data:read'] });
    await setCap(key.id, A_RUN, space.editor);
    const first = await start(flow.id, key.token);
    expect(first.status).toBe(200);
    await flow.until((first.json as { runId: string }).runId);
    await book();
    expect(await shown(key.id, space.editor)).toMatchObject({ cap: A_RUN, spent: A_RUN });
    const refused = await start(flow.id, key.token);
    expect(refused).toMatchObject({
      status: 402,
      json: { code: 'E_SPEND_CAP', details: { scope: 'key', cap: A_RUN, spent: A_RUN } },
    });
    expect((refused.json as { message: string }).message).toMatch(/raised by the admins/);
    expect(await ask(key.token)).toBe('200');
    // Its person, and other keys, are not the key.
    await flow.until(await flow.start({ id: flow.id }));
    const other = await makeKey(space.editor, { scopes: ['workflows:write'] });
    expect((await start(flow.id, other.token)).status).toBe(200);
    await setCap(key.id, '10', space.editor);
    expect((await start(flow.id, key.token)).status).toBe(200);
  });

  test('TEAM-9 a call that is repeated at the cap is answered as before, and begins nothing', async () => {
    const flow = await workflow();
    const key = await makeKey(space.editor, { scopes: ['workflows:write'] });
    await setCap(key.id, A_RUN, space.editor);
    const first = await start(flow.id, key.token, 'asked-twice');
    await flow.until((first.json as { runId: string }).runId);
    await book();
    expect((await start(flow.id, key.token, 'asked-anew')).status).toBe(402);
    expect(await start(flow.id, key.token, 'asked-twice')).toMatchObject({
      status: 200,
      json: first.json,
    });
    await setCap(key.id, null, space.editor);
    expect((await start(flow.id, key.token, 'asked-anew')).status).toBe(200);
  });

  test('TEAM-9 keeps its cap and its sum when it is rotated, and starts no run with either secret', async () => {
    const flow = await workflow();
    const key = await makeKey(space.editor, { scopes: ['workflows:write'] });
    await setCap(key.id, '0', space.editor);
    const call = { ...ofKey(key.id), body: { overlapHours: 24 as const } };
    const { secret } = await space.server.call(apiKeyRoutes.rotate, call, space.editor);
    for (const token of [key.token, secret]) expect((await start(flow.id, token)).status).toBe(402);
    expect((await shown(key.id, space.editor)).cap).toBe('0');
  });

  test('TEAM-9 is also what a workflow costs that a workflow of its run starts', async () => {
    const child = await workflow();
    const { server, projectId, editor } = space;
    const requests = createWorkflowRequests({ server, projectId, editor });
    const parent = await requests.published(
      chain(manual, {
        kind: 'workflow',
        id: 'call',
        workflowId: child.id,
        input: '=1',
        wait: true,
      }),
    );
    const key = await makeKey(editor, { scopes: ['workflows:write'] });
    const { runId } = (await start(parent.id, key.token)).json as { runId: string };
    await requests.until(runId);
    await book();
    const used = await listRows<{ causeId: string }>(
      server.services.db,
      sql`select distinct cause_id as "causeId" from usage_day
          where actor_kind = 'key' and actor_id = ${key.id}`,
    );
    expect(used.map(({ causeId }) => causeId).toSorted()).toEqual([parent.id, child.id].toSorted());
  });

  test('TEAM-9 is also what goes on behind its calls: a scan it asked for is its own', async () => {
    const { server, projectId, plain } = space;
    const key = await makeKey(space.editor, { scopes: ['data:write'] });
    const path = intelligenceRoutes.scan.path.replace(':projectId', projectId);
    const scan = () =>
      server.send('POST', path, { token: key.token, body: { connectorId: plain } });
    const begun = await scan();
    expect(begun.status).toBe(200);
    const runs = await listRows(
      server.services.db,
      sql`select key_id as "keyId" from runs where subject_id = ${(begun.json as { id: string }).id}`,
    );
    expect(runs).toEqual([{ keyId: key.id }]);
    await setCap(key.id, '0', space.editor);
    expect((await scan()).status).toBe(402);
  });

  test('TEAM-9 what a key holds counts after the caps of account and project, and each mark is told once', async () => {
    const { db } = space.server.services;
    const key = await makeKey(space.editor, { scopes: ['workflows:write'] });
    await setCap(key.id, '10', space.owner);
    const accountId = await accountOf(db, space.owner.id, 'free');
    const hold = (cause: string, credits: string) =>
      db.transaction((tx) =>
        reserve(tx, {
          accountId,
          projectId: space.projectId,
          cause: `${key.id}:${cause}`,
          amount: creditsToUnits(credits),
          keyId: key.id,
        }),
      );
    const pay = (cause: string, runs: bigint) =>
      db.transaction((tx) =>
        settle(tx, `${key.id}:${cause}`, [
          {
            meter: 'workflow.run',
            priceId: priceOf({ meter: 'workflow.run', at: new Date() }),
            quantity: runs,
            causeKind: 'workflow',
            causeId: key.id,
            actorKind: 'key',
            actorId: key.id,
          },
        ]),
      );
    await hold('a', '9');
    await expect(hold('b', '2')).rejects.toMatchObject({
      code: 'E_SPEND_CAP',
      details: { scope: 'key' },
    });
    await pay('a', 120n);
    await hold('c', '2.5');
    await pay('c', 50n);
    await hold('d', '1.5');
    await pay('d', 30n);
    const told = await listRows<{ userId: string; times: number; percent: number }>(
      db,
      sql`select user_id as "userId", times, (params->>'percent')::int as percent from inbox
          where kind = 'key.cap' and link like ${`%${key.id}%`}`,
    );
    const people = [space.owner.id, space.editor.id].toSorted();
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(people);
    for (const one of told) expect(one).toMatchObject({ times: 3, percent: 100 });
    await space.server.call(
      billingRoutes.setProjectCap,
      { ...ofProject(), body: { cap: '0.5' } },
      space.owner,
    );
    await expect(hold('e', '1')).rejects.toMatchObject({ details: { scope: 'project' } });
    await space.server.call(
      billingRoutes.setProjectCap,
      { ...ofProject(), body: { cap: null } },
      space.owner,
    );
  });
});

test('TEAM-9 whatever sets work going behind its answer says that it costs', () => {
  const costing = space.server.app.operations.all().filter(({ costs }) => costs);
  const jobs = 'transfer remove resume undo restore purge'.split(' ');
  const known = [
    'bucketIndex.refresh exports.create imports.analyse imports.run intelligence.applyFix',
    'intelligence.scan storageDeleted.restore storageReplace.run workflowRuns.rerun',
    'workflowRuns.start',
  ].flatMap((names) => names.split(' '));
  expect(costing.map(({ name }) => name).toSorted()).toEqual(
    [...known, ...jobs.map((job) => `storageJobs.${job}`)].toSorted(),
  );
});

describe('the cap of a key', () => {
  test('TEAM-9 that an admin set its person may lower and never raise or take away', async () => {
    const key = await makeKey(space.editor, { scopes: ['data:read'] });
    expect(await shown(key.id, space.editor)).toMatchObject({ cap: null, mayRaise: true });
    await setCap(key.id, '5', space.owner);
    expect(await shown(key.id, space.editor)).toMatchObject({
      cap: '5',
      setBy: { id: space.owner.id },
      mayRaise: false,
      mayLower: true,
    });
    await setCap(key.id, '4', space.editor);
    for (const cap of ['4.5', null]) {
      const call = { ...ofKey(key.id), body: { cap } };
      const refused = await space.server.refuse(apiKeyRoutes.setCap, call, space.editor);
      expect(refused).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
    }
    expect((await shown(key.id, space.owner)).setBy?.id).toBe(space.owner.id);
    expect((await setCap(key.id, null, space.owner)).cap).toBeNull();
  });

  test('TEAM-9 does not become its person’s own by being lowered when who set it is gone', async () => {
    const key = await makeKey(space.editor, { scopes: ['data:read'] });
    await setCap(key.id, '5', space.owner);
    // As it is when the account is.
    await changeRows(
      space.server.services.db,
      sql`update spend_limits set set_by = null where scope = 'key' and scope_id = ${key.id}`,
    );
    await setCap(key.id, '4', space.editor);
    const call = { ...ofKey(key.id), body: { cap: null } };
    expect(await space.server.refuse(apiKeyRoutes.setCap, call, space.editor)).toMatchObject({
      status: 403,
    });
  });

  test('TEAM-9 is not for others of the project, nor for keys, and stands in the log', async () => {
    const { server, projectId } = space;
    const stranger = await createUser(server.services.db);
    await changeRows(
      server.services.db,
      sql`insert into project_members (project_id, user_id, role)
          values (${projectId}, ${stranger.id}, 'editor')`,
    );
    const key = await makeKey(space.editor, { scopes: ['data:read', 'workflows:write'] });
    const call = { ...ofKey(key.id), body: { cap: '1' } };
    expect(await server.refuse(apiKeyRoutes.setCap, call, stranger)).toMatchObject({ status: 404 });
    expect(await server.refuse(apiKeyRoutes.setCap, call, { token: key.token })).toMatchObject({
      status: 403,
    });
    const wrong = { ...ofKey(key.id), body: { cap: '-1' } };
    expect(await server.refuse(apiKeyRoutes.setCap, wrong, space.editor)).toMatchObject({
      status: 422,
    });
    await setCap(key.id, '1', space.editor);
    const { items } = await server.call(
      auditRoutes.list,
      { ...ofProject(), query: {} },
      space.owner,
    );
    expect(items.find(({ action }) => action === 'key.cap-set')).toMatchObject({
      target: key.id,
      details: { cap: '1' },
    });
  });
});
