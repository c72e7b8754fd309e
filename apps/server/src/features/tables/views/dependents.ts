import { pathToAddress } from '@causeway/contract/storage/object-path.ts';
import { DEFAULT_SCHEMA, settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Row = { id: string; name: string; schema: string; table: string; oid: number | null };

/** Views shared with the project that would show nothing without the connector, or without their table. */
export async function dependentsOfViews(db: Db, connector: StoredConnector) {
  const views = await listRows<Row>(
    db,
    sql`select id, name, schema_name as schema, table_name as "table",
          table_oid::float8 as oid from table_views
        where connector_id = ${connector.id} and shared and deleted_at is null
        order by table_name, name limit 1000`,
  );
  return views.map((view) => {
    const path = view.schema === DEFAULT_SCHEMA ? [view.table] : [view.schema, view.table];
    const scope = new URLSearchParams({
      projectId: connector.projectId,
      connectorId: connector.id,
      view: view.id,
    });
    return {
      kind: 'view',
      name: view.name,
      url: `/explore/${pathToAddress(path)}?${scope}`,
      table: settingsNameOf(view),
      oid: view.oid,
    };
  });
}
