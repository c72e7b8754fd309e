import type { Statement } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import { booleanArray, integerArray, jsonArray, textArray, uuidArray } from './binary-arrays.ts';
import type { Accept, End, RunRecordItem } from './writer.ts';

/** One record that is the whole run: over at once, started by nobody who waits for its key or end. */
export type QuickItem = Omit<RunRecordItem, 'accept' | 'end'> & { accept: Accept; end: End };

export function isQuick(item: RunRecordItem): item is QuickItem {
  const { accept, end, park } = item;
  if (!accept || !end || park) return false;
  return accept.key === null && end.parentStep === null && accept.concurrencyKey === null;
}

/** How many were judged: all, or none where this process was given up; and those not written. */
export type QuickOutcome = { judged: number; others: Record<string, string> | null };

/**
 * What most runs are, written by a statement a third as long as the general one (write-batch.ts): it
 * is judged, put into the history, and its followers are noted. One whose publisher is gone, or
 * for which there are no credits, is none of these; it comes back as `other`, and the general statement holds it.
 */
export function writeQuick(me: string, items: QuickItem[]): Statement {
  const { text, name } = statement;
  return { text, name, values: [me, ...columnsOf(items)] };
}

/** In the order of the statement. */
function columnsOf(items: QuickItem[]): Buffer[] {
  const column = <Value>(read: (item: QuickItem) => Value) => items.map(read);
  return [
    uuidArray(column(({ id }) => id)),
    uuidArray(column(({ projectId }) => projectId)),
    uuidArray(column(({ workflowId }) => workflowId)),
    integerArray(column(({ version }) => version)),
    booleanArray(column(({ accept }) => accept.isChecked)),
    textArray(column(({ accept }) => accept.triggerKind)),
    textArray(column(({ accept }) => accept.triggerId)),
    jsonArray(column(({ accept }) => accept.trigger)),
    uuidArray(column(({ end }) => end.parentRunId)),
    uuidArray(column(({ end }) => end.rerunOf)),
    textArray(column(({ end }) => end.status)),
    integerArray(column(({ end }) => end.ms)),
    textArray(column(({ end }) => end.error?.message)),
    textArray(column(({ end }) => end.error?.code)),
    textArray(column(({ end }) => end.error?.step)),
    jsonArray(column(({ end }) => end.answer && JSON.stringify(end.answer))),
    jsonArray(column(({ end }) => end.steps)),
    uuidArray(column(({ end }) => end.keyId)),
  ];
}

// Its text is always the same, so it is put together once.
const bound = undefined;
const statement = prepared(sql`with item as (
      select item.* from (
        select id from engine_processes where id = ${bound} and lost_at is null for share
      ) me, unnest(${bound}::uuid[], ${bound}::uuid[], ${bound}::uuid[], ${bound}::int[],
        ${bound}::boolean[], ${bound}::text[], ${bound}::text[], ${bound}::json[],
        ${bound}::uuid[], ${bound}::uuid[], ${bound}::text[], ${bound}::int[], ${bound}::text[],
        ${bound}::text[], ${bound}::text[], ${bound}::json[], ${bound}::json[], ${bound}::uuid[]
      ) as item (id, project_id, workflow_id, version, is_checked, trigger_kind, trigger_id, trigger,
        parent_run_id, rerun_of, status, ms, error, error_code, error_step, answer, steps, key_id)
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
      insert into workflow_ended (run_id, follower_id, trigger_id, key_id)
      select judged.id, follower.follower_id, follower.trigger_id, judged.key_id
      from judged join workflow_followers follower on follower.workflow_id = judged.workflow_id
        and judged.status = any(follower.statuses)
      where outcome = 'written'
    )
    select count(*)::int as judged, (
        select json_object_agg(id, outcome) from judged where outcome <> 'written'
      ) as others
    from judged`);
