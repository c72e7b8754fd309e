import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { addressOfWorkflow } from './addresses.ts';
import { endIdle } from './run-changes.ts';
import { leastIdAt } from './running/run-ids.ts';

/** So many runs of a workflow are kept while it rests, and for so long. */
const MOST_HELD = 1_000;
const LONGEST_MS = 7 * 86_400_000;

/**
 * What rests is not kept without end: beyond the first so many of a workflow, and after a week, runs
 * are skipped. They stand in the history with the reason, and whoever it acts for is told.
 */
export async function skipSurplusHeld(tx: Tx, most = MOST_HELD, now = Date.now()): Promise<number> {
  const surplus = await listRows<{ id: string }>(
    tx,
    sql`select id from (
          select id, row_number() over (partition by workflow_id order by id) as place
          from workflow_runs where status = 'held') held
        where place > ${most} or id < ${leastIdAt(now - LONGEST_MS)} limit 10000`,
  );
  if (surplus.length === 0) return 0;
  const ids = surplus.map(({ id }) => id);
  const skipped = await endIdle(tx, sql`run.id = any(${ids}::uuid[])`, {
    message: runMessage('skipped'),
    code: 'E_CREDITS_EXHAUSTED',
  });
  await tellSkipped(tx, skipped);
  return skipped.length;
}

async function tellSkipped(tx: Tx, skipped: readonly { workflowId: string }[]): Promise<void> {
  const of = Map.groupBy(skipped, ({ workflowId }) => workflowId);
  const workflows = await listRows<{ id: string; name: string; projectId: string }>(
    tx,
    sql`select id, name, project_id as "projectId" from workflows
        where id = any(${[...of.keys()]}::uuid[])`,
  );
  for (const { id, name, projectId } of workflows) {
    await tell(tx, {
      to: { atLeast: 'admin' },
      kind: 'workflow.skipped',
      params: { workflow: name, count: of.get(id)?.length ?? 0 },
      projectId,
      link: addressOfWorkflow({ id, projectId }),
      about: id,
    });
  }
}
