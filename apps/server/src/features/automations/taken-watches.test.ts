import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { eraseAccount } from '#testing/erase-account.ts';
import { eraseDeletedProject } from '#testing/erase-project.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const { server, owner } = space;
afterAll(() => space.stop());

const keep = {
  kind: 'set' as const,
  id: 'keep',
  fields: [{ name: 'n', value: '{{ trigger.row.n }}' }],
};

/** A project of its own with a workflow that watches `table` of the user's database by a trigger. */
async function watching(table: string, as: TestUser = owner) {
  await space.run(`create table ${table} (n int4)`);
  const { db } = server.services;
  const { id: projectId } = await createProject(db, { owner: as });
  const { sqlConnector } = space.sources;
  const config = { ...sqlConnector.config, user: space.role };
  const { id: connectorId } = await server.call(
    connectorRoutes.create,
    { params: { projectId }, body: { ...sqlConnector, config, name: 'Shop' } },
    as,
  );
  const flows = createWorkflowRequests({ server, projectId, editor: as });
  const where = { connectorId, table, everySeconds: 1 };
  const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
  await server.call(workflowPublishingRoutes.installWatch, at(projectId, draft), as);
  return { projectId, connectorId, flows, workflow: await flows.publish(draft) };
}

const at = (projectId: string, { id: workflowId }: Pick<Workflow, 'id'>) => ({
  params: { projectId, workflowId, trigger: 'new' },
});

/** Tables, triggers and functions of ours in the user's database. */
async function countOurs(): Promise<number> {
  const [row] = await space.rowsOf(
    `select ((select count(*) from pg_class where relname like 'causeway%' and relkind = 'r')
       + (select count(*) from pg_trigger where tgname like 'causeway%')
       + (select count(*) from pg_proc where proname like 'causeway%'))::int`,
  );
  return Number(row?.[0]);
}

async function connectorsOf(projectId: string): Promise<string[]> {
  const params = { projectId };
  const connectors = await server.call(connectorRoutes.list, { params }, owner);
  return connectors.map(({ id }) => id);
}

const gone = (sql = 'drop trigger if exists') => ({
  left: [{ connector: 'Shop', sql: expect.stringContaining(sql) }],
});

beforeEach(async () => {
  await space.database.query('drop table if exists causeway_outbox');
  await space.database.query(`do $$ declare left_there text; begin
    for left_there in select oid::regprocedure::text from pg_proc where proname like 'causeway%' loop
      execute 'drop function ' || left_there || ' cascade';
    end loop;
  end $$`);
});

test('AUTO-2 TEAM-1 a deleted project takes along what its workflows put into databases, and has it again when it is brought back', async () => {
  const { projectId, workflow, flows } = await watching('orders_a');
  expect(await countOurs()).toBe(3);
  const removed = await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  expect(removed).toEqual({ left: [] });
  expect(await countOurs()).toBe(0);
  await space.run('insert into orders_a values (1)');
  await server.call(projectRoutes.restore, { params: { restingId: projectId } }, owner);
  await eventually(async () => expect(await countOurs()).toBe(3));
  await space.run('insert into orders_a values (2)');
  const runs = await eventually(async () => {
    const done = await flows.runs({ workflowId: workflow.id, status: 'done', limit: 10 });
    expect(done).toHaveLength(1);
    return done;
  });
  const { steps } = await flows.show(runs[0]?.id ?? '');
  expect(steps[0]?.output).toMatchObject({ n: 2 });
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  expect(await countOurs()).toBe(0);
});

test('AUTO-2 CONN-1 a deleted connector leaves nothing of workflows in its database, and nothing else is touched', async () => {
  const [one, other] = [await watching('orders_b'), await watching('orders_c')];
  const params = { projectId: one.projectId, connectorId: one.connectorId };
  expect(await server.call(connectorRoutes.remove, { params }, owner)).toEqual({ left: [] });
  const noting = await space.rowsOf(
    `select tgrelid::regclass::text from pg_trigger where tgname like 'causeway%'`,
  );
  expect(noting).toEqual([['orders_c']]);
  await server.call(projectRoutes.remove, { params: { projectId: other.projectId } }, owner);
  expect(await countOurs()).toBe(0);
});

test('AUTO-2 TEAM-1 a database that is away holds up no deletion, and what is left in it is said', async () => {
  const { projectId, connectorId } = await watching('orders_d');
  space.sources.line.cut();
  const ofConnector = { params: { projectId, connectorId } };
  const first = await server.call(connectorRoutes.remove, ofConnector, owner);
  space.sources.line.restore();
  expect(first).toEqual(gone());
  const again = await watching('orders_e');
  space.sources.line.cut();
  const ofProject = { params: { projectId: again.projectId } };
  const second = await server.call(projectRoutes.remove, ofProject, owner);
  space.sources.line.restore();
  expect(second).toEqual(gone('orders_e'));
  expect(await server.call(projectRoutes.list, {}, owner)).not.toContainEqual(
    expect.objectContaining({ id: again.projectId }),
  );
});

test('AUTO-2 TEAM-1 a project that is brought back while its database is away notes rows again once that answers', async () => {
  const { projectId } = await watching('orders_f');
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  expect(await countOurs()).toBe(0);
  space.sources.line.cut();
  await server.call(projectRoutes.restore, { params: { restingId: projectId } }, owner);
  // Whoever tries meanwhile finds nobody.
  await server.refuse(
    sqlRoutes.read,
    { body: { connector: { id: (await connectorsOf(projectId))[0] ?? '' }, sql: 'select 1' } },
    owner,
  );
  space.sources.line.restore();
  await eventually(async () => expect(await countOurs()).toBe(3));
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
});

test('AUTO-2 SESS-7 a project that goes with the account of its last member leaves nothing in databases', async () => {
  const leaver = await createUser(server.services.db);
  await watching('orders_g', leaver);
  expect(await countOurs()).toBe(3);
  await eraseAccount(server, leaver);
  expect(await countOurs()).toBe(0);
});

test('AUTO-2 TEAM-1 what a database kept when its project was deleted is taken out before the project is erased', async () => {
  const { projectId } = await watching('orders_h');
  space.sources.line.cut();
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  space.sources.line.restore();
  expect(await countOurs()).toBe(3);
  expect(await eraseDeletedProject(server, projectId)).toBe(1);
  expect(await countOurs()).toBe(0);
});
