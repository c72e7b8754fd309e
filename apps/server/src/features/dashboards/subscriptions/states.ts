import { isLive } from '#platform/access/resting.ts';
import { findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Due } from './queries.ts';

/** Its slot stays due. The name of its dashboard. */
export function markWaiting(tx: Tx, { id, timeZone }: Due): Promise<{ dashboard: string }> {
  return readRow(
    tx,
    sql`update dashboard_subscriptions subscription set unknown_zone = ${timeZone}
        from dashboards dashboard
        where subscription.id = ${id} and dashboard.id = subscription.dashboard_id
        returning dashboard.name as dashboard`,
  );
}

/** Undefined where it was held before, or its project rests. */
export function holdSubscription(
  tx: Tx,
  id: string,
): Promise<{ dashboard: string; person: string } | undefined> {
  return findRow(
    tx,
    sql`update dashboard_subscriptions subscription set is_held = true
        from dashboards dashboard, users author
        where subscription.id = ${id} and not subscription.is_held
          and ${isLive(sql`subscription.project_id`)}
          and dashboard.id = subscription.dashboard_id and author.id = subscription.author_id
        returning dashboard.name as dashboard, author.name as person`,
  );
}
