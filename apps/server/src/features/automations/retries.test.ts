import { afterAll, expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const retry = { times: 1, seconds: 1 };

test('AUTO-3 AUTO-4 a step whose expression fails is tried as often as set, and then fails its run', async () => {
  const workflow = await flows.published(
    chain(manual, {
      kind: 'query',
      id: 'odd',
      connectorId: space.plain,
      sql: 'select :n',
      parameters: [{ name: 'n', value: '{{ trigger.n.toFixed(2) }}' }],
      retry,
    }),
  );
  const run = await flows.until(await flows.start(workflow));
  expect(run).toMatchObject({ status: 'failed', error: { step: 'odd' }, steps: [{ attempt: 2 }] });
});

test('AUTO-3 AUTO-4 a loop is tried again where it could not begin, and not where one of its steps failed', async () => {
  const looping = (items: string) =>
    definition.parse({
      triggers: [manual],
      nodes: [
        { kind: 'forEach', id: 'each', items, retry },
        { kind: 'stop', id: 'no', outcome: 'failed', message: 'Not this one.' },
      ],
      edges: [
        { from: 'start', port: 'out', to: 'each' },
        { from: 'each', port: 'each', to: 'no' },
      ],
    });
  const failing = await flows.published(looping('{{ trigger.items }}'));
  const run = await flows.until(await flows.start(failing, { items: [1] }));
  expect(run.error).toMatchObject({ step: 'no#0', message: 'Not this one.' });
  const odd = await flows.until(await flows.start(failing, { items: 'none' }));
  expect(odd).toMatchObject({ status: 'failed', steps: [{ key: 'each', attempt: 2 }] });
});

test('AUTO-3 AUTO-4 a workflow as a step is started anew when it failed and is to be tried again', async () => {
  await space.run('create table tries (n serial primary key)');
  const child = await flows.published(
    chain(
      manual,
      {
        kind: 'execute',
        id: 'count',
        connectorId: space.plain,
        sql: 'insert into tries default values',
      },
      { kind: 'stop', id: 'no', outcome: 'failed', message: 'Never.' },
    ),
  );
  const parent = await flows.published(
    chain(manual, { kind: 'workflow', id: 'call', workflowId: child.id, retry }),
  );
  const run = await flows.until(await flows.start(parent));
  expect(run).toMatchObject({
    status: 'failed',
    error: { message: 'Never.' },
  });
  expect(await space.rowsOf('select count(*)::int from tries')).toEqual([[2]]);
});

test('AUTO-3 what others left for runs that have ended keeps nobody waiting', async () => {
  await changeRows(
    space.server.services.db,
    sql`insert into workflow_signals (run_id, step, how)
        select gen_random_uuid(), 'call', '{"kind":"time"}' from generate_series(1, 20000)`,
  );
  const workflow = await flows.published(chain(manual, { kind: 'wait', id: 'pause', seconds: 2 }));
  expect(await flows.until(await flows.start(workflow))).toMatchObject({ status: 'done' });
});

test('AUTO-2 who a workflow acts for is told why it failed', async () => {
  const stop = { kind: 'stop', id: 'no', outcome: 'failed', message: 'No orders today.' } as const;
  const workflow = await flows.published(chain(manual, stop));
  await flows.until(await flows.start(workflow));
  await eventually(async () => {
    const { json } = await space.server.send('GET', '/api/inbox/v1', { token: space.editor.token });
    const { items } = json as { items: { kind: string; link: string; params: object }[] };
    const told = items.filter(
      (one) => one.kind === 'workflow.failed' && one.link.includes(workflow.id),
    );
    expect(told).toMatchObject([{ params: { error: 'No orders today.' } }]);
  });
});
