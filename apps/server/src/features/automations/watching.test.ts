import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';

let space: SqlWorkspace;
let flows: WorkflowRequests;

beforeAll(async () => {
  space = await startSqlWorkspace();
  flows = createWorkflowRequests(space);
});
afterAll(() => space.stop());

const keep = {
  kind: 'set' as const,
  id: 'keep',
  fields: [{ name: 'n', value: '{{ trigger.row.n }}' }],
};

/** Once so many of its runs have ended: what they were given, in the order they ran. */
async function given(workflow: Workflow, count: number): Promise<unknown[]> {
  let runs = await flows.runs({ workflowId: workflow.id, status: 'done', limit: 200 });
  while (runs.length < count) {
    await sleep(50);
    runs = await flows.runs({ workflowId: workflow.id, status: 'done', limit: 200 });
  }
  const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
  return whole
    .toSorted((one, other) =>
      (one.steps[0]?.startedAt ?? '') < (other.steps[0]?.startedAt ?? '') ? -1 : 1,
    )
    .map(({ steps }) => (steps[0]?.output as { n: unknown } | undefined)?.n);
}

const at = (workflow: Workflow, trigger: string) => ({
  params: { projectId: space.projectId, workflowId: workflow.id, trigger },
});

describe('rows', () => {
  test('AUTO-2 every new row starts a run, in order, also when the line to the database breaks', async () => {
    await space.run('create table watched (n int4 primary key)');
    const definition = chain(
      { kind: 'rows', id: 'new', connectorId: space.plain, table: 'watched', everySeconds: 1 },
      keep,
    );
    const draft = await flows.create(definition);
    const { install } = await space.server.call(
      workflowPublishingRoutes.watchSql,
      at(draft, 'new'),
      space.editor,
    );
    expect(install.join('\n')).toContain('create or replace trigger');
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    const workflow = await flows.publish(draft);
    for (let n = 1; n <= 100; n += 1) {
      await space.database.query('insert into watched values ($1)', [n]);
      if (n % 25 === 0) {
        space.sources.line.cut();
        space.sources.line.restore();
      }
    }
    const numbers = await given(workflow, 100);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    const [watch] = await space.server.call(
      workflowPublishingRoutes.watches,
      { params: at(workflow, 'new').params },
      space.editor,
    );
    expect(watch).toMatchObject({ trigger: 'new', error: null });
    await space.server.call(workflowPublishingRoutes.removeWatch, at(draft, 'new'), space.editor);
    await space.database.query('insert into watched values (101)');
    const left = await space.database.query('select count(*)::int as n from causeway_outbox');
    expect(left.rows).toEqual([{ n: 0 }]);
  });

  test('AUTO-2 a row that commits late is not overtaken', async () => {
    await space.run('create table late (n int4)');
    const definition = chain(
      { kind: 'rows', id: 'new', connectorId: space.plain, table: 'late', everySeconds: 1 },
      keep,
    );
    const draft = await flows.create(definition);
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    const workflow = await flows.publish(draft);
    await space.database.query('begin');
    await space.database.query('insert into late values (1)');
    await space.run('insert into late values (2)');
    await space.database.query('commit');
    expect(await given(workflow, 2)).toEqual([1, 2]);
  });

  test('AUTO-2 where nothing may be installed, rows are found by a column that rises', async () => {
    await space.run('create table polled (n int4)');
    await space.run('insert into polled values (1)');
    const by = { kind: 'polling' as const, column: 'n' };
    const workflow = await flows.published(
      chain(
        { kind: 'rows', id: 'new', connectorId: space.plain, table: 'polled', everySeconds: 1, by },
        keep,
      ),
    );
    const watches = () =>
      space.server.call(
        workflowPublishingRoutes.watches,
        { params: { projectId: space.projectId, workflowId: workflow.id } },
        space.editor,
      );
    while (!(await watches())[0]?.lookedAt) await sleep(50);
    await space.run('insert into polled values (2), (3)');
    expect(await given(workflow, 2)).toEqual([2, 3]);
  });
});

describe('objects', () => {
  test('AUTO-2 a new file in a folder starts a run, and one that was there does not', async () => {
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
        {
          kind: 'objects',
          id: 'new',
          connectorId,
          prefix: 'in/',
          pattern: '*.csv',
          everySeconds: 5,
        },
        { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.path }}' }] },
      ),
    );
    const params = { projectId: space.projectId, workflowId: workflow.id };
    const watches = () =>
      space.server.call(workflowPublishingRoutes.watches, { params }, space.editor);
    while (!(await watches())[0]?.lookedAt) await sleep(50);
    await put('in/new.csv');
    await put('in/new.txt');
    expect(await given(workflow, 1)).toEqual(['in/new.csv']);
  });
});
