import { expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { readOnlyAreas, scopeAreas } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { countCompute } from '#platform/credits/compute.ts';
import { reserve } from '#platform/credits/holds.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey, createUser, type TestUser } from '#testing/factories.ts';
import { makeKey, ofKey, space, startKeySpace } from '#testing/key-space.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

/** What counts as the key's, and in which month. */

startKeySpace();

const setCap = (keyId: string, cap: string | null, as: TestUser) =>
  space.server.call(apiKeyRoutes.setCap, { ...ofKey(keyId), body: { cap } }, as);

test('TEAM-9 a cap of nothing holds from the first moment of another month', async () => {
  const key = await makeKey(space.editor, { scopes: ['data:write'] });
  await setCap(key.id, '0', space.editor);
  // Nothing was booked since.
  await changeRows(
    space.server.services.db,
    sql`update spend_limits set period_start = period_start - interval '1 month',
          period_end = now() where scope = 'key' and scope_id = ${key.id}`,
  );
  const path = intelligenceRoutes.scan.path.replace(':projectId', space.projectId);
  const body = { connectorId: space.plain };
  expect((await space.server.send('POST', path, { token: key.token, body })).status).toBe(402);
});

test('TEAM-9 what a step of a run computes that a key started is the key’s, whoever it works as', async () => {
  const { services } = space.server;
  const key = await makeKey(space.editor, { scopes: ['workflows:write'] });
  const { id: person } = space.editor;
  const actor = { project: { id: space.projectId }, user: space.editor, keyId: null };
  const work = { causeKind: 'files', causeId: key.id, begunAt: performance.now() - 100 };
  onBehalfOf({ person, project: space.projectId, key: key.id }, () =>
    countCompute(services, actor as unknown as ProjectActor, work),
  );
  await services.credits.flush();
  const used = await listRows(
    services.db,
    sql`select actor_kind as kind, actor_id as id from usage_day where cause_id = ${key.id}`,
  );
  expect(used).toEqual([{ kind: 'key', id: key.id }]);
});

test('TEAM-9 what follows on the end of a run that a key started is the key’s', async () => {
  const { server, projectId, editor } = space;
  const flows = createWorkflowRequests({ server, projectId, editor });
  const note = { kind: 'set' as const, id: 'note', fields: [{ name: 'seen', value: '=1' }] };
  const pause = { kind: 'wait' as const, id: 'pause', seconds: 1 };
  const key = await makeKey(editor, { scopes: ['workflows:write'] });
  // One that is over at once is written down in another way than one that went on.
  for (const step of [note, pause]) {
    const first = await flows.published(chain(manual, step));
    const after = { kind: 'workflow' as const, id: 'after', workflowId: first.id };
    const follower = await flows.published(chain({ ...after, on: ['done'] }, note));
    const params = { projectId, workflowId: first.id };
    await server.call(workflowRunRoutes.start, { params, body: {} }, { token: key.token });
    const used = await eventually(async () => {
      await server.services.credits.flush();
      const rows = await listRows<{ by: string }>(
        server.services.db,
        sql`select actor_id as by from usage_day
            where cause_id = ${follower.id} and meter = 'workflow.run'`,
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(used).toEqual([{ by: key.id }]);
  }
});

test('TEAM-9 the cap of a key holds whoever pays, also after another person has taken over the bill', async () => {
  const { server, projectId } = space;
  const { db } = server.services;
  const sponsor = await createUser(db);
  const key = await createKey(server, projectId, space.editor, { scopes: ['workflows:write'] });
  await setCap(key.id, '1', space.owner);
  const accountId = await accountOf(db, sponsor.id, 'team');
  const amount = creditsToUnits('2');
  const hold = db.transaction((tx) =>
    reserve(tx, { accountId, projectId, cause: `other:${key.id}`, amount, keyId: key.id }),
  );
  await expect(hold).rejects.toMatchObject({ details: { scope: 'key', cap: '1' } });
});

test('TEAM-9 what a key has spent is not forgotten with the month of who paid before', async () => {
  const { server, projectId } = space;
  const { db } = server.services;
  const sponsor = await createUser(db);
  const key = await createKey(server, projectId, space.editor, { scopes: ['workflows:write'] });
  await setCap(key.id, '10', space.owner);
  // The month of the key is that of who pays now, and began before that of who did.
  await changeRows(
    db,
    sql`update spend_limits set spent_u = cap_u, period_start = period_start - interval '20 days',
          period_end = now() + interval '10 days' where scope = 'key' and scope_id = ${key.id}`,
  );
  const hold = (accountId: string, cause: string, keyId?: string) =>
    db.transaction((tx) => {
      const amount = creditsToUnits('1');
      return reserve(tx, { accountId, projectId, cause: `${cause}:${key.id}`, amount, keyId });
    });
  await hold(await accountOf(db, space.owner.id, 'free'), 'before');
  await expect(hold(await accountOf(db, sponsor.id, 'team'), 'now', key.id)).rejects.toMatchObject({
    details: { scope: 'key', spent: '10' },
  });
});

test('TEAM-9 the page of a key tells the month and the sum that its cap counts, whoever pays by now', async () => {
  const { db } = space.server.services;
  const key = await makeKey(space.editor, { scopes: ['workflows:write'] });
  const show = async () =>
    (await space.server.call(apiKeyRoutes.show, ofKey(key.id), space.owner)).spending;
  const { until: ofPayer } = await show();
  await setCap(key.id, '10', space.owner);
  expect(await show()).toMatchObject({ spent: '0', until: ofPayer });
  // Its month is that of who paid when it began.
  const { until } = await readRow<{ until: string }>(
    db,
    sql`update spend_limits set spent_u = cap_u / 2, period_start = now() - interval '20 days',
          period_end = date_trunc('day', now()) + interval '11 days'
        where scope = 'key' and scope_id = ${key.id} returning period_end as until`,
  );
  expect(await show()).toMatchObject({ spent: '5', until });
  await changeRows(
    db,
    sql`update spend_limits set period_end = now() where scope = 'key' and scope_id = ${key.id}`,
  );
  expect(await show()).toMatchObject({ spent: '0', until: ofPayer });
});

test('TEAM-9 a key with a cap makes, changes and takes over no key, so none spends beyond it by another', async () => {
  const { server, owner, projectId } = space;
  const everything = scopeAreas.map((area) =>
    readOnlyAreas.has(area) ? `${area}:read` : `${area}:write`,
  );
  const key = await createKey(server, projectId, owner, { scopes: everything });
  const other = await createKey(server, projectId, owner, { scopes: everything });
  await setCap(key.id, '1', owner);
  const by = { token: key.token };
  const { params } = ofKey(other.id);
  const made = { name: 'Without a cap', scopes: ['data:write'] };
  const raised = { ...ofKey(key.id), body: { cap: null } };
  for (const refused of [
    await server.refuse(apiKeyRoutes.create, { params: { projectId }, body: made }, by),
    await server.refuse(apiKeyRoutes.rotate, { params, body: { overlapHours: 0 } }, by),
    await server.refuse(apiKeyRoutes.update, { params, body: { scopes: ['data:write'] } }, by),
    await server.refuse(apiKeyRoutes.takeOver, { params, body: { overlapHours: 0 } }, by),
    await server.refuse(apiKeyRoutes.setCap, raised, by),
  ]) {
    expect(refused).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
  }
});
