import { prepared, sql } from '#platform/db/sql.ts';
import { bytesOf } from './write-batch.ts';
import type { Accept, End, RunRecordItem } from './writer.ts';

/** One record that is the whole run: over at once, started by nobody who waits for its key or end. */
export type QuickItem = Omit<RunRecordItem, 'accept' | 'end'> & { accept: Accept; end: End };

export function isQuick(item: RunRecordItem): item is QuickItem {
  const { accept, end, park } = item;
  if (!accept || !end || park) return false;
  return accept.key === null && end.parentStep === null && accept.concurrencyKey === null;
}

/**
 * What most runs are, written by a statement a third as long as the general one (write-batch.ts): it
 * is judged, put into the history, and its followers are noted. One whose publisher is gone, or
 * for which there are no credits, is none of these; it comes back as `other`, and the general statement holds it.
 */
export function writeQuick(me: string, items: QuickItem[]) {
  const column = <Value>(read: (item: QuickItem) => Value) => items.map(read);
  return prepared(sql`with item as (
      select item.*, convert_from(item.trigger_bytes, 'UTF8')::json as trigger,
        convert_from(item.steps_bytes, 'UTF8')::json as steps,
        convert_from(item.answer_bytes, 'UTF8')::json as answer
      from (
        select id from engine_processes where id = ${me} and lost_at is null for share
      ) me, unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ projectId }) => projectId)}::uuid[],
        ${column(({ workflowId }) => workflowId)}::uuid[],
        ${column(({ version }) => version)}::int[],
        ${column(({ accept }) => accept.isChecked)}::boolean[],
        ${column(({ accept }) => accept.triggerKind)}::text[],
        ${column(({ accept }) => accept.triggerId)}::text[],
        ${column(({ accept }) => bytesOf(accept.trigger))}::bytea[],
        ${column(({ end }) => end.parentRunId)}::uuid[],
        ${column(({ end }) => end.rerunOf)}::uuid[], ${column(({ end }) => end.status)}::text[],
        ${column(({ end }) => end.ms)}::int[],
        ${column(({ end }) => end.error?.message ?? null)}::text[],
        ${column(({ end }) => end.error?.code ?? null)}::text[],
        ${column(({ end }) => end.error?.step ?? null)}::text[],
        ${column(({ end }) => bytesOf(end.answer && JSON.stringify(end.answer)))}::bytea[],
        ${column(({ end }) => bytesOf(end.steps))}::bytea[]
      ) as item (id, project_id, workflow_id, version, is_checked, trigger_kind, trigger_id, trigger_bytes,
        parent_run_id, rerun_of, status, ms, error, error_code, error_step, answer_bytes, steps_bytes)
    ), judged as materialized (
      select item.*,
        case
          when not is_checked then 'written'
          when workflow.version is distinct from item.version or not workflow.is_enabled
            or workflow.deleted_at is not null then 'stale'
          when member.user_id is null or stop.project_id is not null then 'other'
          else 'written'
        end as outcome
      from item
      left join workflows workflow on is_checked and workflow.id = item.workflow_id
      left join project_members member on is_checked and member.project_id = item.project_id
        and member.user_id = workflow.published_by and member.role <> 'viewer'
      left join credit_stops stop on is_checked and stop.project_id = item.project_id
    ), ended as (
      insert into workflow_history (id, project_id, workflow_id, version, status, ms, trigger_kind,
        trigger_id, error, error_code, error_step, parent_run_id, rerun_of, trigger, steps, answer)
      select id, project_id, workflow_id, version, status, ms, trigger_kind, trigger_id, error,
        error_code, error_step, parent_run_id, rerun_of, trigger, steps, answer
      from judged where outcome = 'written'
    ), followed as (
      insert into workflow_ended (run_id, follower_id, trigger_id)
      select judged.id, follower.follower_id, follower.trigger_id
      from judged join workflow_followers follower on follower.workflow_id = judged.workflow_id
        and judged.status = any(follower.statuses)
      where outcome = 'written'
    )
    select id, outcome, null::uuid as "runId" from judged`);
}
