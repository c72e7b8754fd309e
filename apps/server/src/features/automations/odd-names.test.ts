import { afterAll, expect, test } from 'vitest';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { eventually } from '#testing/eventually.ts';
import { startStorageWorkspace, storeKinds } from '#testing/storage-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

// The one store that takes any key.
const space = await startStorageWorkspace({ store: storeKinds[1]! });
const { server, projectId, connectorId, people } = space;
const { editor } = people;
const flows = createWorkflowRequests({ server, projectId, editor });
afterAll(() => space.stop());

test('AUTO-2 a file whose name no database can hold is told of, and keeps no other from starting a run', async () => {
  const folder = { prefix: 'odd/', pattern: '*.csv', everySeconds: 5 };
  const workflow = await flows.published(
    chain(
      { kind: 'objects', id: 'new', connectorId, ...folder },
      { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.path }}' }] },
    ),
  );
  const readWatch = async () => {
    const params = { projectId, workflowId: workflow.id };
    const watches = await server.call(workflowPublishingRoutes.watches, { params }, editor);
    return watches[0];
  };
  await eventually(async () => expect((await readWatch())?.lookedAt).toBeTruthy());
  await space.store('odd/zero\0byte.csv');
  await space.store('odd/usual.csv');
  await eventually(async () => {
    const runs = await flows.runs({ workflowId: workflow.id, status: 'done' });
    const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
    expect(whole.map(({ steps }) => steps[0]?.output)).toEqual([{ n: 'odd/usual.csv' }]);
  });
  expect((await readWatch())?.error).toBe(runMessage('unnameableObjects', { objects: 1 }));
});
