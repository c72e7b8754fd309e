import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** Dashboards are the project's. What somebody said, began, marked and has sent there is theirs. */
export const personalDataOfDashboards: PersonalData = {
  files: {
    'dashboard-comments': (db, { id }) =>
      listRows(
        db,
        sql`select dashboard.name as dashboard, comment.text, comment.created_at as "createdAt",
              comment.resolved_at as "resolvedAt"
            from tile_comments comment join dashboards dashboard
              on dashboard.id = comment.dashboard_id
            where comment.author_id = ${id} order by comment.created_at limit 10000`,
      ),
    // A draft is a whole dashboard of others with changes of one's own.
    'dashboard-drafts': (db, { id }) =>
      listRows(
        db,
        sql`select dashboard.name as dashboard, draft.content, draft.updated_at as "updatedAt"
            from dashboard_drafts draft join dashboards dashboard
              on dashboard.id = draft.dashboard_id
            join project_members member on member.project_id = dashboard.project_id
              and member.user_id = draft.user_id
            where draft.user_id = ${id} order by draft.updated_at`,
      ),
    'begun-dashboards': (db, { id }) =>
      listRows(
        db,
        sql`select state, project_id as "projectId", updated_at as "updatedAt"
            from dashboard_wizards where user_id = ${id} order by updated_at`,
      ),
    'dashboards-seen': (db, { id }) =>
      listRows(
        db,
        sql`select dashboard.name as dashboard, mark.is_favorite as "isFavorite",
              mark.viewed_at as "viewedAt"
            from dashboard_marks mark join dashboards dashboard on dashboard.id = mark.dashboard_id
            where mark.user_id = ${id} order by mark.viewed_at`,
      ),
    'dashboard-subscriptions': (db, { id }) =>
      listRows(
        db,
        sql`select dashboard.name as dashboard, subscription.rhythm, subscription.weekday,
              subscription.minute, subscription.author_id = ${id} as "isByYou",
              subscriber.user_id is not null as "isSentToYou",
              subscriber.unsubscribed_at as "unsubscribedAt",
              subscription.created_at as "createdAt"
            from dashboard_subscriptions subscription
            join dashboards dashboard on dashboard.id = subscription.dashboard_id
            left join dashboard_subscribers subscriber
              on subscriber.subscription_id = subscription.id and subscriber.user_id = ${id}
            where subscription.author_id = ${id} or subscriber.user_id is not null
            order by subscription.created_at`,
      ),
    alerts: (db, { id }) =>
      listRows(
        db,
        sql`select alert.name, dashboard.name as dashboard, alert.condition,
              alert.created_at as "createdAt"
            from dashboard_alerts alert join dashboards dashboard
              on dashboard.id = alert.dashboard_id
            where alert.author_id = ${id} order by alert.created_at`,
      ),
    'public-links': (db, { id }) =>
      listRows(
        db,
        sql`select link.name, dashboard.name as dashboard, link.created_at as "createdAt",
              link.expires_at as "expiresAt", link.opens
            from dashboard_links link join dashboards dashboard on dashboard.id = link.dashboard_id
            where link.author_id = ${id} order by link.created_at`,
      ),
  },
  eraseLeft: async (db, departed) => {
    const begun = await changeRows(
      db,
      sql`delete from dashboard_wizards wizard using ${departed} departed
          where departed.project_id = wizard.project_id and departed.user_id = wizard.user_id`,
    );
    const drafts = await changeRows(
      db,
      sql`delete from dashboard_drafts draft using ${departed} departed, dashboards dashboard
          where dashboard.id = draft.dashboard_id and departed.project_id = dashboard.project_id
            and departed.user_id = draft.user_id`,
    );
    return begun + drafts;
  },
};
