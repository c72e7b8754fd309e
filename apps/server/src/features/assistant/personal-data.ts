import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

const MOST_THREADS = 5_000;

/** Conversations go with the account they are of, those shared in a project too. */
export const personalDataOfAssistant: PersonalData = {
  files: {
    // What was answered is about the data of a project: of one they left it is what they asked.
    conversations: (db, { id }) =>
      listRows(
        db,
        sql`select thread.title, thread.project_id as "projectId",
              thread.connector_id as "connectorId", thread.is_shared as "isShared",
              thread.created_at as "createdAt", thread.updated_at as "updatedAt",
              (select json_agg(json_build_object('role', message.role,
                  'text', jsonb_path_query_array(message.parts, '$[*] ? (@.type == "text").text'),
                  'sql', jsonb_path_query_array(message.parts, '$[*] ? (@.type == "step").sql'),
                  'feedback', message.feedback, 'at', message.created_at)
                  order by message.created_at)
                from assistant_messages message where message.thread_id = thread.id
                  and (message.role = 'person' or exists (select from project_members member
                    where member.user_id = ${id} and member.project_id = thread.project_id)))
                as messages
            from assistant_threads thread where thread.owner_id = ${id}
            order by thread.created_at limit ${MOST_THREADS}`,
      ),
  },
  eraseLeft: (db, departed) =>
    changeRows(
      db,
      sql`delete from assistant_threads thread using ${departed} departed
          where departed.project_id = thread.project_id and departed.user_id = thread.owner_id
            and not thread.is_shared`,
    ),
};
