import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { measureChangeRoutes } from '@causeway/contract/assistant/measures.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey } from '#testing/factories.ts';
import { startFaultyLine } from '#testing/faulty-line.ts';
import { callTool, connectMcp, type McpMode } from '#testing/mcp-client.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import type { TestServer } from '#testing/test-server.ts';

const workspace = await startSqlWorkspace();
const other = await workspace.server.another();
beforeAll(async () => {
  await workspace.run('create table customers (id int primary key, name text, email text)');
  await workspace.run(
    `insert into customers select n, 'Customer ' || n, 'c' || n || '@test' from generate_series(1, 9) n`,
  );
});
afterAll(async () => {
  await other.stop();
  await workspace.stop();
});

const modes = ['legacy', 'auto'] as const satisfies McpMode[];

const connect = (
  token: string,
  { on = workspace.server, ...options }: { on?: Pick<TestServer, 'url'>; mode?: McpMode } = {},
) => connectMcp(on, token, options);

const keyWith = (...scopes: string[]) =>
  createKey(workspace.server, workspace.projectId, workspace.editor, { scopes });

async function namesFor(token: string, options?: Parameters<typeof connect>[1]) {
  const client = await connect(token, options);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

test.each(modes)(
  'CHAT-5 a key’s scopes are its tools, whichever instance is asked, with the protocol of today and of yesterday (%s)',
  async (mode) => {
    const data = await keyWith(`data:read@${workspace.plain}`);
    const boards = await keyWith('dashboards:write');
    for (const on of [workspace.server, other, workspace.server]) {
      expect(await namesFor(data.token, { on, mode })).toEqual([
        'list_connectors',
        'list_tables',
        'search_schema',
        'describe_table',
        'measure',
        'run_sql',
        'explain_sql',
      ]);
      expect(await namesFor(boards.token, { on, mode })).toEqual([
        'list_connectors',
        'find_saved',
        'show_dashboard',
        'add_tile',
        'get_approval',
      ]);
    }
    const client = await connect(data.token, { mode });
    const { tools } = await client.listTools();
    for (const { annotations } of tools) {
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
    const board = await connect(boards.token, { mode });
    const saved = await callTool(board, 'find_saved', {});
    expect(saved).toEqual({ isError: false, told: { dashboards: [], queries: [] } });
    await board.close();
    // The other instance knows nothing of the one before, and needs not to.
    await client.close();
    const again = await connect(data.token, { on: other, mode });
    const counted = await callTool(again, 'run_sql', { sql: 'select count(*) from customers' });
    expect(counted.told.rows).toEqual([['9']]);
    await again.close();
  },
);

test('CHAT-5 CHAT-6 a key of one database is told of its tables with what numbers of them mean', async () => {
  const { server, plain, projectId, editor } = workspace;
  const body = {
    connectorId: plain,
    name: { en: 'Headcount', de: '' },
    schema: 'public',
    table: 'customers',
    expression: 'count(*)',
  };
  await server.call(measureChangeRoutes.create, { params: { projectId }, body }, editor);
  const client = await connect((await keyWith(`data:read@${plain}`)).token);
  expect(await callTool(client, 'describe_table', { table: 'customers' })).toMatchObject({
    isError: false,
    told: { table: 'customers', measures: [{ name: body.name, expression: 'count(*)' }] },
  });
  await client.close();
});

test('CHAT-5 CHAT-4 a tool reads what its key may, writes nothing, and every call is in the audit log', async () => {
  const { server, plain, projectId } = workspace;
  const key = await keyWith(`data:read@${plain}`);
  const client = await connect(key.token);
  expect((await callTool(client, 'list_connectors', {})).told).toMatchObject([{ id: plain }]);
  const measured = await callTool(client, 'measure', {
    from: 'customers',
    measure: { function: 'count' },
  });
  expect(measured.told.rows).toEqual([['9']]);
  const plan = await callTool(client, 'explain_sql', { sql: 'select * from customers' });
  expect(plan.told.plan).toContain('Seq Scan on customers');
  const whole = await connect((await keyWith('data:read')).token);
  const asked = { table: 'customers', connectorId: plain };
  expect((await callTool(whole, 'get_insights', asked)).told).toEqual({ total: 0, findings: [] });
  await whole.close();
  const deleted = await callTool(client, 'run_sql', { sql: 'delete from customers' });
  expect(deleted).toMatchObject({ isError: true, told: { error: 'E_SQL_READ_ONLY' } });
  const elsewhere = await callTool(client, 'run_sql', {
    sql: 'select 1',
    connectorId: workspace.powerful,
  });
  expect(elsewhere).toMatchObject({ isError: true, told: { error: 'E_CONNECTOR_NOT_FOUND' } });
  await client.close();
  const acts = await listRows<{ target: string; kind: string; outcome: string }>(
    server.services.db,
    sql`select target, actor_kind as kind, details->>'outcome' as outcome from audit_log
        where action = 'mcp.called' and actor_ref = ${`key:${key.id}`} order by at`,
  );
  expect(acts.map(({ target, kind, outcome }) => `${kind} ${target} ${outcome}`)).toEqual([
    'key list_connectors done',
    'key measure done',
    'key explain_sql done',
    'key run_sql E_SQL_READ_ONLY',
    'key run_sql E_CONNECTOR_NOT_FOUND',
  ]);
  await changeRows(
    server.services.db,
    sql`insert into assistant_settings (id, level) values (${projectId}, 'aggregates')`,
  );
  const limited = await connect(key.token);
  const rows = await callTool(limited, 'run_sql', { sql: 'select email from customers' });
  expect(JSON.stringify(rows.told)).not.toContain('@test');
  const cast = await callTool(limited, 'run_sql', { sql: 'select email::int from customers' });
  expect(cast.isError).toBe(true);
  expect(JSON.stringify(cast.told)).not.toContain('@test');
  await limited.close();
  await changeRows(server.services.db, sql`delete from assistant_settings`);
});

test('CHAT-5 what writes becomes one proposal in the inbox of the key’s owner, is done once when approved, and the program hears of it', async () => {
  const { server, editor, projectId, plain } = workspace;
  const key = await keyWith('queries:write', 'data:read', 'dashboards:read');
  const client = await connect(key.token);
  const wish = {
    name: 'Customers by a program',
    sql: 'select count(*) from customers',
    connectorId: plain,
  };
  const first = await callTool(client, 'save_query', wish);
  const again = await callTool(await connect(key.token, { on: other }), 'save_query', wish);
  expect(first.told).toMatchObject({ status: 'waiting' });
  expect(again.told).toEqual(first.told);
  const saved = async () => {
    const named = await listRows(
      server.services.db,
      sql`select id from queries where name = ${wish.name}`,
    );
    return named.length;
  };
  expect(await saved()).toBe(0);
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 20 } }, editor);
  const asked = items.filter(({ kind }) => kind === 'approval.asked');
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked[0])).toContain(wish.sql);
  await server.call(
    inboxRoutes.answer,
    { params: { entryId: asked[0]!.id }, body: { isAccepted: true } },
    editor,
  );
  const { approvalId } = first.told as { approvalId: string };
  await eventually(async () => {
    const { told } = await callTool(client, 'get_approval', { approvalId });
    expect(told).toMatchObject({ state: 'done', link: expect.stringContaining('/sql?') });
  });
  expect(await saved()).toBe(1);
  const repeated = await callTool(client, 'save_query', wish);
  expect(repeated.told).toMatchObject({ status: 'done', approvalId });
  const stranger = await keyWith('queries:write');
  const foreign = await connect(stranger.token);
  const peeked = await callTool(foreign, 'get_approval', { approvalId });
  expect(peeked).toMatchObject({ isError: true, told: { error: 'E_PROPOSAL_NOT_FOUND' } });
  const none = await server.call(dashboardRoutes.list, { params: { projectId } }, editor);
  expect(none).toEqual([]);
});

async function decide(isAccepted: boolean) {
  const { server, editor } = workspace;
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 20 } }, editor);
  const entry = items.find(({ kind }) => kind === 'approval.asked');
  await server.call(
    inboxRoutes.answer,
    { params: { entryId: entry!.id }, body: { isAccepted } },
    editor,
  );
  return entry!.params as { title: string; question: string };
}

const settled = (client: Client, approvalId: string) =>
  eventually(async () => {
    const { told } = await callTool(client, 'get_approval', { approvalId });
    expect(told.state).toMatch(/done|failed|denied/);
    return told as { state: string; error?: string; link?: string };
  });

test('CHAT-5 rows are added, changed and deleted once a person approved exactly them, in one go, and a line that breaks proposes nothing twice', async () => {
  const { server, editor, plain, database } = workspace;
  await workspace.run('create table stock (id int primary key, name text not null, left_over int)');
  await workspace.run(`insert into stock values (1, 'Chair', 4), (2, 'Table', 1), (3, 'Lamp', 0)`);
  const stock = async () => (await database.query('select * from stock order by id')).rows;
  const key = await keyWith(`data:write@${plain}`);
  const line = await startFaultyLine(server.url);
  const client = await connect(key.token, { on: { url: line.url } });
  const wish = { table: 'stock', rows: [{ id: 4, name: 'Shelf', left_over: null }] };
  // The server heard it and the answer was lost: the client asks again on the same connection.
  line.plan(({ number }) => (number === 1 ? 'lost' : undefined));
  await expect(callTool(client, 'insert_rows', wish)).rejects.toThrow(/fetch|socket|terminated/i);
  const inserted = await callTool(client, 'insert_rows', wish);
  expect(inserted.told).toMatchObject({ status: 'waiting' });
  expect(await stock()).toHaveLength(3);
  expect(await decide(true)).toMatchObject({
    title: 'Add 1 row to stock · Shop',
    question: '+ id = 4, name = "Shelf", left_over = NULL',
  });
  expect(await settled(client, inserted.told.approvalId)).toMatchObject({ state: 'done' });
  expect(await stock()).toHaveLength(4);

  const changes = [
    { key: { id: 1 }, values: { left_over: 3 } },
    { key: { id: 2 }, values: { name: 'Desk' } },
  ];
  const updated = await callTool(client, 'update_rows', { table: 'stock', rows: changes });
  expect(await decide(true)).toMatchObject({
    question: '~ id = 1\n   left_over: 4 → 3\n~ id = 2\n   name: "Table" → "Desk"',
  });
  expect(await settled(client, updated.told.approvalId)).toMatchObject({ state: 'done' });
  expect((await stock())[1]).toMatchObject({ name: 'Desk' });

  // What is not any more as it was shown is not written, and nothing of it is.
  const both = { table: 'stock', keys: [{ id: 3 }, { id: 4 }] };
  const deleted = await callTool(client, 'delete_rows', both);
  await database.query('update stock set left_over = 7 where id = 4');
  await decide(true);
  expect(await settled(client, deleted.told.approvalId)).toMatchObject({ state: 'failed' });
  await eventually(async () => {
    const { items } = await server.call(inboxRoutes.list, { query: { limit: 1 } }, editor);
    expect(items[0]).toMatchObject({
      kind: 'proposal.failed',
      params: { title: 'Delete 2 rows of stock' },
    });
  });
  expect(await stock()).toHaveLength(4);
  const again = await callTool(client, 'delete_rows', both);
  await decide(false);
  expect(await settled(client, again.told.approvalId)).toMatchObject({ state: 'denied' });
  expect(await stock()).toHaveLength(4);
  const unknown = { table: 'stock', rows: [{ key: { id: 1 }, values: { colour: 'red' } }] };
  expect(await callTool(client, 'update_rows', unknown)).toMatchObject({
    isError: true,
    told: { error: 'E_COLUMN_NOT_FOUND' },
  });
  const reader = await connect((await keyWith(`data:read@${plain}`)).token);
  expect(await callTool(reader, 'delete_rows', both).catch(() => 'none')).toBe('none');
  await line.stop();
});

test('CHAT-5 what is asked names its database, and no sign in it turns the text around or is not seen', async () => {
  const { plain } = workspace;
  const key = await keyWith(`queries:write@${plain}`);
  const client = await connect(key.token);
  const unseen = '\u{2066}\u{200b}\u{e0041}\u{3164}\u{fe0f}\u{e0141}';
  const wish = { name: 'Re\u{202e}view', sql: `select 1\n\t-- ${unseen} --` };
  await callTool(client, 'save_query', wish);
  expect(await decide(false)).toMatchObject({
    title: String.raw`Save the query “Re\u{202e}view” · Shop`,
    question: String.raw`select 1${'\n\t'}-- \u{2066}\u{200b}\u{e0041}\u{3164}\u{fe0f}\u{e0141} --`,
  });
});

test('CHAT-5 only a living key comes in: not a session, not a page of another origin, and what looks for a way to sign in is told that there is none', async () => {
  const { server, editor, projectId } = workspace;
  const key = await keyWith('data:read');
  const send = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/mcp/v1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const session = await send(editor.token);
  expect(session.status).toBe(401);
  expect(session.headers.get('www-authenticate')).toBe('Bearer');
  expect(await session.json()).toMatchObject({ code: 'E_API_KEY_INVALID' });
  expect((await send(key.token, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await send(key.token)).status).toBe(200);
  const listening = await fetch(`${server.url}/api/mcp/v1`, {
    headers: { authorization: `Bearer ${key.token}`, accept: 'text/event-stream' },
  });
  expect(listening.status).toBe(405);
  for (const path of ['oauth-protected-resource', 'oauth-authorization-server/api/mcp/v1']) {
    const looked = await fetch(`${server.url}/.well-known/${path}`);
    expect(looked.status).toBe(404);
    expect(await looked.json()).toMatchObject({ code: 'E_NOT_FOUND' });
  }
  await server.call(apiKeyRoutes.revoke, { params: { projectId, keyId: key.id } }, editor);
  expect((await send(key.token)).status).toBe(401);
});

test('CHAT-5 calls that come together count one by one', async () => {
  const wanted = { scopes: ['data:read'], perMinute: 5 };
  const { server, projectId, editor } = workspace;
  const { token } = await createKey(server, projectId, editor, wanted);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const params = { name: 'list_connectors', arguments: {} };
  const calls = Array.from({ length: 10 }, (_, id) => {
    return { jsonrpc: '2.0', id, method: 'tools/call', params };
  });
  const body = JSON.stringify(calls);
  const answer = await fetch(`${server.url}/api/mcp/v1`, { method: 'POST', headers, body });
  expect(answer.status).toBe(429);
});
