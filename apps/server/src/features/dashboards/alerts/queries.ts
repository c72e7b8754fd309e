import type { AlertCondition, DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { isLive } from '#platform/access/resting.ts';
import { worksAsReader } from '#platform/connectors/works-as-reader.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Heard } from './hearing.ts';
import type { Verdict } from './judge.ts';

const MOST_CHECKS = 20;

/** What a check found was read with the rights of who made the alert. */
function select({ user, project }: ProjectActor, condition: Sql) {
  const isTold = sql`(alert.author_id = ${user.id} or not ${worksAsReader(project)})`;
  return sql`select alert.id, alert.dashboard_id as "dashboardId", alert.tile_id as "tileId",
      alert.name, alert.condition, alert.every_minutes as every, alert.times,
      alert.when_empty as "whenEmpty", alert.asked, author.name as author,
      alert.author_id = ${user.id} as "isMine", alert.state, alert.since,
      alert.is_held as "isHeld",
      case when alert.snoozed_until > now() then alert.snoozed_until end as "snoozedUntil",
      alert.next_check_at as "nextCheckAt",
      coalesce((select jsonb_agg(jsonb_build_object('checkedAt', checked_at, 'outcome', outcome,
          'value', case when ${isTold} then value end,
          'error', case when ${isTold} then error end) order by checked_at desc)
        from (select * from dashboard_alert_checks where alert_id = alert.id
          order by checked_at desc limit ${MOST_CHECKS}) last), '[]') as checks
    from dashboard_alerts alert left join users author on author.id = alert.author_id
    where ${condition} order by alert.created_at, alert.id limit 200`;
}

export function listAlerts(
  db: Db,
  actor: ProjectActor,
  { id }: { id: string },
): Promise<DashboardAlert[]> {
  return listRows(db, select(actor, sql`alert.dashboard_id = ${id}`));
}

export async function readAlert(
  db: Db,
  actor: ProjectActor,
  { id, dashboardId }: { id: string; dashboardId: string },
): Promise<DashboardAlert> {
  const found = await findRow<DashboardAlert>(
    db,
    select(actor, sql`alert.id = ${id} and alert.dashboard_id = ${dashboardId}`),
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return found;
}

export type AlertContent = Pick<
  DashboardAlert,
  'tileId' | 'name' | 'condition' | 'every' | 'times' | 'whenEmpty' | 'asked'
>;

/** What is crossed and to be told of the next time only begins as if it had been told. */
export async function insertAlert(
  tx: Tx,
  { user, project }: ProjectActor,
  dashboardId: string,
  alert: AlertContent & { firstNews: 'now' | 'next' },
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into dashboard_alerts (project_id, dashboard_id, tile_id, author_id, name, condition,
          every_minutes, times, when_empty, asked, state, told_since)
        values (${project.id}, ${dashboardId}, ${alert.tileId}, ${user.id}, ${alert.name},
          ${JSON.stringify(alert.condition)}, ${alert.every}, ${alert.times}, ${alert.whenEmpty},
          ${JSON.stringify(alert.asked)}, ${alert.firstNews === 'next' ? 'firing' : 'ok'},
          case when ${alert.firstNews === 'next'} then now() end)
        returning id`,
  );
  return id;
}

/** Another condition begins anew: what it said before is no news of this one. */
export async function updateAlert(tx: Tx, id: string, alert: AlertContent): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboard_alerts set tile_id = ${alert.tileId}, name = ${alert.name},
          condition = ${JSON.stringify(alert.condition)}, every_minutes = ${alert.every},
          times = ${alert.times}, when_empty = ${alert.whenEmpty},
          asked = ${JSON.stringify(alert.asked)}, state = 'ok', since = now(), streak = 0,
          failures = 0, memory = null, told_since = null, untold_rows = null, is_held = false,
          next_check_at = now()
        where id = ${id}`,
  );
}

/** It goes on as it stood, with the rights of who takes it over and told to them. */
export async function takeOverAlert(tx: Tx, id: string, userId: string): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboard_alerts set author_id = ${userId}, is_held = false, failures = 0,
          next_check_at = now()
        where id = ${id} and is_held`,
  );
}

/** Its end is kept until it was told what is true then; one that is not quiet has none. */
export async function setSnooze(tx: Tx, id: string, minutes: number): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboard_alerts set snoozed_until = until, next_check_at = least(next_check_at, until)
        from (select now() + make_interval(mins => ${minutes}) as until) ends
        where id = ${id} and (${minutes > 0} or snoozed_until is not null)`,
  );
}

export async function deleteAlert(tx: Tx, id: string): Promise<void> {
  await changeRows(tx, sql`delete from dashboard_alerts where id = ${id}`);
}

export type DueAlert = {
  id: string;
  projectId: string;
  dashboardId: string;
  tileId: string;
  authorId: string;
  name: string;
  condition: AlertCondition;
  times: number;
  whenEmpty: 'keep' | 'fire' | 'zero';
  asked: AskedFilters;
};

const due = sql`id, project_id as "projectId", dashboard_id as "dashboardId", tile_id as "tileId",
  author_id as "authorId", name, condition, times, when_empty as "whenEmpty", asked`;

/**
 * Takes one check that is due in another project than these, and moves it on to its next slot, or to
 * the end of its quiet, whatever becomes of it.
 */
export function takeDue(db: Db, notOf: string[]): Promise<DueAlert | undefined> {
  return findRow(
    db,
    sql`update dashboard_alerts alert set next_check_at = least(to_timestamp(
            (floor(extract(epoch from now()) / (every_minutes * 60)) + 1) * every_minutes * 60),
          case when snoozed_until > now() then snoozed_until end)
        where id = (select alert.id from dashboard_alerts alert
          join dashboards dashboard on dashboard.id = alert.dashboard_id
            and dashboard.deleted_at is null
          where not alert.is_held and alert.next_check_at <= now()
            and alert.project_id <> all(${notOf}::uuid[])
            and ${isLive(sql`alert.project_id`)}
          order by alert.next_check_at for update of alert skip locked limit 1)
        returning ${due}`,
  );
}

export async function readDue(db: Db, id: string): Promise<DueAlert> {
  return readRow(db, sql`select ${due} from dashboard_alerts where id = ${id}`);
}

export type LockedState = Pick<Verdict, 'state' | 'streak' | 'failures' | 'memory'> &
  Heard & {
    transition: number;
    /** Seconds it fired, as far as its author was told; up to now where it still does. */
    lasted: number;
  };

/** One verdict at a time: two checks of one alert follow each other. */
export function lockState(tx: Tx, id: string): Promise<LockedState | undefined> {
  return findRow(
    tx,
    sql`select state, streak, failures, memory, transition,
          coalesce(snoozed_until > now(), false) as "isSnoozed",
          coalesce(snoozed_until <= now(), false) as "isWaking",
          told_since is not null as "isToldFiring", coalesce(untold_rows, '[]') as "untoldRows",
          coalesce(extract(epoch from case when state = 'ok' then since else now() end - told_since),
            0)::float as lasted
        from dashboard_alerts where id = ${id} for update`,
  );
}

type Written = Verdict & {
  transition: number;
  error: string | null;
  untoldRows: string[];
  isAwake: boolean;
};

export async function writeVerdict(tx: Tx, id: string, verdict: Written): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboard_alerts set streak = ${verdict.streak}, failures = ${verdict.failures},
          memory = ${verdict.memory && JSON.stringify(verdict.memory)}::jsonb,
          since = case when state = ${verdict.state} then since else now() end,
          told_since = case ${verdict.news ?? null}::text
            when 'fired' then case when state = ${verdict.state} then since else now() end
            when 'recovered' then null else told_since end,
          untold_rows = ${JSON.stringify(verdict.untoldRows)}::jsonb,
          snoozed_until = case when ${verdict.isAwake} then null else snoozed_until end,
          state = ${verdict.state}, transition = ${verdict.transition}
        where id = ${id}`,
  );
  await changeRows(
    tx,
    sql`insert into dashboard_alert_checks (alert_id, outcome, value, error)
        values (${id}, ${verdict.outcome}, ${verdict.value}, ${verdict.error})`,
  );
  await changeRows(
    tx,
    sql`delete from dashboard_alert_checks where alert_id = ${id} and checked_at < (
          select checked_at from dashboard_alert_checks where alert_id = ${id}
          order by checked_at desc offset 200 limit 1)`,
  );
}

/** Undefined where it was held before, or its project rests. */
export async function markHeld(tx: Tx, id: string): Promise<{ person: string } | undefined> {
  return findRow(
    tx,
    sql`update dashboard_alerts alert set is_held = true
        where id = ${id} and not is_held and ${isLive(sql`alert.project_id`)}
        returning (select name from users where id = alert.author_id) as person`,
  );
}
