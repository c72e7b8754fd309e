import { afterAll, describe, expect, test } from 'vitest';
import { definition, type Definition } from '@causeway/contract/automations/definition.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey, createUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const params = (runId: string) => ({ projectId: space.projectId, runId });

describe('waiting', () => {
  test('AUTO-3 a run waits without being held by anybody, and goes on', async () => {
    const workflow = await flows.published(
      chain(
        manual,
        { kind: 'wait', id: 'pause', seconds: 2 },
        { kind: 'set', id: 'after', fields: [{ name: 'x', value: 1 }] },
      ),
    );
    const runId = await flows.start(workflow);
    const waiting = await flows.until(runId, ({ status }) => status === 'waiting');
    expect(waiting.awaits).toMatchObject([{ kind: 'time', step: 'pause' }]);
    const run = await flows.until(runId);
    expect(run).toMatchObject({ status: 'done', steps: [{ key: 'pause' }, { key: 'after' }] });
  });

  const asking = (): Definition =>
    definition.parse({
      triggers: [manual],
      nodes: [
        { kind: 'approval', id: 'ask', message: 'Delete {{ trigger.count }} rows?' },
        { kind: 'set', id: 'go', fields: [{ name: 'by', value: '{{ steps.ask.output.by }}' }] },
        { kind: 'stop', id: 'no', outcome: 'failed', message: 'Nobody wanted it.' },
      ],
      edges: [
        { from: 'start', port: 'out', to: 'ask' },
        { from: 'ask', port: 'approved', to: 'go' },
        { from: 'ask', port: 'rejected', to: 'no' },
      ],
    });

  test('AUTO-3 a person approves on the page of the run', async () => {
    const workflow = await flows.published(asking());
    const runId = await flows.start(workflow, { count: 7 });
    const waiting = await flows.until(runId, ({ awaits }) => awaits.length > 0);
    expect(waiting.awaits).toMatchObject([
      { kind: 'approval', message: 'Delete 7 rows?', mayDecide: true },
    ]);
    const decide = (decision: 'approve' | 'retry') => ({
      params: { ...params(runId), step: 'ask' },
      body: { decision },
    });
    const wrong = await space.server.refuse(
      workflowRunRoutes.decide,
      decide('retry'),
      space.editor,
    );
    expect(wrong.code).toBe('E_RUN_STATE');
    await space.server.call(workflowRunRoutes.decide, decide('approve'), space.editor);
    const run = await flows.until(runId);
    expect(run).toMatchObject({
      status: 'done',
      steps: [{}, { output: { by: space.editor.name } }],
    });
  });

  test('AUTO-3 what acts for a person approves nothing in their name', async () => {
    const workflow = await flows.published(asking());
    const runId = await flows.start(workflow, { count: 4 });
    await flows.until(runId, ({ awaits }) => awaits.length > 0);
    const scopes = ['workflows:write' as const];
    const key = await createKey(space.server, space.projectId, space.editor, { scopes });
    const deciding = {
      params: { ...params(runId), step: 'ask' },
      body: { decision: 'approve' as const },
    };
    const refused = await space.server.refuse(workflowRunRoutes.decide, deciding, key);
    expect(refused.code).toBe('E_FORBIDDEN');
    expect((await flows.show(runId)).awaits).toHaveLength(1);
  });

  test('AUTO-3 a person declines in their inbox, and the run takes the other way', async () => {
    const workflow = await flows.published(asking());
    const runId = await flows.start(workflow, { count: 3 });
    await flows.until(runId, ({ awaits }) => awaits.length > 0);
    const entry = await findAsked('Delete 3 rows?');
    expect(entry).toMatchObject({
      link: `/automations/history/${runId}?projectId=${space.projectId}`,
      params: { by: workflow.name, title: 'Delete 3 rows?', question: '' },
    });
    expect((await answer(entry.id, false)).status).toBe(200);
    const run = await flows.until(runId);
    expect(run).toMatchObject({ status: 'failed', error: { message: 'Nobody wanted it.' } });
  });

  test('AUTO-3 a question shows the signs nobody sees, wherever it is read', async () => {
    const [ask, ...rest] = asking().nodes;
    const nodes = [{ ...ask, message: 'Pay \u202e{{ trigger.count }}?' }, ...rest];
    const workflow = await flows.published(definition.parse({ ...asking(), nodes }));
    const runId = await flows.start(workflow, { count: 5 });
    const { awaits } = await flows.until(runId, (run) => run.awaits.length > 0);
    const shown = String.raw`Pay \u{202e}5?`;
    expect(awaits).toMatchObject([{ message: shown }]);
    expect(await findAsked(shown)).toMatchObject({ readAt: null });
  });

  test('AUTO-3 a question goes to who may answer it, and one that nobody may answer fails', async () => {
    const { db } = space.server.services;
    const colleague = await createUser(db);
    const seatless = sql`with joined as (
        insert into project_members (project_id, user_id, role)
        values (${space.projectId}, ${colleague.id}, 'editor') returning user_id)
      insert into seatless_members (project_id, user_id)
      select ${space.projectId}, user_id from joined`;
    await changeRows(db, seatless);
    const toAll = await flows.start(await flows.published(asking()), { count: 21 });
    await flows.until(toAll, (run) => run.awaits.length > 0);
    await findAsked('Delete 21 rows?');
    await expect(findAsked('Delete 21 rows?', colleague)).rejects.toThrow('Nobody was asked');
    const [ask, ...rest] = asking().nodes;
    const nodes = [{ ...ask, people: [colleague.id] }, ...rest];
    const toNobody = await flows.published(definition.parse({ ...asking(), nodes }));
    const run = await flows.until(await flows.start(toNobody, { count: 22 }));
    expect(run).toMatchObject({
      status: 'failed',
      error: { message: 'None of them may answer: that takes an editor with a seat.' },
    });
  });

  test('AUTO-3 AUTO-7 once a run was cancelled, nobody has to approve any more, and nobody can', async () => {
    const workflow = await flows.published(asking());
    const runId = await flows.start(workflow, { count: 11 });
    await flows.until(runId, ({ awaits }) => awaits.length > 0);
    await space.server.call(workflowRunRoutes.cancel, { params: params(runId) }, space.editor);
    const entry = await findAsked('Delete 11 rows?');
    expect(entry).toMatchObject({ approval: { outcome: 'withdrawn' } });
    expect(entry.readAt).not.toBeNull();
    expect((await answer(entry.id, true)).json).toMatchObject({ code: 'E_APPROVAL_ANSWERED' });
    expect((await flows.show(runId)).steps).toMatchObject([{ key: 'ask', status: 'cancelled' }]);
  });

  test('AUTO-3 what somebody decided on the page of the run is asked in no inbox any more', async () => {
    const workflow = await flows.published(asking());
    const runId = await flows.start(workflow, { count: 12 });
    await flows.until(runId, ({ awaits }) => awaits.length > 0);
    await space.server.call(
      workflowRunRoutes.decide,
      { params: { ...params(runId), step: 'ask' }, body: { decision: 'approve' } },
      space.editor,
    );
    expect(await findAsked('Delete 12 rows?')).toMatchObject({
      approval: { outcome: 'withdrawn' },
    });
  });

  test('AUTO-3 a run that fails while it asks takes its question back', async () => {
    const workflow = await flows.published(
      definition.parse({
        triggers: [manual],
        nodes: [
          { kind: 'approval', id: 'ask', message: 'Shall this be asked beside a failure?' },
          { kind: 'wait', id: 'pause', seconds: 2 },
          { kind: 'stop', id: 'no', outcome: 'failed', message: 'Beside it.' },
        ],
        edges: [
          { from: 'start', port: 'out', to: 'ask' },
          { from: 'start', port: 'out', to: 'pause' },
          { from: 'pause', port: 'out', to: 'no' },
        ],
      }),
    );
    const run = await flows.until(await flows.start(workflow));
    expect(run.status).toBe('failed');
    expect(run.steps.find(({ key }) => key === 'ask')).toMatchObject({ status: 'cancelled' });
    await eventually(async () => {
      const entry = await findAsked('Shall this be asked beside a failure?');
      expect(entry).toMatchObject({ approval: { outcome: 'withdrawn' } });
    });
  });

  type Asked = { id: string; readAt: string | null; params: { title?: string } };

  async function findAsked(title: string, { token } = space.owner): Promise<Asked> {
    const inbox = await space.server.send('GET', '/api/inbox/v1', { token });
    const { items } = inbox.json as { items: Asked[] };
    const found = items.find(({ params: told }) => told.title === title);
    if (!found) throw new Error(`Nobody was asked: ${title}`);
    return found;
  }

  function answer(entryId: string, isAccepted: boolean) {
    const { token } = space.owner;
    return space.server.send('POST', `/api/inbox/v1/${entryId}/answer`, {
      token,
      body: { isAccepted },
    });
  }

  test('AUTO-7 a run that waits is cancelled at once', async () => {
    const workflow = await flows.published(
      chain(manual, { kind: 'wait', id: 'pause', seconds: 3_600 }),
    );
    const runId = await flows.start(workflow);
    await flows.until(runId, ({ status }) => status === 'waiting');
    await space.server.call(workflowRunRoutes.cancel, { params: params(runId) }, space.editor);
    expect((await flows.show(runId)).status).toBe('cancelled');
  });
});

describe('workflows among each other', () => {
  test('AUTO-3 AUTO-7 a run goes on when the one it waits for is cancelled while that rests', async () => {
    const child = await flows.published(
      chain(manual, { kind: 'wait', id: 'pause', seconds: 3_600 }),
    );
    const parent = await flows.published(
      chain(manual, { kind: 'workflow', id: 'call', workflowId: child.id }),
    );
    const runId = await flows.start(parent);
    const { awaits } = await flows.until(runId, (one) => one.awaits.length > 0);
    const [awaited] = awaits;
    const childId = awaited?.kind === 'workflow' ? awaited.runId : '';
    await flows.until(childId, ({ status }) => status === 'waiting');
    await space.server.call(workflowRunRoutes.cancel, { params: params(childId) }, space.editor);
    expect(await flows.until(runId)).toMatchObject({
      status: 'failed',
      error: { message: 'The other workflow was cancelled.', step: 'call' },
    });
  });

  test('AUTO-3 a workflow uses another as a step and goes on with what that answers', async () => {
    const child = await flows.published(
      chain(
        manual,
        { kind: 'set', id: 'double', fields: [{ name: 'n', value: '{{ trigger.n * 2 }}' }] },
        { kind: 'respond', id: 'answer', body: '{{ steps.double.output }}' },
      ),
    );
    const parent = await flows.published(
      chain(
        manual,
        { kind: 'workflow', id: 'call', workflowId: child.id, input: { n: 21 } },
        { kind: 'set', id: 'after', fields: [{ name: 'got', value: '{{ steps.call.output.n }}' }] },
      ),
    );
    const run = await flows.until(await flows.start(parent));
    expect(run.error).toBeNull();
    expect(run.steps.at(-1)?.output).toEqual({ got: 42 });
  });

  test('AUTO-4 a workflow that calls itself ends at a cap', async () => {
    const first = await flows.published(chain(manual, { kind: 'set', id: 'one', fields: [] }));
    const itself = chain(manual, { kind: 'workflow', id: 'again', workflowId: first.id });
    const { draftVersion } = await flows.save(first, itself);
    await flows.publish({ ...first, draftVersion });
    const run = await flows.until(await flows.start(first));
    expect(run.status).toBe('failed');
    const runs = await flows.runs({ workflowId: first.id });
    expect(runs.length).toBe(11);
  });

  test('AUTO-2 a workflow starts when another has failed, once for each run', async () => {
    const failing = await flows.published(
      chain(manual, { kind: 'stop', id: 'fail', outcome: 'failed', message: 'On purpose' }),
    );
    const follower = await flows.published(
      chain(
        { kind: 'workflow', id: 'when', workflowId: failing.id, on: ['failed'] },
        { kind: 'set', id: 'why', fields: [{ name: 'error', value: '{{ trigger.error }}' }] },
      ),
    );
    await flows.until(await flows.start(failing));
    let runs = await flows.runs({ workflowId: follower.id, status: 'done' });
    while (runs.length === 0) runs = await flows.runs({ workflowId: follower.id, status: 'done' });
    const run = await flows.show(runs[0]?.id ?? '');
    expect(run.steps[0]?.output).toEqual({ error: 'On purpose' });
    expect(runs).toHaveLength(1);
  });
});

describe('code', () => {
  test('AUTO-3 code and expressions that are more than a path run in the sandbox', async () => {
    const workflow = await flows.published(
      chain(
        manual,
        { kind: 'code', id: 'calc', code: 'console.log("seen"); return trigger.rows.length' },
        {
          kind: 'set',
          id: 'text',
          fields: [
            { name: 't', value: '{{ steps.calc.output + 1 }} of {{ trigger.rows.length }}' },
          ],
        },
      ),
    );
    const run = await flows.until(await flows.start(workflow, { rows: [1, 2] }));
    expect(run.error).toBeNull();
    expect(run.steps).toMatchObject([{ output: 2, logs: ['seen'] }, { output: { t: '3 of 2' } }]);
  });

  test('AUTO-3 code that can not be read is refused at its place', async () => {
    const workflow = await flows.create(
      chain(
        manual,
        { kind: 'set', id: 'one', fields: [{ name: 'a', value: 'x {{ 1 + }}' }] },
        { kind: 'code', id: 'two', code: 'return (' },
      ),
    );
    expect(workflow.problems).toMatchObject([
      { code: 'code', place: 'one', field: 'fields.0.value', at: 4 },
      { code: 'code', place: 'two', field: 'code' },
    ]);
  });
});

describe('whom a workflow acts for', () => {
  test('AUTO-9 runs are held when its publisher has left, and begin when somebody publishes it anew', async () => {
    const { owner, editor, projectId, server } = space;
    const workflow = await flows.published(
      chain({ kind: 'webhook', id: 'hook' }, { kind: 'respond', id: 'answer', body: 'done' }),
    );
    const { db } = server.services;
    await changeRows(
      db,
      sql`delete from project_members where project_id = ${projectId} and user_id = ${editor.id}`,
    );
    const held = await flows.hook(workflow, {});
    expect(held).toMatchObject({ status: 202, json: { status: 'held' } });
    const find = () => server.call(workflowRunRoutes.show, { params: params(held.runId) }, owner);
    expect(await find()).toMatchObject({ status: 'held', heldFor: 'publisher' });
    await server.call(
      workflowPublishingRoutes.publish,
      {
        params: { projectId, workflowId: workflow.id },
        body: { draftVersion: workflow.draftVersion },
      },
      owner,
    );
    let run = await find();
    while (run.endedAt === null) run = await find();
    expect(run).toMatchObject({ status: 'done', version: 2 });
    await changeRows(
      db,
      sql`insert into project_members (project_id, user_id, role)
          values (${projectId}, ${editor.id}, 'editor')`,
    );
  });

  test('AUTO-9 a run ends when its budget is used up', async () => {
    const looping = chain(manual, { kind: 'forEach', id: 'each', items: '{{ trigger.items }}' });
    looping.nodes.push(...chain(manual, { kind: 'set', id: 'one', fields: [] }).nodes);
    looping.edges.push({ from: 'each', port: 'each', to: 'one' });
    looping.settings.budget.steps = 10;
    const workflow = await flows.published(looping);
    const items = Array.from({ length: 50 }, (_, n) => n);
    const run = await flows.until(await flows.start(workflow, { items }));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'E_RUN_BUDGET' } });
  });
});

describe('repeating', () => {
  test('AUTO-7 a run is repeated from a step on: what came before keeps what it gave', async () => {
    const workflow = await flows.published(
      chain(
        manual,
        { kind: 'code', id: 'dice', code: 'return Math.random()' },
        { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ steps.dice.output }}' }] },
      ),
    );
    const first = await flows.until(await flows.start(workflow));
    const rerun = (body: object) =>
      space.server.call(workflowRunRoutes.rerun, { params: params(first.id), body }, space.editor);
    const again = await flows.until((await rerun({ from: 'keep' })).runId);
    expect(again).toMatchObject({ status: 'done', rerunOf: first.id });
    expect(again.steps.find(({ key }) => key === 'keep')?.output).toEqual(first.steps[1]?.output);
    const whole = await flows.until((await rerun({})).runId);
    expect(whole.steps[0]?.output).not.toEqual(first.steps[0]?.output);
  });
});
