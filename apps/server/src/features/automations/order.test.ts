import { afterAll, expect, test } from 'vitest';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import type { RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { changeRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, webhook } from '#testing/workflow-requests.ts';
import { claimRuns } from './running/claims.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const pause = { kind: 'wait' as const, id: 'pause', seconds: 0.3 };

function keyed(answer: 'accepted' | 'result') {
  const drawn = chain({ ...webhook, answer }, pause, {
    kind: 'respond',
    id: 'answer',
    body: '{{ trigger.body.n }}',
  });
  drawn.settings.concurrencyKey = '{{ trigger.body.shop }}';
  return drawn;
}

const spanOf = ({ steps }: RunDetails) => {
  const times = steps.map(({ startedAt, ms }) => [
    Date.parse(startedAt),
    Date.parse(startedAt) + (ms ?? 0),
  ]);
  return { from: Math.min(...times.flat()), to: Math.max(...times.flat()) };
};

test('AUTO-9 runs with the same key follow one another in the order they came, others do not wait for them', async () => {
  const workflow = await flows.published(keyed('accepted'));
  const accepted: string[] = [];
  for (const n of [1, 2, 3]) {
    accepted.push((await flows.hook(workflow, { shop: 'a', n })).runId);
  }
  const other = await flows.hook(workflow, { shop: 'b', n: 4 });
  const runs = await Promise.all(accepted.map((runId) => flows.until(runId)));
  const beside = await flows.until(other.runId);
  const [first, second, third] = runs.map(spanOf);
  expect(second!.from).toBeGreaterThanOrEqual(first!.to);
  expect(third!.from).toBeGreaterThanOrEqual(second!.to);
  expect(spanOf(beside).from).toBeLessThan(third!.from);
});

test('AUTO-9 who calls a workflow with a key is answered with what its own run gives', async () => {
  const workflow = await flows.published(keyed('result'));
  const answers = await Promise.all([1, 2].map((n) => flows.hook(workflow, { shop: 'a', n })));
  expect(answers.map(({ status, json }) => [status, json])).toEqual([
    [200, 1],
    [200, 2],
  ]);
});

test('AUTO-9 a workflow that is switched off ends what waits in its queue, and nothing that has begun', async () => {
  const drawn = chain({ ...webhook, answer: 'accepted' }, { ...pause, seconds: 3_600 });
  drawn.settings.concurrencyKey = 'one at a time';
  const workflow = await flows.published(drawn);
  const first = await flows.hook(workflow, {});
  await flows.until(first.runId, ({ status }) => status === 'waiting');
  const second = await flows.hook(workflow, {});
  const params = { projectId: space.projectId, workflowId: workflow.id };
  await space.server.call(workflowPublishingRoutes.disable, { params }, space.editor);
  expect((await flows.show(second.runId)).status).toBe('cancelled');
  expect((await flows.show(first.runId)).status).toBe('waiting');
});

test('AUTO-3 a key that is more than a path is refused with its place', async () => {
  const drawn = keyed('result');
  drawn.settings.concurrencyKey = '{{ trigger.body.shop + 1 }}';
  const { problems } = await flows.create(drawn);
  expect(problems).toMatchObject([
    { code: 'expression', place: 'settings', field: 'concurrencyKey' },
  ]);
});

const queue = (tx: Tx, { projectId, workflowId }: Record<string, string>, runs: number) =>
  changeRows(
    tx,
    sql`insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
          trigger_kind, trigger_id, trigger)
        select gen_random_uuid(), ${projectId}, ${workflowId}, 1, 'queued', now(), 'webhook', 'hook',
          '{}'::json
        from generate_series(1, ${runs}::int)`,
  );

test('AUTO-9 the one run of a project is served with the next, however many another project has waiting', async () => {
  const { id: workflowId } = await flows.published(keyed('accepted'));
  const undone = new Error('Nobody else is to see these runs.');
  const { db } = space.server.services;
  const trying = db.transaction(async (tx) => {
    const other = await readRow<{ id: string }>(
      tx,
      sql`insert into projects (name) values ('Small') returning id`,
    );
    await queue(tx, { projectId: space.projectId, workflowId }, 20_000);
    await queue(tx, { projectId: other.id, workflowId }, 1);
    const claimed = await claimRuns(tx, {
      me: '1',
      most: 2,
      after: space.projectId,
      here: new Map(),
      unbooked: 'business',
    });
    const served = claimed.map(({ projectId }) => projectId);
    expect(served.toSorted()).toEqual([space.projectId, other.id].toSorted());
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
});

test('AUTO-9 a run that waited is held when its publisher has left meanwhile, and ends on the version it began with', async () => {
  const { owner, editor, projectId, server } = space;
  const workflow = await flows.published(
    chain({ ...webhook, answer: 'accepted' }, { kind: 'approval', id: 'ask', message: 'Go on?' }),
  );
  const { runId } = await flows.hook(workflow, {});
  await flows.until(runId, ({ status }) => status === 'waiting');
  const { db } = server.services;
  await changeRows(
    db,
    sql`delete from project_members where project_id = ${projectId} and user_id = ${editor.id}`,
  );
  const decide = { params: { projectId, runId, step: 'ask' }, body: { decision: 'approve' } };
  await server.call(workflowRunRoutes.decide, decide as never, owner);
  const find = () => server.call(workflowRunRoutes.show, { params: { projectId, runId } }, owner);
  let run = await find();
  while (run.status !== 'held') run = await find();
  await server.call(
    workflowPublishingRoutes.publish,
    {
      params: { projectId, workflowId: workflow.id },
      body: { draftVersion: workflow.draftVersion },
    },
    owner,
  );
  while (run.endedAt === null) run = await find();
  expect(run).toMatchObject({ status: 'done', version: 1 });
});
