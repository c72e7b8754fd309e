import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey } from '#testing/factories.ts';
import { callTool, connectMcp } from '#testing/mcp-client.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const workspace = await startSqlWorkspace();
beforeAll(async () => {
  for (const statement of [
    'create schema if not exists shop',
    'create table orders (id int primary key, shipping_city text, n1 numeric(10, 2))',
    'create table shop.people (id int primary key, city text)',
    `comment on column orders.n1 is 'Discount in percent'`,
  ]) {
    await workspace.database.query(statement);
  }
  await workspace.database.query(
    `grant usage on schema shop to ${workspace.role};
     grant select on all tables in schema shop, public to ${workspace.role}`,
  );
});
afterAll(() => workspace.stop());

async function search(text: string) {
  const { server, projectId, editor, plain } = workspace;
  const { token } = await createKey(server, projectId, editor, { scopes: [`data:read@${plain}`] });
  const client = await connectMcp(server, token);
  const { told } = await callTool(client, 'search_schema', { text });
  await client.close();
  return told as { tables: unknown[]; columns: unknown[]; isCut: boolean };
}

test('CHAT-5 CHAT-3 a column is found by part of its name, in whatever schema, with its table and type, the nearest first', async () => {
  expect(await search('City')).toEqual({
    tables: [],
    columns: [
      { schema: 'shop', table: 'people', column: 'city', type: 'text' },
      { schema: 'public', table: 'orders', column: 'shipping_city', type: 'text' },
    ],
    isCut: false,
  });
  expect((await search('shipping city')).columns).toHaveLength(1);
  expect((await search('100%')).columns).toEqual([]);
});

test('CHAT-4 CHAT-5 a column is found by what is said of it only where a model may read what people wrote', async () => {
  const found = { schema: 'public', table: 'orders', column: 'n1', type: 'numeric(10,2)' };
  expect((await search('discount')).columns).toEqual([
    { ...found, comment: 'Discount in percent' },
  ]);
  const { db } = workspace.server.services;
  await changeRows(
    db,
    sql`insert into assistant_settings (id, level) values (${workspace.projectId}, 'aggregates')`,
  );
  expect((await search('discount')).columns).toEqual([]);
  expect((await search('n1')).columns).toEqual([found]);
});
