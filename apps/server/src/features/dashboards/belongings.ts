import type { Belonging } from '@causeway/contract/members/members.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** What people outside and inside are shown and told with the rights of who made it: it stops without them. */
export function belongingsInDashboards(db: Db, project: AuthorizedProject, userId: string) {
  const ofTheirs = sql`made.project_id = ${project.id} and made.author_id = ${userId}
    and dashboard.id = made.dashboard_id and dashboard.deleted_at is null`;
  return listRows<Belonging>(
    db,
    sql`select kind, name, 'held' as becomes, "lastUsedAt" from (
          select 'link' as kind, made.name, made.last_opened_at as "lastUsedAt"
          from dashboard_links made, dashboards dashboard
          where ${ofTheirs} and made.expires_at > now()
          union all
          select 'alert', made.name, null from dashboard_alerts made, dashboards dashboard
          where ${ofTheirs} and not made.is_held
          union all
          select 'subscription', dashboard.name, made.last_at
          from dashboard_subscriptions made, dashboards dashboard
          where ${ofTheirs} and not made.is_held) held
        order by kind, name limit 100`,
  );
}
