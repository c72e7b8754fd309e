import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export const personalDataOfSnippets: PersonalData = {
  files: {
    // Of a team they left it is what they wrote themselves, not what others made of it since.
    snippets: (db, { id }) =>
      listRows(
        db,
        sql`select snippet.id, written.title, written.body, written.sql, written.parameters,
              written.tags, written.visibility, written.version,
              snippet.created_at as "createdAt", written.created_at as "updatedAt"
            from snippets snippet join lateral (select * from snippet_versions version
              where version.snippet_id = snippet.id and (version.author_id = ${id}
                or snippet.visibility <> 'team' or snippet.project_id is null
                or snippet.project_id in
                  (select project_id from project_members where user_id = ${id}))
              order by version.version desc limit 1) written on true
            where snippet.author_id = ${id} order by snippet.created_at`,
      ),
    'snippet-comments': (db, { id }) =>
      listRows(
        db,
        sql`select snippet_id as "snippetId", text, created_at as "createdAt"
            from snippet_comments where author_id = ${id} order by created_at limit 10000`,
      ),
    'snippet-reports': (db, { id }) =>
      listRows(
        db,
        sql`select snippet_id as "snippetId", reason, text, created_at as "createdAt", decision
            from snippet_reports where reporter_id = ${id} order by created_at limit 10000`,
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
