import { afterAll, expect, test } from 'vitest';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { createProject } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

test('AUTO-9 a run of an earlier version acts for who published that version, whoever publishes the next', async () => {
  const { server, projectId, editor, owner } = space;
  // For admins: the editor can't read it, and must not come to it by what an owner publishes later.
  const reading = chain(manual, { kind: 'operation', id: 'log', operation: 'audit.list' });
  const workflow = await flows.published(reading);
  const run = await flows.until(await flows.start(workflow));
  expect(run).toMatchObject({ status: 'failed', steps: [{ key: 'log', status: 'failed' }] });

  const harmless = chain(manual, { kind: 'set', id: 'log', fields: [] });
  const { draftVersion } = await flows.save(workflow, harmless);
  await flows.publish({ ...workflow, draftVersion }, owner);
  const again = { params: { projectId, runId: run.id }, body: { version: 'same' as const } };
  const { runId } = await server.call(workflowRunRoutes.rerun, again, editor);
  expect(await flows.until(runId)).toMatchObject({
    version: 1,
    status: 'failed',
    steps: [{ key: 'log', status: 'failed', output: null }],
  });
});

test('AUTO-9 a workflow reaches no connector of another project, though who published it may', async () => {
  const { server, sources, owner } = space;
  const other = await createProject(server.services.db, { owner });
  const added = { params: { projectId: other.id }, body: sources.sqlConnector };
  const connector = await server.call(connectorRoutes.create, added, owner);
  const reading = chain(manual, {
    kind: 'operation',
    id: 'read',
    operation: 'sql.read',
    body: { connector: { id: connector.id }, sql: 'select 1' },
  });
  const workflow = await flows.publish(await flows.create(reading), owner);
  expect(await flows.until(await flows.start(workflow))).toMatchObject({
    status: 'failed',
    steps: [{ key: 'read', status: 'failed', output: null }],
  });
});

test('AUTO-3 a run is started once for the key of who starts it, whatever others call theirs', async () => {
  const { server, projectId, editor, owner } = space;
  const workflow = await flows.published(chain(manual, { kind: 'set', id: 'log', fields: [] }));
  const path = `/api/workflows/v1/${projectId}/workflows/${workflow.id}/runs`;
  const start = async ({ token }: { token: string }) => {
    const answer = await server.send('POST', path, { token, body: {}, key: 'order-1234' });
    return (answer.json as { runId: string }).runId;
  };
  const first = await start(editor);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await start(editor)).toBe(first);
  expect(await start(owner)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await start(owner)).not.toBe(first);
});
