import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eraseFromLog } from '#platform/audit/erase.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

const MOST_LINES = 20_000;

/** What somebody did, and what others did to them. */
export const personalDataOfAudit: PersonalData = {
  files: {
    'audit-log': (db, { id }) =>
      listRows(
        db,
        sql`select entry.at, entry.action, entry.target, entry.details, entry.address,
              entry.project_id as "projectId", entry.actor_id = ${id} as "isByYou",
              entry.impersonator_name as impersonator
            from audit_log entry
            where entry.actor_id = ${id} or entry.target = ${id}::text
            order by entry.id desc limit ${MOST_LINES}`,
      ),
  },
  erase: eraseFromLog,
};
