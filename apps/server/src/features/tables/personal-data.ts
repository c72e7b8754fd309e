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
    'row-drafts': (db, { id }) =>
      listRows(
        db,
        sql`select draft.schema_name as schema, draft.table_name as "table", change.kind,
              change.change, draft.changed_at as "changedAt"
            from drafts draft join draft_changes change on change.draft_id = draft.id
            where draft.user_id = ${id} order by draft.changed_at, change.place limit 100000`,
      ),
  },
  eraseLeft: async (db, departed) => {
    const views = await changeRows(
      db,
      sql`delete from table_views view using connectors connector, ${departed} departed
          where connector.id = view.connector_id and departed.project_id = connector.project_id
            and departed.user_id = view.owner_id and not view.shared`,
    );
    const drafts = await changeRows(
      db,
      sql`delete from drafts draft using connectors connector, ${departed} departed
          where connector.id = draft.connector_id and departed.project_id = connector.project_id
            and departed.user_id = draft.user_id and not exists (select from draft_changes change
              where change.draft_id = draft.id and change.applying_id is not null)`,
    );
    return views + drafts;
  },
  erase: async (tx, { id }) => {
    await changeRows(tx, sql`delete from table_views where owner_id = ${id} and not shared`);
  },
};
