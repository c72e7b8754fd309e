import type { QueryUse } from '@causeway/contract/sql/queries.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

type Use = {
  dashboardId: string;
  projectId: string;
  connectorId: string;
  dashboard: string;
  title: string;
};

const MOST = 500;

/** The tiles that show what a query finds. */
export async function findDashboardUses(db: Db, queryId: string): Promise<QueryUse[]> {
  return listUses(db, sql`query.id = ${queryId}`);
}

/** The tiles that would be empty without a connector. */
export async function dependentsOfDashboards(db: Db, connector: StoredConnector) {
  return listUses(db, sql`query.connector_id = ${connector.id} and query.deleted_at is null`);
}

async function listUses(db: Db, condition: Sql): Promise<QueryUse[]> {
  const uses = await listRows<Use>(
    db,
    sql`select dashboard.id as "dashboardId", dashboard.project_id as "projectId",
          query.connector_id as "connectorId", dashboard.name as dashboard,
          coalesce(nullif(tile.title, ''), query.name) as title
        from dashboard_tiles tile
        join dashboards dashboard on dashboard.id = tile.dashboard_id
          and dashboard.deleted_at is null
        join queries query on query.id = tile.query_id and query.project_id = dashboard.project_id
        where ${condition}
        order by lower(dashboard.name), dashboard.id, tile.y, tile.x limit ${MOST}`,
  );
  return uses.map(({ dashboard, title, dashboardId, projectId, connectorId }) => ({
    kind: 'tile',
    name: `${dashboard} · ${title}`,
    url: `/dashboards/${dashboardId}?${new URLSearchParams({ projectId, connectorId }).toString()}`,
  }));
}
