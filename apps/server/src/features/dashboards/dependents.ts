import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ListDependents, MOST_DEPENDENTS, scopeOf } from '#platform/queries/dependent.ts';

type Row = { kind: 'tile' | 'alert'; id: string; dashboardId: string; name: string; sql: string };

/** Tiles show what their query finds, and alerts watch what a tile shows. */
export const listTileStatements: ListDependents = async (db, place) => {
  const rows = await listRows<Row>(
    db,
    sql`with shown as (
          select tile.id, tile.dashboard_id, query.sql,
            dashboard.name || ' · ' || coalesce(nullif(tile.title, ''), query.name) as name
          from dashboard_tiles tile
          join dashboards dashboard on dashboard.id = tile.dashboard_id
            and dashboard.deleted_at is null
          join queries query on query.id = tile.query_id and query.deleted_at is null
          where dashboard.project_id = ${place.projectId}
            and query.connector_id = ${place.connectorId})
        select 'tile' as kind, id, dashboard_id as "dashboardId", name, sql from shown
        union all
        select 'alert', alert.id, alert.dashboard_id, alert.name, shown.sql
        from dashboard_alerts alert
        join shown on shown.dashboard_id = alert.dashboard_id and shown.id = alert.tile_id
        order by 1 desc, 4, 2 limit ${MOST_DEPENDENTS}`,
  );
  return rows.map(({ kind, id, dashboardId, name, sql: statement }) => ({
    kind,
    id,
    name,
    url: `/dashboards/${dashboardId}?${scopeOf(place)}`,
    statements: [statement],
    tables: [],
  }));
};
