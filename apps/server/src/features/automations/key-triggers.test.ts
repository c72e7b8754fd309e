import { beforeAll, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { makeKey, ofKey, space, startKeySpace } from '#testing/key-space.ts';
import {
  chain,
  createWorkflowRequests,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';
import { releasePaidFor } from './run-changes.ts';

/** Whose a run is that a written row or object sets off. */

startKeySpace();

let flows: WorkflowRequests;
let key: { id: string; token: string };
let bucket: string;
beforeAll(async () => {
  const { server, projectId, editor, owner, sources } = space;
  flows = createWorkflowRequests({ server, projectId, editor });
  key = await makeKey(editor, { scopes: ['data:write', 'storage:write'] });
  const call = { params: { projectId }, body: sources.s3Connector };
  bucket = (await server.call(connectorRoutes.create, call, owner)).id;
});

const note = { kind: 'set' as const, id: 'note', fields: [{ name: 'seen', value: '=1' }] };

const ofWorkflow = ({ id: workflowId }: Workflow) => ({
  params: { projectId: space.projectId, workflowId },
});

/** Published, and looked once: from now on what is new is found. */
async function watching(trigger: Parameters<typeof chain>[0]): Promise<Workflow> {
  const { server, editor } = space;
  const workflow = await flows.published(chain(trigger, note));
  await eventually(async () => {
    const [watch] = await server.call(
      workflowPublishingRoutes.watches,
      ofWorkflow(workflow),
      editor,
    );
    expect(watch?.lookedAt).toBeTruthy();
  });
  return workflow;
}

/** By whom its runs are counted, once there are so many. */
function countedFor({ id }: Workflow, runs: number): Promise<string[]> {
  return eventually(async () => {
    await space.server.services.credits.flush();
    const rows = await listRows<{ by: string; n: number }>(
      space.server.services.db,
      sql`select actor_id as by, n::int from usage_day
          where cause_id = ${id} and meter = 'workflow.run' order by n`,
    );
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(runs);
    return rows.map(({ by }) => by);
  });
}

function write(statement: string, token: string) {
  const body = { connector: { id: space.plain }, sql: statement };
  return space.server.call(sqlRoutes.post, { body }, { token });
}

const put = (path: string, token: string) =>
  space.server.send('PUT', '/api/s3/v1', {
    token,
    body: { connector: { id: bucket }, path, body: `${path} of ${token}` },
  });

test('TEAM-9 a run that rows written by a key set off is the key’s, and one of other rows is not', async () => {
  const { editor, server } = space;
  await space.run('create table noted_rows (n int4)');
  const where = { connectorId: space.plain, table: 'noted_rows', everySeconds: 1, batch: 100 };
  const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, note));
  const params = { ...ofWorkflow(draft).params, trigger: 'new' };
  await server.call(workflowPublishingRoutes.installWatch, { params }, editor);
  await write('insert into noted_rows values (1), (2)', key.token);
  await write('insert into noted_rows values (3)', editor.token);
  await write('insert into noted_rows values (4)', editor.token);
  await write('insert into noted_rows values (5)', key.token);
  // Rows of others are not given to a run of the key.
  const workflow = await flows.publish(draft);
  expect(await countedFor(workflow, 3)).toEqual([editor.id, key.id]);
});

test('TEAM-9 rows that a key wrote are the key’s also where they are found by a column that rises', async () => {
  await space.run('create table polled_rows (n int4)');
  await space.run('insert into polled_rows values (1)');
  const where = { connectorId: space.plain, table: 'polled_rows', everySeconds: 1 };
  const by = { kind: 'polling' as const, column: 'n' };
  const workflow = await watching({ kind: 'rows', id: 'new', ...where, by });
  await write('insert into polled_rows values (2)', key.token);
  expect(await countedFor(workflow, 1)).toEqual([key.id]);
  await space.run('insert into polled_rows values (3)');
  const counted = await countedFor(workflow, 2);
  expect(counted.toSorted()).toEqual([key.id, space.editor.id].toSorted());
});

test('TEAM-9 a run that an object written by a key sets off is the key’s, until somebody else writes it', async () => {
  const { editor } = space;
  const where = { connectorId: bucket, prefix: 'by-keys/', everySeconds: 5 };
  const workflow = await watching({ kind: 'objects', id: 'new', ...where });
  await put('by-keys/one.csv', key.token);
  expect(await countedFor(workflow, 1)).toEqual([key.id]);
  await put('by-keys/one.csv', editor.token);
  expect((await countedFor(workflow, 2)).toSorted()).toEqual([key.id, editor.id].toSorted());
});

test('TEAM-9 what rows of a key at its cap would set off is held until there is room, and nobody else pays', async () => {
  const { server, editor } = space;
  await space.run('create table capped_rows (n int4)');
  const where = { connectorId: space.plain, table: 'capped_rows', everySeconds: 1 };
  const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, note));
  const params = { ...ofWorkflow(draft).params, trigger: 'new' };
  await server.call(workflowPublishingRoutes.installWatch, { params }, editor);
  const capped = await makeKey(editor, { scopes: ['data:write'] });
  const setCap = (cap: string | null) =>
    server.call(apiKeyRoutes.setCap, { ...ofKey(capped.id), body: { cap } }, editor);
  await setCap('0');
  await write('insert into capped_rows values (1)', capped.token);
  await write('insert into capped_rows values (2)', editor.token);
  const workflow = await flows.publish(draft);
  expect(await countedFor(workflow, 1)).toEqual([editor.id]);
  const release = () => server.services.db.transaction((tx) => releasePaidFor(tx));
  const held = () => flows.runs({ workflowId: workflow.id, status: 'held' });
  await release();
  expect(await held()).toHaveLength(1);
  const [one] = await held();
  expect(await flows.show(one?.id ?? '')).toMatchObject({ heldFor: 'keyCap' });
  // Nor does it go on since somebody publishes the workflow anew.
  await flows.publish(workflow);
  expect(await held()).toHaveLength(1);
  const show = () => server.call(apiKeyRoutes.show, ofKey(capped.id), editor);
  expect(await show()).toMatchObject({ heldRuns: 1 });
  await setCap(null);
  expect(await show()).toMatchObject({ heldRuns: 0 });
  expect(await flows.show(one?.id ?? '')).toMatchObject({ heldFor: 'turn' });
  await release();
  server.app.automations.engine.look();
  expect((await countedFor(workflow, 2)).toSorted()).toEqual([capped.id, editor.id].toSorted());
  expect(await held()).toEqual([]);
});
