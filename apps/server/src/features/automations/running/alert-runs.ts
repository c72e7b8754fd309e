import type { Definition, Trigger } from '@causeway/contract/automations/definition.ts';
import type { HappeningOf } from '@causeway/contract/happenings.ts';
import { changeRows, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { keyOfQueued, queuedOrHeld } from './queue-status.ts';
import { makeRunId } from './run-ids.ts';

type Changed = Omit<HappeningOf<'alert.changed'>, 'type'>;
type Listening = { id: string; version: number; definition: Definition };

/**
 * Starts every workflow of the project that waits for this alert. It is heard of at least once; the
 * alert counts its changes, so each is one run.
 */
export async function startOfAlert(tx: Tx, { projectId, data }: Changed): Promise<void> {
  const listening = await listRows<Listening>(
    tx,
    sql`select workflow.id, workflow.version, version.definition
        from workflows workflow join workflow_versions version
          on version.workflow_id = workflow.id and version.version = workflow.version
        where workflow.project_id = ${projectId} and workflow.is_enabled
          and workflow.deleted_at is null
          and version.definition::jsonb @> ${JSON.stringify({
            triggers: [{ kind: 'alert', dashboardId: data.dashboardId }],
          })}::jsonb`,
  );
  for (const { id, version, definition } of listening) {
    for (const trigger of definition.triggers) {
      if (!isMeant(trigger, data)) continue;
      const key = `a:${trigger.id}:${data.alertId}:${data.transition}`;
      await changeRows(
        tx,
        sql`with keyed as (
              insert into workflow_run_keys (workflow_id, key, run_id)
              values (${id}, ${key}, ${makeRunId()}) on conflict do nothing returning run_id
            )
            insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
              concurrency_key, trigger_kind, trigger_id, trigger)
            select run_id, ${projectId}, ${id}, ${version}, ${queuedOrHeld(id)}, now(),
              ${keyOfQueued(definition.settings, data)}, 'alert', ${trigger.id},
              ${JSON.stringify(data)}::json from keyed`,
      );
    }
  }
}

function isMeant(trigger: Trigger, { dashboardId, alertId, state }: Changed['data']): boolean {
  return (
    trigger.kind === 'alert' &&
    trigger.dashboardId === dashboardId &&
    (trigger.alertId === null || trigger.alertId === alertId) &&
    trigger.on.includes(state)
  );
}
