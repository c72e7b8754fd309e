import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const of = ({ id }: Workflow) => ({ params: { projectId: space.projectId, workflowId: id } });

/** A workflow that fails, and the one that is started when it does. */
async function failingAndTold() {
  const told = await flows.published(chain(manual, { kind: 'set', id: 'note' }), 'Told');
  const drawn = chain(manual, { kind: 'stop', id: 'no', outcome: 'failed', message: 'No.' });
  drawn.settings.errorWorkflowId = told.id;
  return { told, failing: await flows.published(drawn, 'Failing') };
}

/** The run that was told of, once there is one for a failure of now. */
async function tellOfFailure(failing: Workflow, told: Workflow): Promise<unknown> {
  const runId = await flows.start(failing);
  await flows.until(runId);
  return eventually(async () => {
    const runs = await flows.runs({ workflowId: told.id, status: 'done' });
    const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
    const triggers = whole.map(({ trigger }) => trigger as { runId: string; status: string });
    const found = triggers.find((trigger) => trigger.runId === runId);
    expect(found).toBeDefined();
    return found;
  });
}

test('AUTO-2 AUTO-3 an error workflow goes on being started by failures after it was published anew, and after it was off', async () => {
  const { failing, told } = await failingAndTold();
  expect(await tellOfFailure(failing, told)).toMatchObject({ status: 'failed' });
  const { draftVersion } = await flows.save(
    told,
    chain(manual, { kind: 'set', id: 'note', fields: [{ name: 'n', value: 2 }] }),
  );
  await flows.publish({ ...told, draftVersion });
  expect(await tellOfFailure(failing, told)).toMatchObject({ status: 'failed' });
  await space.server.call(workflowPublishingRoutes.disable, of(told), space.editor);
  await space.server.call(workflowPublishingRoutes.enable, of(told), space.editor);
  expect(await tellOfFailure(failing, told)).toMatchObject({ status: 'failed' });
});

test('AUTO-2 AUTO-3 an error workflow that was taken from those who use it is given back to them by an update', async () => {
  const { failing, told } = await failingAndTold();
  const { db } = space.server.services;
  await changeRows(db, sql`delete from workflow_followers where follower_id = ${told.id}`);
  const migration = new URL('../../../migrations/231_error_workflows.sql', import.meta.url);
  await db.pool.query(await readFile(migration, 'utf8'));
  expect(await tellOfFailure(failing, told)).toMatchObject({ status: 'failed' });
});
