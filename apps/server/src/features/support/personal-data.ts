import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** Threads go with the account they are of. */
export const personalDataOfSupport: PersonalData = {
  files: {
    support: (db, { id }) =>
      listRows(
        db,
        sql`select thread.subject, thread.state, thread.page, thread.created_at as "createdAt",
              (select json_agg(json_build_object('text', message.text, 'at', message.created_at,
                  'byStaff', message.by_staff) order by message.created_at)
                from support_messages message where message.thread_id = thread.id) as messages
            from support_threads thread where thread.user_id = ${id} order by thread.created_at`,
      ),
  },
};
