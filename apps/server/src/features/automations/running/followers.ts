import type { Definition } from '@causeway/contract/automations/definition.ts';
import { changeRows, type Database, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { keyOfQueued, queuedOrHeld } from './queue-status.ts';
import { makeRunId } from './run-ids.ts';

/**
 * Workflows that another's end starts. The end itself writes down whom to tell (write-batch.ts), so
 * none is forgotten; whoever is free makes a run of each, once.
 */
export async function planFollowers(
  tx: Tx,
  { id }: { id: string },
  { triggers, settings }: Definition,
): Promise<void> {
  await changeRows(
    tx,
    // Without a trigger it is another's setting who follows: that one's, not the follower's.
    sql`delete from workflow_followers where (follower_id = ${id} and trigger_id <> '')
          or (workflow_id = ${id} and trigger_id = '')`,
  );
  for (const trigger of triggers) {
    if (trigger.kind !== 'workflow' || trigger.workflowId === null) continue;
    await insertFollower(tx, { of: trigger.workflowId, id, triggerId: trigger.id, on: trigger.on });
  }
  const { errorWorkflowId } = settings;
  if (errorWorkflowId === null || errorWorkflowId === id) return;
  await insertFollower(tx, { of: id, id: errorWorkflowId, triggerId: '', on: ['failed'] });
}

async function insertFollower(
  tx: Tx,
  { of, id, triggerId, on }: { of: string; id: string; triggerId: string; on: string[] },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into workflow_followers (workflow_id, follower_id, trigger_id, statuses)
        values (${of}, ${id}, ${triggerId}, ${on}) on conflict do nothing`,
  );
}

type Ended = {
  runId: string;
  followerId: string;
  triggerId: string;
  projectId: string;
  version: number;
  definition: Definition;
  trigger: unknown;
  depth: number;
  /** The API key that caused it: what comes of it is the key's too. */
  keyId: string | null;
};

const MOST_AT_ONCE = 100;
/** A chain of workflows that start each other ends here. */
const DEEPEST = 10;

/** How many runs came of it. */
export function fireFollowers(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await listEnded(tx);
    for (const one of ended) await startFollower(tx, one);
    return ended.length;
  });
}

function listEnded(tx: Tx): Promise<Ended[]> {
  return listRows(
    tx,
    sql`with taken as (
          delete from workflow_ended where (run_id, follower_id, trigger_id) in (
            select run_id, follower_id, trigger_id from workflow_ended
            limit ${MOST_AT_ONCE} for update skip locked)
          returning run_id, follower_id, trigger_id, key_id
        )
        select taken.run_id as "runId", taken.follower_id as "followerId",
          taken.trigger_id as "triggerId", taken.key_id as "keyId", workflow.project_id as "projectId", workflow.version,
          version.definition, json_build_object('runId', run.id, 'workflowId', run.workflow_id,
            'status', run.status, 'error', run.error, 'step', run.error_step,
            'depth', chain.depth) as trigger, chain.depth
        from taken join workflow_history run on run.id = taken.run_id
        join workflows workflow on workflow.id = taken.follower_id and workflow.is_enabled
          and workflow.deleted_at is null and workflow.project_id = run.project_id
        join workflow_versions version on version.workflow_id = workflow.id
          and version.version = workflow.version
        cross join lateral (select case when run.trigger_kind = 'workflow'
            and json_typeof(run.trigger->'depth') = 'number'
          then least(1000, (run.trigger->>'depth')::numeric)::int + 1 else 1 end as depth) chain`,
  );
}

async function startFollower(tx: Tx, ended: Ended): Promise<void> {
  if (ended.depth > DEEPEST) return;
  const { triggers, settings } = ended.definition;
  const triggerId =
    ended.triggerId || (triggers.find(({ kind }) => kind === 'manual') ?? triggers[0])?.id;
  await changeRows(
    tx,
    sql`with keyed as (
          insert into workflow_run_keys (workflow_id, key, run_id)
          values (${ended.followerId}, ${`e:${ended.triggerId}:${ended.runId}`}, ${makeRunId()})
          on conflict do nothing returning run_id
        )
        insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
          concurrency_key, trigger_kind, trigger_id, key_id, trigger)
        select run_id, ${ended.projectId}, ${ended.followerId}, ${ended.version},
          ${queuedOrHeld(ended.followerId, ended.keyId)}, now(), ${keyOfQueued(settings, ended.trigger)}, 'workflow',
          ${triggerId ?? ''}, ${ended.keyId}::uuid, ${JSON.stringify(ended.trigger)}::json from keyed`,
  );
}
