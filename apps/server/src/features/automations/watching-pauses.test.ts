import { afterAll, expect, test } from 'vitest';
import type { Definition } from '@causeway/contract/automations/definition.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const keep = {
  kind: 'set' as const,
  id: 'keep',
  fields: [{ name: 'n', value: '{{ trigger.rows.map(({ row }) => row.n) }}' }],
};

const of = ({ id }: Workflow) => ({ params: { projectId: space.projectId, workflowId: id } });
const switchOff = (workflow: Workflow) =>
  space.server.call(workflowPublishingRoutes.disable, of(workflow), space.editor);
const switchOn = (workflow: Workflow) =>
  space.server.call(workflowPublishingRoutes.enable, of(workflow), space.editor);
const listWatches = (workflow: Workflow) =>
  space.server.call(workflowPublishingRoutes.watches, of(workflow), space.editor);

async function lookedAt(workflow: Workflow): Promise<void> {
  await eventually(async () => expect((await listWatches(workflow))[0]?.lookedAt).toBeTruthy());
}

/** What its runs were given, all of it, sorted. */
async function given(workflow: Workflow): Promise<unknown[]> {
  const runs = await flows.runs({ workflowId: workflow.id, status: 'done' });
  const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
  return whole
    .flatMap(({ steps }) => (steps[0]?.output as { n: unknown } | undefined)?.n)
    .toSorted();
}

const rowsOf = (table: string, more: object): Definition =>
  chain(
    {
      kind: 'rows',
      id: 'new',
      connectorId: space.plain,
      table,
      everySeconds: 1,
      batch: 50,
      ...more,
    },
    keep,
  );

test('AUTO-2 rows noted while a workflow was off start it once it is on again, each of them once', async () => {
  await space.run('create table noted (n int4 primary key)');
  const draft = await flows.create(rowsOf('noted', {}));
  const trigger = { params: { ...of(draft).params, trigger: 'new' } };
  await space.server.call(workflowPublishingRoutes.installWatch, trigger, space.editor);
  await space.run('insert into noted values (1), (2), (3)');
  const workflow = await flows.publish(draft);
  await eventually(async () => expect(await given(workflow)).toEqual([1, 2, 3]));
  await switchOff(workflow);
  await space.run('insert into noted values (4), (5), (6), (7), (8)');
  expect(await listWatches(workflow)).toEqual([]);
  await switchOn(workflow);
  await eventually(async () => expect(await given(workflow)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]));
});

test('AUTO-2 rows found by a rising column that came while a workflow was off start it once it is on again', async () => {
  await space.run('create table polled (n int4 primary key)');
  await space.run('insert into polled values (1)');
  const by = { kind: 'polling' as const, column: 'n' };
  const workflow = await flows.published(rowsOf('polled', { by }));
  await lookedAt(workflow);
  await switchOff(workflow);
  await space.run('insert into polled values (2), (3)');
  await switchOn(workflow);
  await eventually(async () => expect(await given(workflow)).toEqual([2, 3]));
});

test('AUTO-2 files that came while a workflow was off start it once it is on again', async () => {
  const { id: connectorId } = await space.server.call(
    connectorRoutes.create,
    { params: { projectId: space.projectId }, body: space.sources.s3Connector },
    space.owner,
  );
  const put = (path: string) =>
    space.server.send('PUT', '/api/s3/v1', {
      token: space.editor.token,
      body: { connector: { id: connectorId }, path, body: 'x' },
    });
  await put('in/old.csv');
  const workflow = await flows.published(
    chain(
      { kind: 'objects', id: 'new', connectorId, prefix: 'in/', everySeconds: 5 },
      { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.path }}' }] },
    ),
  );
  await lookedAt(workflow);
  await switchOff(workflow);
  await put('in/new.csv');
  await switchOn(workflow);
  await eventually(async () => expect(await given(workflow)).toEqual(['in/new.csv']));
});
