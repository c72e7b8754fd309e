import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eraseAccount } from '#testing/erase-account.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { startTestServer } from '#testing/test-server.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';
import { takeOutUnattended } from './unattended-watches.ts';

const space = await startSqlWorkspace();
const { server } = space;
const { db } = server.services;
afterAll(() => space.stop());

beforeEach(() => space.database.query('drop table if exists causeway_outbox'));

const keep = { kind: 'set' as const, id: 'keep', fields: [] };

async function projectOf(owner: TestUser) {
  const { id: projectId } = await createProject(db, { owner });
  const { sqlConnector } = space.sources;
  const config = { ...sqlConnector.config, user: space.role };
  const { id: connectorId } = await server.call(
    connectorRoutes.create,
    { params: { projectId }, body: { ...sqlConnector, config } },
    owner,
  );
  return { projectId, connectorId, owner };
}

type Project = Awaited<ReturnType<typeof projectOf>>;

/** A draft that watches a table, in a database of its own project unless said. */
function draw({ projectId, owner, ...own }: Project, table: string, connectorId = own.connectorId) {
  const flows = createWorkflowRequests({ server, projectId, editor: owner });
  return flows.create(chain({ kind: 'rows', id: 'new', connectorId, table }, keep));
}

async function watch(project: Project, table: string) {
  await space.run(`create table ${table} (n int4)`);
  const { id: workflowId } = await draw(project, table);
  const params = { projectId: project.projectId, workflowId, trigger: 'new' };
  await server.call(workflowPublishingRoutes.installWatch, { params }, project.owner);
  return workflowId;
}

async function watched(): Promise<unknown[]> {
  const rows = await space.rowsOf(
    `select tgrelid::regclass::text from pg_trigger where tgname like 'causeway%'`,
  );
  return rows.flat();
}

const outboxOf = () => space.rowsOf(`select to_regclass('causeway_outbox')::text`);

test('AUTO-2 TEAM-1 a draft that names a database of another project does nothing to that when its own project is erased', async () => {
  const victim = await projectOf(space.owner);
  const stranger = await createUser(db);
  await space.run('create table causeway_outbox (n int4)');
  await draw(await projectOf(stranger), 'orders', victim.connectorId);
  await eraseAccount(server, stranger);
  expect(await outboxOf()).toEqual([['causeway_outbox']]);
});

test('AUTO-2 TEAM-1 whoever deletes a project does nothing to databases of others of theirs that its drafts name', async () => {
  const owner = await createUser(db);
  const [one, other] = [await projectOf(owner), await projectOf(owner)];
  await space.run('create table causeway_outbox (n int4)');
  await draw(one, 'orders', other.connectorId);
  const removed = await server.call(
    projectRoutes.remove,
    { params: { projectId: one.projectId } },
    owner,
  );
  expect(removed).toEqual({ left: [] });
  expect(await outboxOf()).toEqual([['causeway_outbox']]);
});

test('AUTO-2 CONN-1 nothing is put from a workflow into a database of another project', async () => {
  const owner = await createUser(db);
  const [one, other] = [await projectOf(owner), await projectOf(owner)];
  await space.run('create table orders_of_other (n int4)');
  const { id: workflowId } = await draw(one, 'orders_of_other', other.connectorId);
  const params = { projectId: one.projectId, workflowId, trigger: 'new' };
  await server.refuse(workflowPublishingRoutes.installWatch, { params }, owner);
  expect(await watched()).not.toContain('orders_of_other');
});

test('AUTO-2 CONN-1 a database that was set to be read only is not changed when its project is erased', async () => {
  const owner = await createUser(db);
  const project = await projectOf(owner);
  await watch(project, 'orders_closed');
  const { projectId, connectorId } = project;
  await server.call(
    connectorRoutes.update,
    { params: { projectId, connectorId }, body: { settings: { readOnly: true } } },
    owner,
  );
  await eraseAccount(server, owner);
  expect(await watched()).toContain('orders_closed');
});

test('AUTO-2 SESS-7 a draft of an earlier version keeps no account, and what it put into databases goes', async () => {
  const owner = await createUser(db);
  const workflowId = await watch(await projectOf(owner), 'orders_early');
  await changeRows(
    db,
    sql`update workflows set draft = (draft::jsonb || '{"nodes": [{"kind": "long gone"}]}')::json
        where id = ${workflowId}`,
  );
  await eraseAccount(server, owner);
  expect(await changeRows(db, sql`select from users where id = ${owner.id}`)).toBe(0);
  expect(await watched()).not.toContain('orders_early');
});

test('AUTO-2 TEAM-1 one table that is in use keeps no trigger in the others', async () => {
  const project = await projectOf(await createUser(db));
  await watch(project, 'orders_held');
  await watch(project, 'orders_free');
  await space.database.query('begin');
  await space.database.query('lock table orders_held in share mode');
  await takeOutUnattended(server.services, project.projectId, { lockMs: 10 });
  await space.database.query('commit');
  expect(await watched()).toContain('orders_held');
  expect(await watched()).not.toContain('orders_free');
});

function message(kind: string, content = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const ready = message('Z', Buffer.from('I'));
const done = [message('1'), message('2'), message('n'), message('C', Buffer.from('DO\0')), ready];

/** Somebody's server that takes whoever comes, answers so to all they say, and never hangs up. */
async function startHolding(answer: Buffer[]) {
  const sockets = new Set<Socket>();
  const left = new Set<Socket>();
  const holding = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on('error', () => {}));
    for (const event of ['end', 'close']) socket.on(event, () => left.add(socket));
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', () => socket.write(Buffer.concat(answer)));
    });
  });
  await new Promise<void>((resolve) => holding.listen(0, '127.0.0.1', resolve));
  const { port } = holding.address() as AddressInfo;
  return {
    port,
    /** Nobody is on the line any more. */
    isLeft: () => sockets.size > 0 && sockets.size === left.size,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      holding.close();
    },
  };
}

test.each([
  ['says nothing more', []],
  ['does not hang up', done],
])(
  'AUTO-2 SESS-7 a database that answers once and then %s holds up no erasing',
  async (_what, answer) => {
    const holding = await startHolding(answer);
    const other = await startTestServer({ EGRESS_ALLOW_DATA: `127.0.0.1:${holding.port}` });
    const owner = await createUser(other.services.db);
    const { id: projectId } = await createProject(other.services.db, { owner });
    const { sqlConnector } = space.sources;
    const config = { ...sqlConnector.config, port: holding.port, tls: 'disable' as const };
    const { id: connectorId } = await other.call(
      connectorRoutes.create,
      { params: { projectId }, body: { ...sqlConnector, config } },
      owner,
    );
    const flows = createWorkflowRequests({ server: other, projectId, editor: owner });
    await flows.create(chain({ kind: 'rows', id: 'new', connectorId, table: 'orders' }, keep));
    await takeOutUnattended(other.services, projectId, { databaseMs: 200 });
    await eventually(async () => expect(holding.isLeft()).toBe(true));
    await other.stop();
    holding.stop();
  },
);
