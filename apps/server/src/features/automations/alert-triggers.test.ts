import { afterAll, expect, test } from 'vitest';
import { happened } from '#platform/outbox/happened.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

test('AUTO-2 an alert of a dashboard starts a workflow once each time it changes as the trigger says, however often that is told', async () => {
  const dashboardId = crypto.randomUUID();
  const alertId = crypto.randomUUID();
  const trigger = { kind: 'alert' as const, id: 'alert', dashboardId };
  const step = {
    kind: 'set' as const,
    id: 'note',
    fields: [{ name: 'seen', value: '{{ trigger.name }} {{ trigger.value }}' }],
  };
  const any = await flows.published(chain(trigger, step));
  const both = await flows.published(chain({ ...trigger, alertId, on: ['firing', 'ok'] }, step));
  const other = await flows.published(
    chain({ ...trigger, alertId: crypto.randomUUID(), on: ['firing', 'ok'] }, step),
  );
  const tell = (state: 'firing' | 'ok', transition: number) =>
    space.server.services.db.transaction((tx) =>
      happened(tx, `alert ${alertId}`, {
        type: 'alert.changed',
        projectId: space.projectId,
        data: {
          alertId,
          dashboardId,
          tileId: crypto.randomUUID(),
          name: 'Too high',
          state,
          value: '101',
          transition,
        },
      }),
    );
  await tell('firing', 1);
  await tell('firing', 1);
  await tell('ok', 2);
  const endedOf = async (workflowId: string) => {
    const runs = await flows.runs({ workflowId });
    return runs.filter(({ status }) => status === 'done');
  };
  await eventually(async () => expect(await endedOf(both.id)).toHaveLength(2));
  const [run, ...more] = await endedOf(any.id);
  expect(more).toEqual([]);
  expect(run).toMatchObject({ triggerKind: 'alert' });
  const { steps } = await flows.show(run!.id);
  expect(steps).toMatchObject([{ key: 'note', output: { seen: 'Too high 101' } }]);
  expect(await endedOf(other.id)).toEqual([]);
});
