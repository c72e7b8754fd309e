import { afterAll, describe, expect, test } from 'vitest';
import {
  workflowPublishingRoutes,
  workflowRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey, createSession, createUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  hookPath,
  manual,
  webhook,
} from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const greet = () =>
  chain(
    webhook,
    {
      kind: 'set',
      id: 'name',
      fields: [{ name: 'hello', value: 'Hello {{ trigger.body.name }}' }],
    },
    { kind: 'respond', id: 'answer', body: '{{ steps.name.output }}' },
  );

describe('a webhook', () => {
  test('AUTO-2 starts a run and is answered with what the run responds', async () => {
    const workflow = await flows.published(greet());
    const answer = await flows.hook(workflow, { name: 'Ada' });
    expect(answer).toMatchObject({ status: 200, json: { hello: 'Hello Ada' } });
    const run = await flows.show(answer.runId);
    expect(run).toMatchObject({
      status: 'done',
      triggerKind: 'webhook',
      version: 1,
      answer: { status: 200, body: { hello: 'Hello Ada' } },
      steps: [
        { key: 'name', status: 'done', output: { hello: 'Hello Ada' } },
        { key: 'answer', status: 'done' },
      ],
    });
  });

  test('AUTO-2 the same delivery id is one run; ten calls without one are ten', async () => {
    const workflow = await flows.published(greet());
    const ids = new Set<string>();
    const twins = await Promise.all(
      Array.from({ length: 5 }, () =>
        flows.hook(workflow, { name: 'A' }, { 'x-delivery-id': 'one' }),
      ),
    );
    for (const { runId, status, json } of twins) {
      expect([status, json]).toEqual([200, { hello: 'Hello A' }]);
      ids.add(runId);
    }
    expect(ids.size).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => flows.hook(workflow, { name: 'B' })));
    expect(await flows.runs({ workflowId: workflow.id })).toHaveLength(11);
  });

  test('AUTO-2 hands on each digit of a number, as a text where a number would lose some', async () => {
    const echo = chain(webhook, { kind: 'respond', id: 'answer', body: '{{ trigger.body }}' });
    const workflow = await flows.published(echo);
    const ids = '"id":9007199254740993,"of":[{"id":-12345678901234567890}]';
    const response = await fetch(space.server.url + hookPath(workflow), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{${ids},"text":"9007199254740993","count":12.5,"__proto__":{"id":9007199254740993}}`,
    });
    const kept = '"id":"9007199254740993","of":[{"id":"-12345678901234567890"}]';
    expect(await response.text()).toBe(
      `{${kept},"text":"9007199254740993","count":12.5,"__proto__":{"id":"9007199254740993"}}`,
    );
    expect(({} as { id?: unknown }).id).toBeUndefined();
  });

  test('AUTO-2 runs what is published at that moment, and nothing once it is disabled', async () => {
    const workflow = await flows.published(greet());
    await flows.hook(workflow, { name: 'A' });
    const changed = chain(webhook, { kind: 'respond', id: 'answer', body: 'second' });
    const { draftVersion } = await flows.save(workflow, changed);
    await flows.publish({ ...workflow, draftVersion });
    const answer = await fetch(space.server.url + hookPath(workflow), {
      method: 'POST',
    });
    expect(await answer.text()).toBe('second');
    const params = { projectId: space.projectId, workflowId: workflow.id };
    await space.server.call(workflowPublishingRoutes.disable, { params }, space.editor);
    expect((await flows.hook(workflow, {})).status).toBe(404);
  });

  test('AUTO-2 tells its address, which starts the workflow, to nobody who may not start it', async () => {
    const { server, projectId, editor, viewer } = space;
    const workflow = await flows.published(greet());
    const call = { params: { projectId, workflowId: workflow.id } };
    const told = async (as: { token: string }) =>
      (await server.call(workflowRoutes.show, call, as)).hookUrl;
    const reading = await createKey(server, projectId, editor, { scopes: ['workflows:read'] });
    const starting = await createKey(server, projectId, editor, { scopes: ['workflows:write'] });
    const { db } = server.services;
    const staff = await createUser(db, { staff: true });
    const session = { userId: editor.id, impersonatorId: staff.id };
    const looking = { token: await createSession(db, session) };
    await changeRows(
      db,
      sql`update sessions set mode = 'view' where impersonator_id = ${staff.id}`,
    );
    expect(await Promise.all([viewer, reading, looking].map(told))).toEqual([null, null, null]);
    expect(await told(editor)).toBe(workflow.hookUrl);
    expect(await told(starting)).toBe(workflow.hookUrl);
  });
});

describe('steps', () => {
  test('AUTO-3 a query reads rows, a branch decides, and what is not taken is passed over', async () => {
    await space.run('create table flow_orders (id int4, amount int4)');
    await space.run('insert into flow_orders values (1, 10), (2, 500)');
    const definition = chain(
      manual,
      {
        kind: 'query',
        id: 'find',
        connectorId: space.plain,
        sql: 'select id, amount from flow_orders where amount >= :least order by id',
        parameters: [{ name: 'least', value: '{{ trigger.least }}' }],
      },
      {
        kind: 'if',
        id: 'any',
        conditions: [{ left: '{{ steps.find.output.rowCount }}', operator: 'more', right: 0 }],
      },
    );
    definition.nodes.push(
      ...chain(manual, { kind: 'set', id: 'yes', fields: [{ name: 'x', value: 1 }] }).nodes,
      ...chain(manual, { kind: 'set', id: 'no', fields: [] }).nodes,
    );
    definition.edges.push(
      { from: 'any', port: 'true', to: 'yes' },
      { from: 'any', port: 'false', to: 'no' },
    );
    const workflow = await flows.published(definition);
    const run = await flows.until(await flows.start(workflow, { least: 100 }));
    expect(run.status).toBe('done');
    expect(run.steps.map(({ key }) => key)).toEqual(['find', 'any', 'yes']);
    expect(run.steps[0]?.output).toEqual({ rows: [{ id: 2, amount: 500 }], rowCount: 1 });
  });

  test('AUTO-3 JSON that a step reads keeps each digit of its numbers', async () => {
    const text = '{"id":9007199254740993,"count":2}';
    const reading = chain(manual, { kind: 'parse', id: 'read', format: 'json', text });
    const run = await flows.until(await flows.start(await flows.published(reading)));
    expect(run.steps[0]?.output).toEqual({ id: '9007199254740993', count: 2 });
  });

  test('AUTO-3 rows are written by key, and a dry run leaves nothing behind', async () => {
    await space.run('create table flow_stock (sku text primary key, left_over int4)');
    const definition = chain(manual, {
      kind: 'upsert',
      id: 'write',
      connectorId: space.plain,
      table: 'flow_stock',
      keys: ['sku'],
      rows: '{{ trigger.rows }}',
    });
    const workflow = await flows.published(definition);
    const rows = [
      { sku: 'a', left_over: 1 },
      { sku: 'b', left_over: 2 },
    ];
    const tried = await space.server.call(
      workflowTestRoutes.try,
      {
        params: { projectId: space.projectId, workflowId: workflow.id },
        body: { definition, input: { rows } },
      },
      space.editor,
    );
    const effect = {
      dryRun: true,
      rowCount: 2,
      rows: [{ before: null, after: ['a', '1'] }, { after: ['b', '2'] }],
    };
    expect(tried).toMatchObject({ status: 'done', steps: [{ output: effect }] });
    expect((await space.run('select * from flow_stock')).rows).toEqual([]);
    await flows.until(await flows.start(workflow, { rows }));
    await flows.until(await flows.start(workflow, { rows: [{ sku: 'b', left_over: 9 }] }));
    expect((await space.run('select * from flow_stock order by sku')).rows).toEqual([
      ['a', 1],
      ['b', 9],
    ]);
  });

  test('AUTO-3 JSON of one table is looked into, and written to another as JSON', async () => {
    await space.run('create table flow_events (id int4 primary key, payload jsonb)');
    await space.run('create table flow_copies (id int4 primary key, payload jsonb, name text)');
    await space.run(`insert into flow_events values (1, '{"who": {"name": "Ada"}}'), (2, '"x"')`);
    const definition = chain(
      manual,
      {
        kind: 'query',
        id: 'find',
        connectorId: space.plain,
        sql: 'select id, payload, null as name from flow_events order by id',
      },
      {
        kind: 'upsert',
        id: 'copy',
        connectorId: space.plain,
        table: 'flow_copies',
        keys: ['id'],
        rows: '{{ steps.find.output.rows }}',
      },
      {
        kind: 'set',
        id: 'who',
        fields: [{ name: 'name', value: '{{ steps.find.output.rows[0].payload.who.name }}' }],
      },
    );
    const run = await flows.until(await flows.start(await flows.published(definition)));
    expect(run.steps.at(-1)?.output).toEqual({ name: 'Ada' });
    const copied = 'select id, jsonb_typeof(payload), payload from flow_copies order by id';
    expect((await space.run(copied)).rows).toEqual([
      [1, 'object', '{"who": {"name": "Ada"}}'],
      [2, 'string', '"x"'],
    ]);
  });

  test('AUTO-3 a row that does not name a column leaves it as it is, or at its default', async () => {
    await space.run(`create table flow_people (id int4 primary key, name text, email text,
      state text not null default 'new')`);
    await space.run("insert into flow_people values (1, 'Ada', 'ada@b', 'kept')");
    const workflow = await flows.published(
      chain(manual, {
        kind: 'upsert',
        id: 'write',
        connectorId: space.plain,
        table: 'flow_people',
        keys: ['id'],
        rows: '{{ trigger.rows }}',
      }),
    );
    const rows = [
      { id: 1, name: 'Ada L.' },
      { email: 'new@b', id: 1 },
      { id: 2, email: 'bob@b' },
    ];
    const run = await flows.until(await flows.start(workflow, { rows }));
    expect(run).toMatchObject({ status: 'done', steps: [{ output: { rowCount: 3 } }] });
    expect((await space.run('select * from flow_people order by id')).rows).toEqual([
      [1, 'Ada L.', 'new@b', 'kept'],
      [2, null, 'bob@b', 'new'],
    ]);
  });

  test('AUTO-3 a loop runs its steps for every item and hands on all that came of it', async () => {
    const definition = chain(manual, {
      kind: 'forEach',
      id: 'each',
      items: '{{ trigger.numbers }}',
      parallel: 3,
    });
    definition.nodes.push(
      ...chain(
        manual,
        { kind: 'set', id: 'one', fields: [{ name: 'n', value: '{{ item }}' }] },
        {
          kind: 'aggregate',
          id: 'sum',
          items: '{{ steps.each.output }}',
          measures: [{ name: 'sum', summary: 'sum', of: 'n' }],
        },
      ).nodes,
    );
    definition.edges.push(
      { from: 'each', port: 'each', to: 'one' },
      { from: 'each', port: 'done', to: 'sum' },
    );
    const workflow = await flows.published(definition);
    const run = await flows.until(await flows.start(workflow, { numbers: [1, 2, 3, 4] }));
    expect(run.error).toBeNull();
    expect(run.steps.find(({ key }) => key === 'sum')?.output).toEqual([{ sum: 10 }]);
    expect(run.steps.map(({ key }) => key)).toContain('one#3');
  });

  test('AUTO-3 an operation of the product is a step, with the rights of who published it', async () => {
    const definition = chain(manual, {
      kind: 'operation',
      id: 'make',
      operation: 'dashboards.create',
      body: { name: 'Made by {{ run.workflow }}' },
    });
    const workflow = await flows.published(definition, 'the night shift');
    const run = await flows.until(await flows.start(workflow));
    expect(run.steps[0]?.output).toMatchObject({ name: 'Made by the night shift' });
    const log = await space.server.send('GET', `/api/audit/v1/${space.projectId}`, {
      token: space.owner.token,
    });
    expect(log.json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ actorKind: 'workflow', action: 'dashboard.created' }),
      ]),
    });
  });

  test('AUTO-7 a step that fails fails its run, with its place and its reason', async () => {
    const definition = chain(manual, {
      kind: 'query',
      id: 'broken',
      connectorId: space.plain,
      sql: 'select * from nowhere_at_all',
    });
    const workflow = await flows.published(definition);
    const run = await flows.until(await flows.start(workflow));
    expect(run).toMatchObject({ status: 'failed', error: { step: 'broken' } });
    expect(run.error?.message).toContain('nowhere_at_all');
    const found = await flows.runs({ search: 'nowhere_at', status: 'failed' });
    expect(found.map(({ id }) => id)).toContain(run.id);
  });
});

describe('a draft', () => {
  test('AUTO-3 what can not run is named with its place, kept as a draft and refused when published', async () => {
    const definition = chain(
      { kind: 'schedule', id: 'never', cron: '0 0 30 2 *' },
      { kind: 'set', id: 'one', fields: [{ name: 'a', value: '{{ steps.two.output }}' }] },
      { kind: 'set', id: 'two', fields: [{ name: 'a', value: '{{ trigger.x ' }] },
      { kind: 'http', id: 'call', url: 'https://example.test', credentialId: crypto.randomUUID() },
    );
    definition.edges.push({ from: 'call', port: 'out', to: 'one' });
    const workflow = await flows.create(definition);
    const places = workflow.problems.map(({ code, place, field }) => [code, place, field]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['cron', 'never', 'cron'],
        ['cycle', 'one', null],
        ['expression', 'two', 'fields.0.value'],
        ['credential', 'call', 'credentialId'],
      ]),
    );
    const params = { projectId: space.projectId, workflowId: workflow.id };
    const body = { draftVersion: workflow.draftVersion };
    const refused = await space.server.refuse(
      workflowPublishingRoutes.publish,
      { params, body },
      space.editor,
    );
    expect(refused).toMatchObject({ status: 422, code: 'E_WORKFLOW_INVALID' });
    expect(
      (await space.server.call(workflowRoutes.show, { params }, space.editor)).definition,
    ).toEqual(definition);
  });

  test('AUTO-5 two editors do not write over each other unseen', async () => {
    const workflow = await flows.create(greet());
    await flows.save(workflow, greet());
    const call = {
      params: { projectId: space.projectId, workflowId: workflow.id },
      body: { draftVersion: workflow.draftVersion, definition: greet() },
    };
    const refused = await space.server.refuse(workflowRoutes.saveDraft, call, space.editor);
    expect(refused).toMatchObject({ status: 412, code: 'E_VERSION_CONFLICT' });
  });
});

describe('a schedule', () => {
  test('AUTO-2 fires by itself, one run a slot', async () => {
    const definition = chain(
      { kind: 'schedule', id: 'tick', cron: '* * * * * *' },
      { kind: 'set', id: 'one', fields: [{ name: 'at', value: '{{ trigger.slot }}' }] },
    );
    const workflow = await flows.published(definition);
    let runs = await flows.runs({ workflowId: workflow.id, status: 'done' });
    while (runs.length < 3) runs = await flows.runs({ workflowId: workflow.id, status: 'done' });
    const slots = await Promise.all(runs.map(async ({ id }) => (await flows.show(id)).trigger));
    expect(new Set(slots.map((slot) => JSON.stringify(slot))).size).toBe(runs.length);
  });

  test('AUTO-2 one in a zone that is no more stops no other', async () => {
    const tick = chain(
      { kind: 'schedule', id: 'tick', cron: '* * * * * *' },
      { kind: 'set', id: 'one', fields: [{ name: 'at', value: '{{ trigger.slot }}' }] },
    );
    const yearly = chain(
      { kind: 'schedule', id: 'tick', cron: '0 0 1 1 *' },
      { kind: 'set', id: 'one', fields: [{ name: 'at', value: '{{ trigger.slot }}' }] },
    );
    const lost = await flows.published(yearly);
    await changeRows(
      space.server.services.db,
      sql`update workflow_schedules set zone = 'Nowhere/Land', next_at = now() - interval '1 second'
          where workflow_id = ${lost.id}`,
    );
    const other = await flows.published(tick);
    let runs = await flows.runs({ workflowId: other.id, status: 'done' });
    while (runs.length < 2) runs = await flows.runs({ workflowId: other.id, status: 'done' });
    expect(await flows.runs({ workflowId: lost.id })).toEqual([]);
  });
});
