import { columnLayout, type KeptLayout } from '@causeway/contract/tables/layouts.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Whose layout of which table. */
export type LayoutPlace = { userId: string; connectorId: string; schema: string; table: string };

/** Nobody looks after more tables than these; the ones arranged longest ago are forgotten. */
const MOST_LAYOUTS = 2000;

/** A layout that is damaged is as if there were none. */
export async function findLayout(db: Db, place: LayoutPlace): Promise<KeptLayout | undefined> {
  const row = await findRow<{ layout: unknown }>(
    db,
    sql`select layout from table_layouts
        where user_id = ${place.userId} and connector_id = ${place.connectorId}
          and schema_name = ${place.schema} and table_name = ${place.table}`,
  );
  return columnLayout.safeParse(row?.layout).data;
}

export async function keepLayout(tx: Tx, place: LayoutPlace, layout: KeptLayout): Promise<void> {
  await changeRows(
    tx,
    sql`insert into table_layouts (user_id, connector_id, schema_name, table_name, layout)
        values (${place.userId}, ${place.connectorId}, ${place.schema}, ${place.table},
          ${JSON.stringify(layout)})
        on conflict (user_id, connector_id, schema_name, table_name)
          do update set layout = excluded.layout, updated_at = now()`,
  );
  await changeRows(
    tx,
    sql`delete from table_layouts where user_id = ${place.userId} and updated_at < (
          select updated_at from table_layouts where user_id = ${place.userId}
          order by updated_at desc offset ${MOST_LAYOUTS - 1} limit 1)`,
  );
}
