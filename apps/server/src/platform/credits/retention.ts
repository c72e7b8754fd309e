import { type PlanId, plans } from '@causeway/contract/plans.ts';
import { type Db, listRows, readRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { firstOwner } from './accounts.ts';

/** How long a plan keeps what; the operator's own limits hold besides. */
export type Kept = 'historyDays' | 'auditDays';

type PlanOf = { plan: PlanId; since: string };

/** The plan of `project`, by its sponsor or first owner, and since when it is that. */
const planColumns = (unbooked: PlanId): Sql => sql`coalesce(account.plan, ${unbooked}) as plan,
  coalesce(account.plan_since, project.created_at) as since`;

const payingAccount = sql`left join lateral (
    select plan, plan_since from billing_accounts
    where holder_id = project.sponsor_id or holder_id = ${firstOwner}
    order by array_position(array['business', 'team', 'free'], plan) limit 1
  ) account on true`;

export type KeptUntil = { projectId: string; from: Date; until: Date };

const DAY_MS = 86_400_000;
const PAGE = 500;

/**
 * What is too old, a project: written since the plan began, and longer ago than it keeps. What was
 * written under another plan stays: a smaller one takes nothing away.
 */
export async function* listOutdated(
  db: Db,
  { kept, unbooked, now = new Date() }: { kept: Kept; unbooked: PlanId; now?: Date },
): AsyncGenerator<KeptUntil> {
  let after: string | null = null;
  for (;;) {
    const page: (PlanOf & { id: string })[] = await listRows(
      db,
      sql`select project.id, ${planColumns(unbooked)} from projects project ${payingAccount}
          where ${after}::uuid is null or project.id > ${after}::uuid
          order by project.id limit ${PAGE}`,
    );
    for (const { id, plan, since } of page) {
      const until = new Date(now.getTime() - daysOf(plan, unbooked, kept) * DAY_MS);
      const from = new Date(since);
      if (from < until) yield { projectId: id, from, until };
    }
    const last: string | undefined = page.at(-1)?.id;
    if (page.length < PAGE || last === undefined) return;
    after = last;
  }
}

/** What everybody has who books nothing is the least. */
function daysOf(plan: PlanId, unbooked: PlanId, kept: Kept): number {
  return Math.max(plans[plan][kept], plans[unbooked][kept]);
}

/** What of a project's log is shown: what was written since `from`, and what was before `before`. */
export async function readShown(
  db: Db,
  projectId: string,
  unbooked: PlanId,
): Promise<{ from: Date; before: Date }> {
  const { plan, since } = await readRow<PlanOf>(
    db,
    sql`select ${planColumns(unbooked)} from projects project ${payingAccount}
        where project.id = ${projectId}`,
  );
  const days = daysOf(plan, unbooked, 'auditDays');
  return { from: new Date(Date.now() - days * DAY_MS), before: new Date(since) };
}
