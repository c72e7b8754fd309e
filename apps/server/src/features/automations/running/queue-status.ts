import type { Definition } from '@causeway/contract/automations/definition.ts';
import { isKeyAtCap } from '#platform/credits/key-caps.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { concurrencyKeyOf } from '../engine/concurrency.ts';
import { compileValue } from '../engine/values.ts';
import { makeRunIdAt } from './run-ids.ts';

/**
 * How a new run stands: in the queue, or held where whom it would act for is not there any more, there
 * are no credits for it, or the key that set it off has reached its cap.
 */
export function queuedOrHeld(workflowId: string, keyId?: string | null): Sql {
  return sql`case when exists (select from workflows workflow
      join project_members member on member.project_id = workflow.project_id
        and member.user_id = workflow.published_by and member.role <> 'viewer'
      where workflow.id = ${workflowId}
        and not exists (select from credit_stops where project_id = workflow.project_id)
        and not ${isKeyAtCap(sql`${keyId ?? null}::uuid`)})
    then 'queued' else 'held' end`;
}

/** Of a run that is started by what is only known by its settings. */
export function keyOfQueued(settings: Definition['settings'], trigger: unknown): string | null {
  const { concurrencyKey: key } = settings;
  const compiled = key === null ? undefined : compileValue(key);
  return concurrencyKeyOf({ concurrencyKey: compiled, settings }, trigger);
}

/** Why a run rests that does, as of now. */
export function heldFor(run: Sql): Sql {
  return sql`case when ${run}.status <> 'held' then null
    when not exists (select from workflows workflow
      join project_members member on member.project_id = workflow.project_id
        and member.user_id = workflow.published_by and member.role <> 'viewer'
      where workflow.id = ${run}.workflow_id) then 'publisher'
    when ${isKeyAtCap(sql`${run}.key_id`)} then 'keyCap'
    else coalesce((select reason from credit_stops stop where stop.project_id = ${run}.project_id),
      'turn') end`;
}

type Published = { id: string; projectId: string; definition: Definition };

/**
 * A run of what was just published, by its first trigger and after a while: what the history shows of
 * it, it did.
 */
export async function queueFirst(
  tx: Tx,
  { id, projectId, definition: { triggers } }: Published,
  { trigger, afterSeconds }: { trigger: unknown; afterSeconds: number },
): Promise<void> {
  const [first] = triggers;
  const due = Date.now() + afterSeconds * 1_000;
  await changeRows(
    tx,
    sql`insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
          trigger_kind, trigger_id, trigger)
        values (${makeRunIdAt(due)}, ${projectId}, ${id}, 1, 'waiting',
          ${new Date(due).toISOString()},
          ${first?.kind === 'webhook' ? 'webhook' : 'manual'}, ${first?.id ?? ''},
          ${JSON.stringify(trigger)})`,
  );
}
