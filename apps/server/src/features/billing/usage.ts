import { repriced } from '@causeway/contract/billing/outlook.ts';
import type { Meter } from '@causeway/contract/billing/prices.ts';
import { toUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { kindOf, type Usage, type UsageKind } from '@causeway/contract/billing/usage.ts';
import { type PlanId, planIds } from '@causeway/contract/plans.ts';
import { type Db, listRows, readRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { cell } from './lines.ts';

/** Whose use: all that an account pays for, or a project's. */
type UsageOf = { accountId: string; userId: string } | { projectId: string };

type Asked = { of: UsageOf; month: string | undefined; plan: PlanId | null; seats: number };

/** What was used in a month. Charts read the days that were written down, never runs. */
export async function readUsage(db: Db, { of, month: asked, plan, seats }: Asked): Promise<Usage> {
  const month = asked ?? new Date().toISOString().slice(0, 7);
  const from = `${month}-01`;
  const where = whereOf(of);
  const [days, meters, groups, before] = await Promise.all([
    listDays(db, where, from),
    listMeters(db, where, from),
    listGroups(db, of, from),
    readBefore(db, where, from),
  ]);
  const total = days.reduce((sum, { cost }) => sum + BigInt(cost), 0n);
  return {
    month,
    days: byDay(days),
    total: unitsToCredits(total),
    before: unitsToCredits(BigInt(before)),
    meters: meters.map(({ meter, quantity, cost }) => ({ meter, quantity, cost: shown(cost) })),
    groups,
    plans:
      plan === null
        ? []
        : planIds.map((id) => ({
            ...repriced(id, seats, toUnits(total)),
            isCurrent: id === plan,
          })),
  };
}

const shown = (units: string) => unitsToCredits(BigInt(units));

function whereOf(of: UsageOf): Sql {
  return 'accountId' in of
    ? sql`used.account_id = ${of.accountId}`
    : sql`used.project_id = ${of.projectId}`;
}

const within = (from: string): Sql =>
  sql`used.day >= ${from}::date and used.day < ${from}::date + interval '1 month'`;

type DayRow = { day: string; meter: Meter; cost: string };

function listDays(db: Db, where: Sql, from: string): Promise<DayRow[]> {
  return listRows(
    db,
    sql`select used.day::text, used.meter, sum(used.cost_u)::bigint as cost from usage_day used
        where ${where} and ${within(from)} group by used.day, used.meter order by used.day`,
  );
}

function byDay(rows: readonly DayRow[]): Usage['days'] {
  const days = new Map<string, Map<UsageKind, bigint>>();
  for (const { day, meter, cost } of rows) {
    const costs = days.get(day) ?? new Map<UsageKind, bigint>();
    const kind = kindOf(meter);
    costs.set(kind, (costs.get(kind) ?? 0n) + BigInt(cost));
    days.set(day, costs);
  }
  return [...days].map(([day, costs]) => ({
    day,
    costs: Object.fromEntries([...costs].map(([kind, cost]) => [kind, unitsToCredits(cost)])),
  }));
}

function listMeters(db: Db, where: Sql, from: string) {
  return listRows<{ meter: Meter; quantity: string; cost: string }>(
    db,
    sql`select used.meter, sum(used.quantity)::text as quantity, sum(used.cost_u)::bigint as cost
        from usage_day used where ${where} and ${within(from)}
        group by used.meter order by cost desc, used.meter`,
  );
}

type GroupRow = { id: string; name: string | null; quantity: string; cost: string };
const MOST_NAMED = 50;

/** Who pays sees what others are called only in projects they are in themselves. */
function isSeenIn(of: UsageOf): Sql {
  if ('projectId' in of) return sql`true`;
  return sql`used.project_id in (select project_id from project_members
    where user_id = ${of.userId})`;
}

async function listGroups(db: Db, of: UsageOf, from: string): Promise<Usage['groups']> {
  const where = whereOf(of);
  const isSeen = isSeenIn(of);
  const group = async (idOf: Sql, name: Sql, only: Sql) => {
    const rows = await listRows<GroupRow>(
      db,
      sql`select grouped.id, ${name} as name, grouped.n::text as quantity, grouped.cost
          from (select ${idOf} as id, sum(used.n) as n, sum(used.cost_u)::bigint as cost,
              bool_or(${isSeen}) as is_seen
            from usage_day used where ${where} and ${within(from)} and ${only}
            group by 1 order by cost desc, 1 limit ${MOST_NAMED}) grouped`,
    );
    return rows.map((row) => ({ ...row, cost: shown(row.cost) }));
  };
  const [project, workflow, person, key] = await Promise.all([
    group(
      sql`used.project_id::text`,
      sql`(select name from projects where projects.id::text = grouped.id)`,
      sql`true`,
    ),
    group(
      sql`used.cause_id`,
      sql`(select name from workflows
        where grouped.is_seen and workflows.id::text = grouped.id)`,
      sql`used.cause_kind = 'workflow'`,
    ),
    group(
      sql`used.actor_id`,
      sql`(select name from users
        where grouped.is_seen and users.id::text = grouped.id)`,
      sql`used.actor_kind = 'person'`,
    ),
    group(
      sql`used.actor_id`,
      sql`(select name from api_keys
        where grouped.is_seen and api_keys.id::text = grouped.id)`,
      sql`used.actor_kind = 'key'`,
    ),
  ]);
  return { project, workflow, person, key };
}

/** Of the month before, as many days as this one has had. */
async function readBefore(db: Db, where: Sql, from: string): Promise<string> {
  const { cost } = await readRow<{ cost: string }>(
    db,
    sql`select coalesce(sum(used.cost_u), 0)::bigint as cost from usage_day used
        where ${where} and used.day >= ${from}::date - interval '1 month'
          and used.day < least(${from}::date, ${from}::date - interval '1 month'
            + (least(current_date + 1, (${from}::date + interval '1 month')::date)
              - ${from}::date) * interval '1 day')`,
  );
  return cost;
}

const MOST_ROWS = 100_000;

export async function writeUsage(db: Db, of: UsageOf, asked: string | undefined): Promise<string> {
  const from = `${asked ?? new Date().toISOString().slice(0, 7)}-01`;
  const rows = await listRows<Record<string, string | null>>(
    db,
    sql`select used.day::text, coalesce(project.name, used.project_id::text) as project, used.meter,
          used.cause_kind as cause, used.cause_id as "causeId", used.actor_kind as actor,
          used.actor_id as "actorId", used.quantity::text, used.cost_u::text as cost,
          used.price_id as price
        from usage_day used left join projects project on project.id = used.project_id
        where ${whereOf(of)} and ${within(from)}
        order by used.day, used.meter, used.cause_id limit ${MOST_ROWS}`,
  );
  const columns = ['day', 'project', 'meter', 'cause', 'causeId', 'actor', 'actorId', 'quantity'];
  const lines = rows.map((row) =>
    [
      ...columns.map((column) => row[column] ?? null),
      shown(row['cost'] ?? '0'),
      row['price'] ?? null,
    ]
      .map(cell)
      .join(','),
  );
  return `${[[...columns, 'credits', 'price'].join(','), ...lines].join('\r\n')}\r\n`;
}
