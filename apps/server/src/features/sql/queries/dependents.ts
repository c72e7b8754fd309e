import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ListDependents, MOST_DEPENDENTS, scopeOf } from '#platform/queries/dependent.ts';

type Row = { id: string; name: string; sql: string; ownerId: string | null };

/** Private queries are named to nobody but their author. */
export const listQueryStatements: ListDependents = async (db, place) => {
  const queries = await listRows<Row>(
    db,
    sql`select id, name, sql, case when not shared then owner_id end as "ownerId" from queries
        where project_id = ${place.projectId} and connector_id = ${place.connectorId}
          and (shared or owner_id is not null) and deleted_at is null
        order by shared desc, lower(name), id limit ${MOST_DEPENDENTS}`,
  );
  return queries.map(({ id, name, sql: statement, ownerId }) => ({
    kind: 'query' as const,
    id,
    name,
    ...(ownerId !== null && { onlyFor: ownerId }),
    url: `/sql/editor?${scopeOf(place)}&query=${id}`,
    statements: [statement],
    tables: [],
  }));
};
