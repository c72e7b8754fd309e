import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export const personalDataOfTables: PersonalData = {
  files: {
    'table-views': (db, { id }) =>
      listRows(
        db,
        sql`select name, schema_name as schema, table_name as "table", definition,
              shared as "isShared", created_at as "createdAt"
            from table_views where owner_id = ${id} order by created_at`,
      ),
    'table-layouts': (db, { id }) =>
      listRows(
        db,
        sql`select schema_name as schema, table_name as "table", layout, updated_at as "updatedAt"
            from table_layouts where user_id = ${id} order by updated_at`,
      ),
  },
  erase: async (tx, { id }) => {
    await changeRows(tx, sql`delete from table_views where owner_id = ${id} and not shared`);
  },
};
