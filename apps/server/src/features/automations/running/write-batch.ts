import { prepared, sql } from '#platform/db/sql.ts';
import type { RunRecordItem } from './writer.ts';

/**
 * All records of a flush in one statement. Everything hangs on `me`: once this process was given up,
 * nothing of it can be written any more. One statement and no transaction of several, since a process
 * that froze in the middle of one would keep the others waiting at its lock.
 */
export function writeBatch(me: string, items: RunRecordItem[]) {
  const column = <Value>(read: (item: RunRecordItem) => Value) => items.map(read);
  const dueAt = ({ park }: RunRecordItem) =>
    park?.dueAt === null || park?.dueAt === undefined ? null : new Date(park.dueAt).toISOString();
  return prepared(sql`with me as (
      select id from engine_processes where id = ${me} and lost_at is null for share
    ), item as (
      select item.*, convert_from(item.trigger_bytes, 'UTF8')::json as trigger,
        convert_from(item.entries_bytes, 'UTF8')::json as entries,
        convert_from(item.steps_bytes, 'UTF8')::json as steps,
        convert_from(item.answer_bytes, 'UTF8')::json as answer
      from me, unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ projectId }) => projectId)}::uuid[],
        ${column(({ workflowId }) => workflowId)}::uuid[],
        ${column(({ version }) => version)}::int[],
        ${column(({ accept }) => accept !== undefined)}::boolean[],
        ${column(({ accept }) => accept?.isChecked ?? false)}::boolean[],
        ${column(({ accept }) => accept?.key ?? null)}::text[],
        ${column(({ accept }) => accept?.signedKey ?? null)}::text[],
        ${column(({ fence }) => fence)}::int[], ${column(({ seq }) => seq)}::int[],
        ${column(({ entries }) => bytesOf(entries))}::bytea[],
        ${column(({ accept, end }) => (accept ?? end)?.triggerKind ?? null)}::text[],
        ${column(({ accept, end }) => (accept ?? end)?.triggerId ?? null)}::text[],
        ${column(({ accept, end }) => bytesOf((accept ?? end)?.trigger))}::bytea[],
        ${column(({ accept }) => accept?.depth ?? 0)}::int[],
        ${column(({ accept, end }) => (accept ?? end)?.parentRunId ?? null)}::uuid[],
        ${column(({ accept, end }) => (accept ?? end)?.parentStep ?? null)}::text[],
        ${column(({ accept, end }) => (accept ?? end)?.rerunOf ?? null)}::uuid[],
        ${column(({ accept, end }) => (accept ?? end)?.keyId ?? null)}::uuid[],
        ${column(({ accept }) => accept?.concurrencyKey ?? null)}::text[],
        ${column(({ end }) => end?.status ?? null)}::text[],
        ${column(({ end }) => end?.ms ?? null)}::int[],
        ${column(({ end }) => end?.error?.message ?? null)}::text[],
        ${column(({ end }) => end?.error?.code ?? null)}::text[],
        ${column(({ end }) => end?.error?.step ?? null)}::text[],
        ${column(({ end }) => bytesOf(end?.answer && JSON.stringify(end.answer)))}::bytea[],
        ${column(({ end }) => bytesOf(end?.steps))}::bytea[],
        ${column(({ park }) => park?.status ?? null)}::text[], ${column(dueAt)}::timestamptz[]
      ) as item (id, project_id, workflow_id, version, is_accept, is_checked, key, signed_key, fence,
        seq, entries_bytes, trigger_kind, trigger_id, trigger_bytes, depth, parent_run_id, parent_step, rerun_of,
        key_id, concurrency_key, status, ms, error, error_code, error_step, answer_bytes, steps_bytes, park, due_at)
    ), judged as (
      select item.*,
        case
          when not is_accept then 'own'
          when not is_checked then 'new'
          when workflow.version is distinct from item.version or not workflow.is_enabled
            or workflow.deleted_at is not null then 'stale'
          when member.user_id is null or stop.project_id is not null then 'held'
          else 'new'
        end as judgement
      from item
      left join workflows workflow on is_checked and workflow.id = item.workflow_id
      left join project_members member on is_checked and member.project_id = item.project_id
        and member.user_id = workflow.published_by and member.role <> 'viewer'
      left join credit_stops stop on is_checked and stop.project_id = item.project_id
    ), signed as (
      insert into workflow_run_keys (workflow_id, key, run_id)
      select judged.workflow_id, judged.signed_key, coalesce(earlier.run_id, judged.id)
      from judged left join workflow_run_keys earlier on earlier.workflow_id = judged.workflow_id
        and earlier.key = judged.key
      where judged.signed_key is not null and judgement in ('new', 'held')
      on conflict do nothing returning run_id
    ), keyed as (
      insert into workflow_run_keys (workflow_id, key, run_id)
      select workflow_id, key, id from judged
      where key is not null and judgement in ('new', 'held')
        and (signed_key is null or id in (select run_id from signed))
      on conflict do nothing returning run_id
    ), owned as (
      select run.id from workflow_runs run join judged on judged.id = run.id
      where judged.judgement = 'own' and run.process = ${me} and run.fence = judged.fence
      for update of run
    ), taken as (
      select judged.*, judgement = 'held' as is_held from judged
      where (judgement in ('new', 'held') and (key is null or id in (select run_id from keyed)))
        or (judgement = 'own' and id in (select id from owned))
    ), accepted as (
      insert into workflow_runs (id, project_id, workflow_id, version, status, process, fence,
        due_at, concurrency_key, trigger_kind, trigger_id, depth, parent_run_id, parent_step,
        rerun_of, key_id, trigger)
      select id, project_id, workflow_id, version,
        case when is_held then 'held' else coalesce(park, 'running') end,
        case when not is_held and park is null then ${me}::bigint end, fence,
        coalesce(due_at, now()), concurrency_key, trigger_kind, trigger_id, depth, parent_run_id,
        parent_step, rerun_of, key_id, trigger
      from taken where is_accept and (is_held or status is null)
    ), noted as (
      insert into workflow_journal (run_id, seq, entries)
      select id, seq, entries from taken where entries is not null and not is_held
    ), parked as (
      update workflow_runs run set status = taken.park, process = null, due_at = taken.due_at
      from taken where taken.id = run.id and taken.judgement = 'own' and taken.park is not null
    ), gone as (
      delete from workflow_runs run using taken
      where taken.id = run.id and taken.judgement = 'own' and taken.status is not null
    ), ended as (
      insert into workflow_history (id, project_id, workflow_id, version, status, ms, trigger_kind,
        trigger_id, error, error_code, error_step, parent_run_id, rerun_of, trigger, steps, answer)
      select id, project_id, workflow_id, version, status, ms, trigger_kind, trigger_id, error,
        error_code, error_step, parent_run_id, rerun_of, trigger, steps, answer
      from taken where status is not null and not is_held
    ), signalled as (
      insert into workflow_signals (run_id, step, how)
      select parent_run_id, parent_step, json_build_object('kind', 'ended', 'status', status,
        'output', answer->'body', 'message', coalesce(error, ''))
      from taken where status is not null and not is_held and parent_step is not null
      on conflict do nothing
    ), followed as (
      insert into workflow_ended (run_id, follower_id, trigger_id, key_id)
      select taken.id, follower.follower_id, follower.trigger_id, taken.key_id
      from taken join workflow_followers follower on follower.workflow_id = taken.workflow_id
        and taken.status = any(follower.statuses)
      where taken.status is not null and not taken.is_held
    )
    select judged.id,
      case
        when taken.is_held then 'held'
        when taken.id is not null then 'written'
        when judged.judgement = 'stale' then 'stale'
        when judged.judgement = 'own' then 'lost'
        else 'duplicate'
      end as outcome,
      other.run_id as "runId"
    from judged left join taken on taken.id = judged.id
    left join workflow_run_keys other on taken.id is null and other.workflow_id = judged.workflow_id
      and other.key = judged.key`);
}

/** As bytes, since a text within an array has each of its quotation marks escaped, which takes long. */
export function bytesOf(json: string | undefined): Buffer | null {
  return json === undefined ? null : Buffer.from(json);
}
