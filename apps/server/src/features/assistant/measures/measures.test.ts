import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  measureChangeRoutes,
  type MeasureDefinition,
  measureRoutes,
} from '@causeway/contract/assistant/measures.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { askAndHear, beginThread } from '#testing/assistant-requests.ts';
import { createKey, type TestUser } from '#testing/factories.ts';
import { scriptedModel } from '#testing/scripted-model.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkMeasures } from './checking.ts';

const workspace = await startSqlWorkspace();
beforeAll(async () => {
  for (const statement of [
    'create table shops (id int primary key, town text)',
    `create table sales (id int primary key, shop_id int references shops, total numeric,
       tax numeric, status text, "Größe" int, placed_at date not null)`,
    `insert into shops values (1, 'Ulm'), (2, 'Kiel')`,
    `insert into sales select n, n % 2 + 1, 100, 19, case when n <= 4 then 'cancelled' else 'paid' end,
       n, '2026-10-01'::date + n from generate_series(1, 10) n`,
  ]) {
    await workspace.run(statement);
  }
});
afterAll(() => workspace.stop());
afterEach(() => workspace.server.app.assistant.script(undefined));

const inProject = () => ({ params: { projectId: workspace.projectId } });

function define(given: Partial<MeasureDefinition> = {}): MeasureDefinition {
  return {
    connectorId: workspace.plain,
    name: { en: 'Net takings', de: 'Nettoeinnahmen' },
    synonyms: ['turnover proper'],
    schema: 'public',
    table: 'sales',
    expression: 'sum(total - tax)',
    filter: `status <> 'cancelled'`,
    ...given,
  };
}

const create = (given: Partial<MeasureDefinition> = {}, as = workspace.editor) =>
  workspace.server.call(measureChangeRoutes.create, { ...inProject(), body: define(given) }, as);

const refuse = (given: Partial<MeasureDefinition>, as: TestUser = workspace.editor) =>
  workspace.server.refuse(measureChangeRoutes.create, { ...inProject(), body: define(given) }, as);

const list = (as: TestUser | { token: string } = workspace.viewer) =>
  workspace.server.call(measureRoutes.list, { ...inProject(), query: {} }, as);

async function ask(text: string, language: 'en' | 'de' = 'en', as = workspace.viewer) {
  const { server, projectId, plain: connectorId } = workspace;
  const { id: threadId } = await beginThread(server, as, { projectId, connectorId });
  return askAndHear(server, as, { projectId, threadId, text, language });
}

test('CHAT-6 a measure is used by its names and synonyms in both languages, and the answer says how it is reckoned', async () => {
  await create();
  for (const question of ['net takings', 'total turnover proper']) {
    const heard = await ask(question);
    expect(heard.text).toContain('**486**');
    expect(heard.text).toContain(
      `Net takings = \`sum(total - tax) where status <> 'cancelled'\` of \`sales\``,
    );
  }
  const german = await ask('Nettoeinnahmen pro Shop', 'de');
  expect(german.text).toContain('Nettoeinnahmen = `sum(total - tax)');
  expect(german.text).toContain('wie dieses Projekt es festgelegt hat');
  expect((await ask('net takings per month')).text).toContain('Net takings');
  // Another number, or two of them, is not this one.
  expect((await ask('average net takings')).text).toContain('“average”');
  await create({ name: { en: 'Levies', de: '' }, synonyms: [], expression: 'sum(tax)' });
  expect((await ask('net takings and levies')).text).toMatch(/“levies”/i);
});

test('CHAT-6 a measure is one aggregate over rows of its table, and nothing breaks out of it', async () => {
  const other = { name: { en: 'Odd', de: '' }, synonyms: [] };
  const wrong: [Partial<MeasureDefinition>, string][] = [
    [{ expression: 'sum(' }, 'syntax'],
    [{ expression: 'sum(total), sum(tax)' }, 'one'],
    [{ expression: 'sum(total) from shops --' }, 'one'],
    [{ expression: 'sum(total);' }, 'syntax'],
    [{ expression: 'sum(total)) from sales; drop table sales; --' }, 'syntax'],
    [{ expression: 'total' }, 'aggregate'],
    [{ expression: 'sum(total) + tax' }, 'outside'],
    [{ expression: '(select sum(total) from sales)' }, 'subquery'],
    [{ expression: 'sum(json_array_length(json_array(select 1 from shops)))' }, 'subquery'],
    [{ filter: `json_array(select 1 from shops)::text <> '[]'` }, 'subquery'],
    [{ expression: 'sum(total) over ()' }, 'window'],
    [{ expression: 'sum(sales.total)' }, 'qualified'],
    [{ expression: 'sum(total * $1)' }, 'parameter'],
    [{ expression: 'max(status)' }, 'number'],
    [{ filter: 'total > 1) or (true' }, 'syntax'],
    [{ filter: 'true group by status' }, 'one'],
    [{ filter: 'id in (select id from shops)' }, 'subquery'],
    [{ filter: 'sum(total) > 1' }, 'one'],
  ];
  for (const [given, problem] of wrong) {
    const refused = await refuse({ ...other, ...given });
    expect([given, refused.code, refused.details?.['problem']]).toEqual([
      given,
      'E_MEASURE',
      problem,
    ]);
  }
  expect((await refuse({ ...other, expression: 'sum(nothing)' })).status).toBe(422);
  expect(
    (await refuse({ ...other, expression: `sum(length(pg_read_file('/etc/passwd')))` })).status,
  ).toBe(405);
  expect((await refuse({ ...other, table: 'nowhere' })).status).toBe(404);
  expect((await refuse({ name: { en: 'net  TAKINGS', de: '' } })).details?.['problem']).toBe(
    'taken',
  );
  expect((await refuse(other, workspace.viewer)).code).toBe('E_FORBIDDEN');
  // A comment at the end, quotes and marks are nothing to stumble over.
  const made = await create({
    ...other,
    expression: `sum("Größe") filter (where status <> 'ä') / count(*) -- mean`,
    filter: 'total > 0 -- only sold',
  });
  expect((await ask('odd by status')).text).not.toContain('refused');
  await workspace.server.call(
    measureChangeRoutes.remove,
    { params: { ...inProject().params, measureId: made.id } },
    workspace.editor,
  );
});

test('CHAT-6 the name of a measure and how it is reckoned are no links in the answers of others', async () => {
  const link = '[here](https://elsewhere.example)';
  const made = await create({
    name: { en: `Hours ${link}`, de: '' },
    synonyms: ['hours worked'],
    expression: `sum(total) /* \`\n\n${link} */`,
    filter: null,
  });
  const { text } = await ask('hours worked');
  expect(text).toContain('**1,000**');
  expect(text).toContain('elsewhere.example');
  expect(text).not.toContain(`Hours [`);
  expect(text).not.toMatch(/^\s*\[here/m);
  const params = { ...inProject().params, measureId: made.id };
  await workspace.server.call(measureChangeRoutes.remove, { params }, workspace.editor);
});

test('CHAT-6 models are told the measures of a table, programs with a key may read and never define them', async () => {
  const { server, editor, projectId, plain } = workspace;
  const model = scriptedModel([
    { calls: [{ tool: 'describe_table', input: { table: 'sales' } }] },
    { says: 'fine' },
  ]);
  server.app.assistant.script(model);
  await ask('what are net takings');
  expect(JSON.stringify(model.prompts.at(-1))).toContain('sum(total - tax)');
  const key = await createKey(server, projectId, editor, { scopes: ['data:write'] });
  expect((await list(key)).length).toBeGreaterThan(0);
  const call = { ...inProject(), body: define({ name: { en: 'By key', de: '' } }) };
  expect((await server.refuse(measureChangeRoutes.create, call, key)).status).toBe(403);
  const stranger = await server.refuse(
    measureRoutes.list,
    { ...inProject(), query: {} },
    workspace.stranger,
  );
  expect(stranger.status).toBe(404);
  expect((await refuse({ connectorId: crypto.randomUUID() })).code).toBe('E_CONNECTOR_NOT_FOUND');
  expect(plain).toBeTruthy();
});

test('CHAT-6 the measure of a table that is kept from the assistant is not used, nor can one be defined', async () => {
  const { server, owner, projectId, plain } = workspace;
  const keep = (settings: object) =>
    server.call(
      connectorRoutes.update,
      { params: { projectId, connectorId: plain }, body: { settings } },
      owner,
    );
  await keep({ withheld: ['sales'] });
  expect((await ask('net takings')).text).not.toContain('486');
  expect((await refuse({ name: { en: 'More', de: '' }, synonyms: [] })).code).toBe(
    'E_TABLE_NOT_FOUND',
  );
  await keep({ withheld: [] });
  expect((await ask('net takings')).text).toContain('486');
});

test('CHAT-6 when a column is renamed its measure says so, is told of once and not used, and holds again when it is back', async () => {
  const { server, editor } = workspace;
  const check = () => checkMeasures(server.services, server.app.actAs);
  await check();
  expect((await list()).map(({ state }) => state)).not.toContain('broken');
  await workspace.run('alter table sales rename column tax to vat');
  await check();
  await check();
  const broken = (await list()).filter(({ state }) => state === 'broken');
  expect(broken.map(({ name }) => name.en).toSorted()).toEqual(['Levies', 'Net takings']);
  expect(broken[0]?.problem).toContain('tax');
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 20 } }, editor);
  expect(items.filter(({ kind }) => kind === 'measure.broken')).toHaveLength(2);
  expect((await ask('net takings')).text).not.toContain('486');
  await workspace.run('alter table sales rename column vat to tax');
  await check();
  expect((await ask('net takings')).text).toContain('486');
});

test('CHAT-6 a measure that is defined anew while its old formula is looked at keeps its new one', async () => {
  const { server, editor } = workspace;
  const fees = { name: { en: 'Fees', de: '' }, synonyms: [], expression: 'sum(fee)' };
  await workspace.run('alter table sales add fee numeric');
  const { id: measureId } = await create(fees);
  await checkMeasures(server.services, server.app.actAs);
  await workspace.run('alter table sales rename fee to charge');
  const changed = { ...inProject().params, measureId };
  const body = define({ ...fees, expression: 'sum(charge)' });
  // Somebody is faster than the statement of before.
  const actAs: typeof server.app.actAs = (identity) => {
    const acting = server.app.actAs(identity);
    const call: typeof acting.call = async (route, input, options) => {
      const isOld = JSON.stringify(input).includes('sum(t.fee)');
      if (isOld) await server.call(measureChangeRoutes.update, { params: changed, body }, editor);
      return acting.call(route, input, options);
    };
    return { ...acting, call };
  };
  await checkMeasures(server.services, actAs);
  const fresh = (await list()).find(({ id }) => id === measureId);
  expect(fresh).toMatchObject({ state: 'ok', expression: 'sum(charge)' });
});

test('CHAT-6 the name of a measure that is broken is not given to another one, since it may hold again', async () => {
  const { server } = workspace;
  await workspace.run('alter table sales add tip numeric');
  await create({ name: { en: 'Tips', de: '' }, synonyms: [], expression: 'sum(tip)' });
  await checkMeasures(server.services, server.app.actAs);
  await workspace.run('alter table sales drop tip');
  await checkMeasures(server.services, server.app.actAs);
  expect((await list()).map(({ state }) => state)).toContain('broken');
  const same = await refuse({ name: { en: '', de: 'tips' }, synonyms: [] });
  expect(same.details?.['problem']).toBe('taken');
});

test('CHAT-6 of two measures of one name that are saved at the same moment one is refused', async () => {
  const body = define({ name: { en: 'Twin takings', de: '' }, synonyms: [] });
  const { token } = workspace.editor;
  const path = `/api/assistant/v1/${workspace.projectId}/measures`;
  const sent = Array.from({ length: 4 }, () =>
    workspace.server.send('POST', path, { token, body }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422]);
});

test('CHAT-6 a measure is looked at also where thousands of others come first', async () => {
  const { server, plain, projectId, editor } = workspace;
  const { db } = server.services;
  const other = '00000000-0000-4000-8000-000000000000';
  await changeRows(
    db,
    sql`insert into connectors (id, project_id, name, implementation, config)
        select ${other}::uuid, project_id, 'x', 'sql', config from connectors where id = ${plain}`,
  );
  await changeRows(
    db,
    sql`insert into measures (project_id, connector_id, name, schema_name, table_name, expression,
          own_expression, columns, defined_by)
        select ${projectId}, ${other}, '{"en":"x","de":""}', 'public', 'sales', 'sum(total)',
          'sum(t.total)', '{total}', ${editor.id} from generate_series(1, 5000)`,
  );
  await workspace.run('alter table sales rename total to sum_total');
  await checkMeasures(server.services, server.app.actAs);
  const broken = await listRows<{ name: string }>(
    db,
    sql`select name->>'en' as name from measures where connector_id = ${plain} and state = 'broken'`,
  );
  expect(broken.map(({ name }) => name)).toContain('Net takings');
});
