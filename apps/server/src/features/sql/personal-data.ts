import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

const MOST_RUNS = 10_000;

export const personalDataOfQueries: PersonalData = {
  files: {
    queries: (db, { id }) =>
      listRows(
        db,
        sql`select name, folder, description, sql, parameters, shared as "isShared",
              project_id as "projectId", connector_id as "connectorId", created_at as "createdAt",
              updated_at as "updatedAt", deleted_at as "deletedAt"
            from queries where owner_id = ${id} order by created_at`,
      ),
    'editor-tabs': (db, { id }) =>
      listRows(
        db,
        sql`select title, sql, connector_id as "connectorId", updated_at as "updatedAt"
            from editor_tabs where user_id = ${id} order by updated_at`,
      ),
    'query-history': (db, { id }) =>
      listRows(
        db,
        sql`select sql, status, started_at as "startedAt", connector_id as "connectorId"
            from query_runs where user_id = ${id} order by started_at desc limit ${MOST_RUNS}`,
      ),
  },
  // Shared ones are the project's; nobody could open the private ones any more.
  erase: async (tx, { id }) => {
    await changeRows(tx, sql`delete from queries where owner_id = ${id} and not shared`);
    await changeRows(tx, sql`delete from query_runs where user_id = ${id}`);
  },
  eraseLeft: async (db, departed) => {
    const tabs = await changeRows(
      db,
      sql`delete from editor_tabs tab using connectors connector, ${departed} departed
          where connector.id = tab.connector_id and departed.project_id = connector.project_id
            and departed.user_id = tab.user_id`,
    );
    const queries = await changeRows(
      db,
      sql`delete from queries query using ${departed} departed
          where departed.project_id = query.project_id and departed.user_id = query.owner_id
            and not query.shared`,
    );
    return tabs + queries;
  },
};
