import { z } from 'zod';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Services } from '#platform/services.ts';

const MOST_RUNS = 10_000;
/** So long what somebody kept for themselves waits for them to come back to a project. */
const KEPT_DAYS = 30;

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
};

/** Who left a project and did not come back: what only they could see there is erased. */
export function eraseLeftBehind({ db, jobs, logger }: Services): void {
  jobs.define({
    name: 'queries.erase-left',
    data: z.object({}),
    schedule: '53 * * * *',
    run: async () => {
      const erased = await erasePrivateOfDeparted(db);
      if (erased > 0) logger.info({ erased }, 'private queries of former members erased');
    },
  });
}

export async function erasePrivateOfDeparted(db: Db): Promise<number> {
  const isOver = sql`departed.left_at < now() - make_interval(days => ${KEPT_DAYS})`;
  await changeRows(
    db,
    sql`delete from editor_tabs tab using connectors connector, departed_members departed
        where connector.id = tab.connector_id and departed.project_id = connector.project_id
          and departed.user_id = tab.user_id and ${isOver}`,
  );
  return changeRows(
    db,
    sql`delete from queries query using departed_members departed
        where departed.project_id = query.project_id and departed.user_id = query.owner_id
          and not query.shared and ${isOver}`,
  );
}
