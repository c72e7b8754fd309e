import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ListDependents, MOST_DEPENDENTS, scopeOf } from '#platform/queries/dependent.ts';

/** Private queries are named to nobody but their author, so they are not among them. */
export const listQueryStatements: ListDependents = async (db, place) => {
  const queries = await listRows<{ id: string; name: string; sql: string }>(
    db,
    sql`select id, name, sql from queries
        where project_id = ${place.projectId} and connector_id = ${place.connectorId} and shared
          and deleted_at is null
        order by lower(name), id limit ${MOST_DEPENDENTS}`,
  );
  return queries.map(({ id, name, sql: statement }) => ({
    kind: 'query' as const,
    id,
    name,
    url: `/sql/editor?${scopeOf(place)}&query=${id}`,
    statements: [statement],
    tables: [],
  }));
};
