import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Definition } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  webhook,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';

let space: SqlWorkspace;
let flows: WorkflowRequests;
let workflow: Workflow;

/** Rows are read, shaped, and decided on. */
function drawn({
  price = '{{ steps.read.output.rows[0].price }}',
  most = 100,
  read = 'select random() * 50 as price',
} = {}): Definition {
  const made = chain(
    webhook,
    { kind: 'query', id: 'read', connectorId: space.plain, sql: read },
    { kind: 'set', id: 'keep', fields: [{ name: 'price', value: price }] },
    {
      kind: 'if',
      id: 'dear',
      conditions: [{ left: '{{ trigger.body.total }}', operator: 'more', right: most }],
    },
    { kind: 'notify', id: 'tell', text: 'Dear' },
  );
  made.edges = made.edges.map((edge) => (edge.to === 'tell' ? { ...edge, port: 'true' } : edge));
  return made;
}

const replay = (definition: Definition) =>
  space.server.call(
    workflowTestRoutes.replay,
    { params: { projectId: space.projectId, workflowId: workflow.id }, body: { definition } },
    space.editor,
  );

beforeAll(async () => {
  space = await startSqlWorkspace();
  flows = createWorkflowRequests(space);
  workflow = await flows.published(drawn());
  for (const total of [50, 150]) {
    await flows.until((await flows.hook(workflow, { total })).runId);
  }
});
afterAll(() => space.stop());

test('AUTO-5 a draft that does the same gives the same for what was, though the database would not', async () => {
  expect(await replay(drawn())).toEqual({
    runs: 2,
    steps: 4,
    changed: [],
    differences: [],
  });
});

test('AUTO-5 a step that was changed and can not be run again is named, so that nobody takes it for tried', async () => {
  const other = drawn({ read: 'select 1 as price' });
  for (const node of other.nodes) node.position = { x: 400, y: 7 };
  expect(await replay(other)).toMatchObject({ changed: ['read'], differences: [] });
});

test('AUTO-5 before it is published, a draft shows which of the last runs it would have ended differently', async () => {
  const { differences } = await replay(drawn({ price: 'dear' }));
  expect(differences).toMatchObject([
    { step: 'keep', kind: 'output', after: '{"price":"dear"}' },
    { step: 'keep', kind: 'output', after: '{"price":"dear"}' },
  ]);
});

test('AUTO-5 a draft that takes another way shows what it would begin and what it would leave out', async () => {
  const lower = await replay(drawn({ most: 10 }));
  expect(lower.differences).toMatchObject([
    { step: 'dear', kind: 'way', before: 'false', after: 'true' },
    { step: 'tell', kind: 'begins' },
  ]);
  const higher = await replay(drawn({ most: 1_000 }));
  expect(higher.differences).toMatchObject([
    { step: 'dear', kind: 'way', before: 'true', after: 'false' },
    { step: 'tell', kind: 'ends' },
  ]);
});

test('AUTO-5 a workflow that is not kept yet is tried on real rows, and nothing is left behind', async () => {
  const params = { projectId: space.projectId };
  const body = { definition: drawn(), input: { body: { total: 500 } } };
  const tried = await space.server.call(workflowTestRoutes.tryNew, { params, body }, space.editor);
  expect(tried.status).toBe('done');
  expect(tried.steps.map(({ key }) => key)).toEqual(['read', 'keep', 'dear', 'tell']);
  expect(tried.steps[3]?.output).toMatchObject({ dryRun: true, text: 'Dear' });
});

test('AUTO-5 a write that might not be undone is not tried, and the dry run says why', async () => {
  await space.run('create table numbered (id serial, n int)');
  const write = (sql: string) =>
    chain(webhook, { kind: 'execute', id: 'write', connectorId: space.plain, sql });
  const attempt = async (sql: string) => {
    const body = { definition: write(sql), input: {} };
    const params = { projectId: space.projectId };
    const { steps } = await space.server.call(
      workflowTestRoutes.tryNew,
      { params, body },
      space.editor,
    );
    return steps[0];
  };
  const sql = 'insert into numbered (n) values (1)';
  expect(await attempt(sql)).toMatchObject({
    output: { dryRun: true, sql },
    logs: [runMessage('notTried')],
  });
  const updated = await attempt('update numbered set n = 2');
  expect(updated).toMatchObject({ output: { dryRun: true, rowCount: 0 }, logs: [] });
});
