import { afterAll, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';
import { forgetOldKeys } from './forget-history.ts';

const space = await startSqlWorkspace();
const { db } = space.server.services;
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

test('AUTO-9 a key is one run for thirty days, as long as its run goes on, and as long as who asked for it does', async () => {
  const pausing = { kind: 'wait' as const, id: 'pause', seconds: 3_600 };
  const workflow = await flows.published(chain(manual, pausing));
  const open = await flows.start(workflow);
  await flows.until(open, ({ status }) => status === 'waiting');
  const over = crypto.randomUUID();
  const keys = [
    ['d:recent', over, '29 days'],
    ['d:old', over, '31 days'],
    ['d:open', open, '31 days'],
    [`w:${open}:call:1`, over, '31 days'],
    [`w:${over}:call:1`, over, '31 days'],
    ['w:odd', over, '31 days'],
  ];
  for (const [key, runId, age] of keys) {
    await changeRows(
      db,
      sql`insert into workflow_run_keys (workflow_id, key, run_id, created_at)
          values (${workflow.id}, ${key}, ${runId}, now() - ${age}::interval)`,
    );
  }
  await forgetOldKeys({ db }, 1);
  const left = await listRows<{ key: string }>(
    db,
    sql`select key from workflow_run_keys where workflow_id = ${workflow.id} order by key`,
  );
  expect(left.map(({ key }) => key)).toEqual(['d:open', 'd:recent', `w:${open}:call:1`]);
});
