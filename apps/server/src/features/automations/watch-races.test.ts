import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const watching = (table: string, connectorId = space.plain) =>
  chain(
    {
      kind: 'rows',
      id: 'new',
      connectorId,
      table,
      by: { kind: 'polling', column: 'n' },
      everySeconds: 1,
    },
    { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.row.n }}' }] },
  );

test('AUTO-2 a look that ends after the workflow was published for another table says nothing of that one', async () => {
  await space.run('create table old_place (n int4 primary key)');
  await space.run('create table new_place (n int4 primary key)');
  const workflow = await flows.published(watching('old_place'));
  await positionOf(workflow.id, 'old_place');

  // The next look at the old table waits for this, and ends once the new one is to be looked at.
  await space.database.query('begin; lock table old_place; insert into old_place values (1000)');
  await eventually(async () => {
    const waiting = `select 1 from pg_locks where not granted and relation = 'old_place'::regclass`;
    expect(await space.rowsOf(waiting)).toHaveLength(1);
  });
  const { draftVersion } = await flows.save(workflow, watching('new_place'));
  await flows.publish({ ...workflow, draftVersion });
  await space.database.query('commit');

  await positionOf(workflow.id, 'new_place');
  await space.run('insert into new_place values (1)');
  await eventually(async () => {
    const [run] = await flows.runs({ workflowId: workflow.id, status: 'done' });
    expect((await flows.show(run?.id ?? '')).steps[0]?.output).toEqual({ n: 1 });
  });
});

test('AUTO-2 a database that takes its time to answer keeps no other trigger waiting', async () => {
  await space.run('create table slow_place (n int4 primary key)');
  await space.run('create table quick_place (n int4 primary key)');
  for (const table of ['slow_place', 'quick_place']) {
    const { id } = await flows.published(watching(table));
    await positionOf(id, table);
  }
  const waiting = `select pid from pg_locks where not granted and relation = 'slow_place'::regclass`;
  await space.database.query('begin; lock table slow_place');
  const look = await eventually(async () => {
    const found = await space.rowsOf(waiting);
    expect(found).toHaveLength(1);
    return found;
  });
  await space.run('insert into quick_place values (7)');
  await eventually(async () => {
    const runs = await flows.runs({ status: 'done' });
    const outputs = await Promise.all(runs.map(async ({ id }) => (await flows.show(id)).steps[0]));
    expect(outputs).toContainEqual(expect.objectContaining({ output: { n: 7 } }));
  });
  expect(await space.rowsOf(waiting)).toEqual(look);
  await space.database.query('commit');
});

test('AUTO-2 however many tables of one project are slow to answer, those of another are looked at', async () => {
  const { server, owner, editor } = space;
  const { id: projectId } = await createProject(server.services.db, { owner, editor });
  const { id: connectorId } = await server.call(
    connectorRoutes.create,
    { params: { projectId }, body: space.sources.sqlConnector },
    owner,
  );
  const others = createWorkflowRequests({ server, projectId, editor });
  await space.run('create table free_place (n int4 primary key)');
  const free = await others.published(watching('free_place', connectorId));
  await positionOf(free.id, 'free_place');
  await server.call(
    connectorRoutes.update,
    {
      params: { projectId: space.projectId, connectorId: space.plain },
      body: { settings: { timeoutSeconds: 600 } },
    },
    owner,
  );
  await space.run('create table pace as select 1000 as seconds');
  for (let number = 1; number <= 9; number += 1) {
    await space.run(
      `create view slow_view_${number} as select 1 as n from pace, pg_sleep(seconds)`,
    );
    await flows.published(watching(`slow_view_${number}`));
  }
  const looking = `select pid from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and query like '%slow_view_%'`;
  await eventually(async () => expect(await space.rowsOf(looking)).toHaveLength(2));
  await space.database.query('insert into free_place values (7)');
  await eventually(async () => {
    const [run] = await others.runs({ workflowId: free.id, status: 'done' });
    expect((await others.show(run?.id ?? '')).steps[0]?.output).toEqual({ n: 7 });
  });
  await space.database.query('update pace set seconds = 0');
  await space.database.query(`select pg_cancel_backend(pid) from (${looking}) found`);
});

/** Once it has been looked at. */
function positionOf(workflowId: string, table: string): Promise<unknown> {
  return eventually(async () => {
    const watch = await findRow<{ position: unknown }>(
      space.server.services.db,
      sql`select position from workflow_watches where workflow_id = ${workflowId}
            and place like ${`%"${table}"%`} and position is not null`,
    );
    expect(watch).toBeDefined();
    return watch?.position;
  });
}
