import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** Findings are the project's; who looks after one is told without a name once the account is gone. */
export const personalDataOfIntelligence: PersonalData = {
  files: {
    'findings-assigned': (db, { id }) =>
      listRows(
        db,
        sql`select check_name as "check", project_id as "projectId" from findings where assignee_id = ${id}`,
      ),
    'fixes-of-findings': (db, { id }) =>
      listRows(
        db,
        sql`select statement, created_at as "createdAt", applied_at as "appliedAt",
              undone_at as "undoneAt"
            from finding_fixes where user_id = ${id} order by created_at limit 10000`,
      ),
  },
};
