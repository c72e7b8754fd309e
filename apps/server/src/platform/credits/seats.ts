import { type PlanId, plans } from '@causeway/contract/plans.ts';
import { changeRows, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { readBooked } from './entitlements.ts';

/**
 * Who works in a project beyond its seats reads until one is free, and is an editor again then: nothing
 * is taken from them but the pen. Owners come first, then who joined first; so who pays keeps a seat,
 * and making everybody an owner makes no seats.
 */
export async function seatPeople(tx: Tx, projectId: string, unbooked: PlanId): Promise<void> {
  const { plan, seats } = await readBooked(tx, projectId, unbooked);
  const allowed = seats ?? plans[plan].seats;
  await changeRows(
    tx,
    sql`with ranked as (
          select user_id, row_number() over (
            order by role = 'owner' desc, coalesce(owner_since, joined_at), user_id) as place
          from project_members where project_id = ${projectId} and role <> 'viewer'
        ), surplus as (
          select user_id from ranked where place > ${allowed}::int
        ), seated as (
          delete from seatless_members where project_id = ${projectId}
            and user_id not in (select user_id from surplus)
        )
        insert into seatless_members (project_id, user_id)
        select ${projectId}, user_id from surplus on conflict do nothing`,
  );
}

/** In every project that somebody pays for, when what they pay for has changed. */
export async function seatPaidFor(
  tx: Tx,
  holderId: string | null,
  unbooked: PlanId,
): Promise<void> {
  if (holderId === null) return;
  const projects = await listRows<{ id: string }>(
    tx,
    sql`select project.id from projects project
        where project.sponsor_id = ${holderId} or project.id in (
          select project_id from project_members where user_id = ${holderId} and role = 'owner')`,
  );
  for (const { id } of projects) await seatPeople(tx, id, unbooked);
}
