import { afterAll, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { forgetLateSignals } from './forget-history.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

test('AUTO-9 a run that its own process lost, as when the database was away, is taken up again', async () => {
  const workflow = await flows.published(
    chain(
      manual,
      { kind: 'wait', id: 'pause', seconds: 3_600 },
      { kind: 'set', id: 'after', fields: [{ name: 'x', value: 1 }] },
    ),
  );
  const runId = await flows.start(workflow);
  await flows.until(runId, ({ status }) => status === 'waiting');
  // As it stands there when what it wrote next never arrived.
  await changeRows(
    space.server.services.db,
    sql`update workflow_runs set status = 'running',
          process = (select id from engine_processes where lost_at is null)
        where id = ${runId}`,
  );
  const again = await flows.until(runId, ({ status }) => status === 'waiting');
  expect(again.awaits).toMatchObject([{ kind: 'time', step: 'pause' }]);
});

test('AUTO-9 a run that fails with a sign no database keeps ends as failed', async () => {
  const stop = { kind: 'stop' as const, id: 'no', outcome: 'failed' as const };
  const workflow = await flows.published(
    chain(manual, { ...stop, message: 'So {{ trigger.sign }}it is' }),
  );
  const run = await flows.until(await flows.start(workflow, { sign: '\0' }));
  expect(run).toMatchObject({ status: 'failed', error: { message: 'So it is' } });
});

test('AUTO-9 what comes for a run after its end is not kept for ever', async () => {
  const { db } = space.server.services;
  const over = crypto.randomUUID();
  const fresh = crypto.randomUUID();
  await changeRows(
    db,
    sql`insert into workflow_signals (run_id, step, how, created_at)
        select run_id::uuid, 'other', '{"kind":"time"}', now() - age::interval
        from (values (${over}, '2 hours'), (${fresh}, '1 minute')) as late (run_id, age)`,
  );
  await forgetLateSignals(space.server.services);
  const left = await listRows<{ id: string }>(
    db,
    sql`select run_id as id from workflow_signals where run_id in (${over}, ${fresh})`,
  );
  expect(left).toEqual([{ id: fresh }]);
});
