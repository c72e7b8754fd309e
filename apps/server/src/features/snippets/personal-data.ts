import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export const personalDataOfSnippets: PersonalData = {
  files: {
    snippets: (db, { id }) =>
      listRows(
        db,
        sql`select id, title, body, sql, parameters, tags, visibility, version,
              created_at as "createdAt", updated_at as "updatedAt"
            from snippets where author_id = ${id} order by created_at`,
      ),
    'snippet-comments': (db, { id }) =>
      listRows(
        db,
        sql`select snippet_id as "snippetId", text, created_at as "createdAt"
            from snippet_comments where author_id = ${id} order by created_at limit 10000`,
      ),
    'snippet-stars': (db, { id }) =>
      listRows(
        db,
        sql`select snippet_id as "snippetId", created_at as "createdAt"
            from snippet_stars where user_id = ${id} order by created_at`,
      ),
  },
  // What was shared stays, without a name; what nobody else could ever see goes.
  erase: async (tx, { id }) => {
    await changeRows(
      tx,
      sql`delete from snippets where author_id = ${id} and visibility = 'private'`,
    );
  },
};
