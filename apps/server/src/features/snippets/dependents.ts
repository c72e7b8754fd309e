import { findPlaceholders } from '@causeway/contract/snippets/placeholders.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ListDependents, MOST_DEPENDENTS } from '#platform/queries/dependent.ts';

/**
 * Snippets of the team that name tables themselves. One with places to fill in is written for any
 * database: whoever uses it chooses the tables.
 */
export const listSnippetStatements: ListDependents = async (db, { projectId }) => {
  const snippets = await listRows<{ id: string; title: Record<string, string>; sql: string }>(
    db,
    sql`select id, title, sql from snippets
        where project_id = ${projectId} and visibility = 'team' and deleted_at is null
          and hidden_at is null
        order by id limit ${MOST_DEPENDENTS}`,
  );
  return snippets
    .filter((snippet) => findPlaceholders(snippet.sql).length === 0)
    .map(({ id, title, sql: statement }) => ({
      kind: 'snippet' as const,
      id,
      name: title.en ?? Object.values(title)[0] ?? '',
      url: `/community/snippets/${id}`,
      statements: [statement],
      tables: [],
    }));
};
