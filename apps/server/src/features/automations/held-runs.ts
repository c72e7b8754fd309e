import type { HeldReason } from '@causeway/contract/automations/run-shapes.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import type { ErrorCode } from '@causeway/contract/errors.ts';
import { listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { addressOfWorkflow } from './addresses.ts';
import { endIdle, type Ended } from './run-changes.ts';
import { heldFor } from './running/queue-status.ts';
import { leastIdAt } from './running/run-ids.ts';

/** So many runs of a workflow are kept while it rests, and for so long. */
const MOST_HELD = 1_000;
const LONGEST_MS = 7 * 86_400_000;

const codes: Record<HeldReason, ErrorCode | null> = {
  publisher: null,
  credits: 'E_CREDITS_EXHAUSTED',
  cap: 'E_SPEND_CAP',
  keyCap: 'E_SPEND_CAP',
  turn: null,
};

/**
 * What rests is not kept without end: beyond the first so many of a workflow, and after a week, runs
 * are skipped. They stand in the history with the reason, and whoever it acts for is told.
 */
export async function skipSurplusHeld(tx: Tx, most = MOST_HELD, now = Date.now()): Promise<number> {
  const surplus = await listRows<{ id: string; reason: HeldReason }>(
    tx,
    sql`select id, reason from (
          select id, ${heldFor(sql`run`)} as reason, row_number() over (partition by workflow_id order by id) as place
          from workflow_runs run where status = 'held') held
        where place > ${most} or id < ${leastIdAt(now - LONGEST_MS)} limit 10000`,
  );
  if (surplus.length === 0) return 0;
  const skipped: Ended[] = [];
  for (const [reason, runs] of Map.groupBy(surplus, (run) => run.reason)) {
    const condition = sql`run.id = any(${runs.map(({ id }) => id)}::uuid[])`;
    const why = { message: runMessage('skipped'), code: codes[reason] };
    skipped.push(...(await endIdle(tx, condition, why)));
  }
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
