import { Failure } from '@causeway/contract/errors.ts';
import { type PlanId, type PlanLimit, plans, within } from '@causeway/contract/plans.ts';
import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { firstOwner } from './accounts.ts';

type Booked = { plan: PlanId; seats: number | null };

/**
 * What a project may have, by who pays for it: the larger plan of its sponsor and its first owner.
 * Seats are as many as were paid for; null where nobody pays by the seat.
 */
export async function readBooked(db: Db, projectId: string, unbooked: PlanId): Promise<Booked> {
  const found = await findRow<Booked>(
    db,
    sql`select account.plan, subscription.seats from projects project
        join billing_accounts account on account.holder_id = project.sponsor_id
          or account.holder_id = ${firstOwner}
        left join billing_subscriptions subscription on subscription.account_id = account.id
          and subscription.state <> 'ended'
        where project.id = ${projectId}
        order by array_position(array['business', 'team', 'free'], account.plan),
          subscription.seats desc nulls last limit 1`,
  );
  const isMore = found && plans[found.plan].credits >= plans[unbooked].credits;
  return isMore ? found : { plan: unbooked, seats: null };
}

export async function planOf(db: Db, projectId: string, unbooked: PlanId): Promise<PlanId> {
  return (await readBooked(db, projectId, unbooked)).plan;
}

/** How many runs of `project` the plan of who pays for it lets go on at once. */
export function runsAtOnceOf(unbooked: PlanId): Sql {
  return sql`greatest(${plans[unbooked].runsAtOnce}::int, coalesce((
    select max(case account.plan when 'business' then ${plans.business.runsAtOnce}::int
      when 'team' then ${plans.team.runsAtOnce}::int else ${plans.free.runsAtOnce}::int end)
    from billing_accounts account
    where account.holder_id = project.sponsor_id
      or account.holder_id = ${firstOwner}), 0))`;
}

type Counted = Exclude<PlanLimit, 'runsAtOnce'>;

/** Viewers are free, and so is the sample that comes with an installation. */
const counts: Record<Counted, (projectId: string) => Sql> = {
  seats: (projectId) => sql`select
      (select count(*) from project_members where project_id = ${projectId} and role <> 'viewer')
      + (select count(*) from invitations where project_id = ${projectId} and role <> 'viewer'
          and accepted_at is null and expires_at > now()) as used`,
  connectors: (projectId) => sql`select count(*) as used from connectors
      where project_id = ${projectId} and sample is null`,
  keys: (projectId) => sql`select count(*) as used from api_keys
      where project_id = ${projectId} and revoked_at is null`,
};

/**
 * Stands beside the check of roles: refuses one more than the plan allows, and says which limit, how
 * many there are and with which plan. Whoever adds at the same time waits, so that two can't both be
 * the last. Nothing that is there is ever taken away for it.
 */
export async function requireRoom(
  tx: Tx,
  { projectId, limit, unbooked }: { projectId: string; limit: Counted; unbooked: PlanId },
): Promise<void> {
  await changeRows(tx, sql`select from projects where id = ${projectId} for update`);
  const { plan, seats } = await readBooked(tx, projectId, unbooked);
  const row = await readRow<{ used: string }>(tx, counts[limit](projectId));
  const used = Number(row.used);
  const isBeyondPaid = limit === 'seats' && seats !== null && used >= seats;
  const over = isBeyondPaid ? { limit, used, allowed: seats, plan } : within(plan, limit, used);
  if (over) throw new Failure('E_PLAN_LIMIT', undefined, over);
}
