import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** When somebody was at a connector last, so that they are told what changed since. */
export const personalDataOfConnectors: PersonalData = {
  files: {
    'visited-connectors': (db, { id }) =>
      listRows(
        db,
        sql`select connector.name, visit.visited_at as "visitedAt"
            from connector_visits visit join connectors connector
              on connector.id = visit.connector_id
            where visit.user_id = ${id} order by visit.visited_at`,
      ),
  },
};
