import type { QueryUse } from '@causeway/contract/sql/queries.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

type Use = {
  kind: 'tile' | 'filter';
  dashboardId: string;
  projectId: string;
  connectorId: string;
  dashboard: string;
  title: string;
};

const MOST = 500;

/** The tiles that show what a query finds, and the filters that offer it. */
export async function findDashboardUses(db: Db, queryId: string): Promise<QueryUse[]> {
  return listUses(db, sql`query.id = ${queryId}`);
}

/** The tiles that would be empty without a connector, and the filters without choices. */
export async function dependentsOfDashboards(db: Db, connector: StoredConnector) {
  return listUses(db, sql`query.connector_id = ${connector.id} and query.deleted_at is null`);
}

async function listUses(db: Db, condition: Sql): Promise<QueryUse[]> {
  const uses = await listRows<Use>(
    db,
    sql`select used.kind, dashboard.id as "dashboardId", dashboard.project_id as "projectId",
          query.connector_id as "connectorId", dashboard.name as dashboard,
          coalesce(used.title, query.name) as title
        from queries query
        join dashboards dashboard on dashboard.project_id = query.project_id
          and dashboard.deleted_at is null
        join lateral (
          select 'tile' as kind, nullif(tile.title, '') as title, tile.y * 12 + tile.x as place
          from dashboard_tiles tile
          where tile.dashboard_id = dashboard.id and tile.query_id = query.id
          union all
          select 'filter', filter.told ->> 'label', filter.nth
          from jsonb_array_elements(dashboard.filters) with ordinality as filter (told, nth)
          where filter.told #>> '{optionsFrom,queryId}' = query.id::text) used on true
        where ${condition}
        order by lower(dashboard.name), dashboard.id, used.kind, used.place limit ${MOST}`,
  );
  return uses.map(({ kind, dashboard, title, dashboardId, projectId, connectorId }) => ({
    kind,
    name: `${dashboard} · ${title}`,
    url: `/dashboards/${dashboardId}?${new URLSearchParams({ projectId, connectorId }).toString()}`,
  }));
}
