import type { TableName } from '#platform/connectors/sql/catalog-table.ts';
import type { SqlDatabases } from '#platform/connectors/sql/databases.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Shape = { id: number; schema: string; name: string; oid: number | null };

/**
 * The ledger keeps rows as whoever wrote them saw them. Who works as a role for readers is told of those
 * tables only of which that role may read every column of every row; undefined is everything.
 */
export async function listSeenShapes(
  { db, databases }: { db: Db; databases: SqlDatabases },
  target: SqlTarget,
): Promise<number[] | undefined> {
  if (target.readerRole === undefined) return undefined;
  const shapes = await listRows<Shape>(
    db,
    sql`select id, schema_name as schema, table_name as name, table_oid::float8 as oid
        from table_shapes where connector_id = ${target.id}`,
  );
  const { rows } = await databases.read(target, readableShapes, [JSON.stringify(shapes)]);
  return rows.map(([id]) => Number(id));
}

/** All that a table has been, under the name it has now. */
export async function listShapes(
  db: Db,
  connectorId: string,
  { schema, table }: TableName,
): Promise<number[]> {
  const shapes = await listRows<{ id: number }>(
    db,
    sql`select id from table_shapes where connector_id = ${connectorId}
          and schema_name = ${schema} and table_name = ${table}`,
  );
  return shapes.map(({ id }) => id);
}

/** A name may stand for another table today: where the number is known, it has to be the same. */
const readableShapes = `select shape.id
  from pg_catalog.json_to_recordset($1::json) as shape(id int, schema text, name text, oid oid)
  join pg_catalog.pg_namespace space on space.nspname = shape.schema
  join pg_catalog.pg_class relation on relation.relnamespace = space.oid
    and relation.relname = shape.name and relation.oid = coalesce(shape.oid, relation.oid)
  where pg_catalog.has_schema_privilege(space.oid, 'usage')
    and pg_catalog.has_table_privilege(relation.oid, 'select')
    and not pg_catalog.row_security_active(relation.oid)`;
