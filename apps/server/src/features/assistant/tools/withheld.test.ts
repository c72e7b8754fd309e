import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { TableSummary } from '@causeway/contract/tables/details.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { createKey } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const workspace = await startSqlWorkspace();
beforeAll(async () => {
  for (const statement of [
    'create table wages (id int primary key, person text, amount numeric)',
    'create table shifts (id int primary key, wage_id int references wages, place text)',
    'create table tmp_import (id int primary key, line text)',
    'create view pay_slips as select person, amount from wages',
    `insert into wages values (1, 'Ada', 9000)`,
    `insert into shifts values (1, 1, 'Dock 4')`,
    'analyze wages',
  ]) {
    await workspace.run(statement);
  }
});
afterAll(() => workspace.stop());

async function keep(settings: object) {
  const { server, owner, projectId, plain } = workspace;
  const params = { projectId, connectorId: plain };
  await server.call(connectorRoutes.update, { params, body: { settings } }, owner);
}

async function connect() {
  const { server, projectId, editor, plain } = workspace;
  const scopes = [`data:write@${plain}`];
  const { token } = await createKey(server, projectId, editor, { scopes });
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp/v1`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    const [content] = result.content as { text: string }[];
    return { isError: result.isError ?? false, text: content!.text };
  };
}

const count = (table: string) => ({ from: table, measure: { function: 'count' } });
const refused = { isError: true, text: expect.stringContaining('E_TABLE_NOT_FOUND') };

test('CHAT-4 a table that is kept from the assistant is offered by no tool and read by none, a view of it neither, renamed or not', async () => {
  await keep({ withheld: ['wages'], hidden: ['tmp_*'] });
  const ask = await connect();
  const listed = (await ask('list_tables', {})).text;
  expect(listed).toContain('shifts');
  expect(listed).not.toMatch(/wages|tmp_import/);
  expect((await ask('search_schema', { text: 'wage' })).text).not.toContain('wages');
  const columns = (await ask('search_schema', { text: 'amount' })).text;
  expect(columns).not.toMatch(/wages|pay_slips/);
  expect(await ask('describe_table', { table: 'wages' })).toEqual(refused);
  expect((await ask('measure', count('wages'))).isError).toBe(true);
  expect(await ask('measure', count('pay_slips'))).toEqual(refused);
  for (const sql of [
    'select * from wages',
    'select * from tmp_import',
    'select person from pay_slips',
    'select place, (select max(amount) from wages) from shifts',
    'with w as (select * from public.wages) select count(*) from w',
    `select most_common_vals from pg_stats where tablename = 'wages'`,
  ]) {
    expect(await ask('run_sql', { sql })).toEqual(refused);
    expect(await ask('explain_sql', { sql })).toEqual(refused);
  }
  const seen = await ask('update_rows', {
    table: 'wages',
    rows: [{ key: { id: '1' }, values: { amount: '1' } }],
  });
  expect(seen).toEqual(refused);
  expect((await ask('run_sql', { sql: 'select place from shifts' })).text).toContain('Dock 4');
  expect((await ask('run_sql', { sql: 'show server_version' })).isError).toBe(false);

  await workspace.run('alter table wages rename to salaries');
  expect((await ask('list_tables', {})).text).not.toContain('salaries');
  expect(await ask('run_sql', { sql: 'select * from salaries' })).toEqual(refused);
});

test('CHAT-4 a part of such a table, and what was computed of it and kept, are kept from it as well', async () => {
  await workspace.run('create table bonuses (year int, person text) partition by range (year)');
  await workspace.run(
    'create table bonuses_2024 partition of bonuses for values from (2024) to (2025)',
  );
  await workspace.run(`insert into bonuses values (2024, 'Grace')`);
  await workspace.run('create table perks (person text)');
  await workspace.run('create table perks_abroad (country text) inherits (perks)');
  await workspace.run(`insert into perks_abroad values ('Grace', 'FR')`);
  await workspace.run('create materialized view awarded as select person from bonuses');
  await workspace.run('create materialized view awarded_again as select * from awarded');
  await keep({ withheld: ['bonuses', 'perks'], hidden: [] });
  const ask = await connect();
  for (const table of ['bonuses', 'bonuses_2024', 'awarded', 'awarded_again', 'perks_abroad']) {
    expect(await ask('run_sql', { sql: `select person from ${table}` })).toEqual(refused);
    expect(await ask('explain_sql', { sql: `select person from ${table}` })).toEqual(refused);
    expect(await ask('describe_table', { table })).toEqual(refused);
  }
  const told = await ask('run_sql', { sql: 'select place from shifts' });
  expect(told.text).toContain('Dock 4');
});

test('CHAT-4 people see and read a table that is kept from the assistant as any other', async () => {
  const { server, editor, plain } = workspace;
  await keep({ withheld: ['shifts'], hidden: [] });
  const get = async (path: string) => {
    const options = { token: editor.token, query: `connector[id]=${plain}` };
    return (await server.send('GET', path, options)).json as never;
  };
  const { tables }: { tables: TableSummary[] } = await get(tableRoutes.list.path);
  expect(tables.find(({ name }) => name === 'shifts')).toMatchObject({
    hidden: false,
    isWithheld: true,
  });
  const page: { rows: unknown[] } = await get('/api/tables/v1/tables/shifts/rows');
  expect(page.rows).toHaveLength(1);
});
