import type { CatalogTable, TableName } from '#platform/connectors/sql/catalog-table.ts';
import { tablesByNumber } from '#platform/connectors/sql/catalog-questions.ts';
import { renamedColumns } from '#platform/connectors/sql/renames.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { changeRows, type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

/**
 * Addresses, pins and messages name tables, and nobody can look after all of them. So every name a
 * table was opened by stays noted with its number, and so do the names of its columns.
 */
type Noted = TableName & { numbers: Record<string, number> };

/** Notes the names of a table that is opened. Answers with names its columns had before, and have now. */
export async function noteOpened(
  db: Db,
  target: SqlTarget,
  table: CatalogTable,
): Promise<Record<string, string>> {
  const noted = await listRows<Noted>(
    db,
    sql`select schema_name as schema, table_name as "table", column_numbers as numbers
        from opened_tables where connector_id = ${target.id} and table_oid = ${table.oid}
          and database_place = ${placeOf(target)}`,
  );
  const here = noted.find((one) => one.schema === table.schema && one.table === table.name);
  const isKnown = table.columns.every(({ name, number }) => here?.numbers[name] === number);
  if (!here || !isKnown) await note(db, target, table);
  return renamedColumns(Object.assign({}, ...noted.map(({ numbers }) => numbers)), table.columns);
}

/** What a table is called now that was opened by this name, which nothing has any more. */
export async function findRenamed(
  { databases }: Services,
  db: Db,
  target: SqlTarget,
  { schema, table }: TableName,
): Promise<TableName | undefined> {
  const noted = await findRow<{ oid: number }>(
    db,
    sql`select table_oid::float8 as oid from opened_tables
        where connector_id = ${target.id} and database_place = ${placeOf(target)}
          and schema_name = ${schema} and table_name = ${table}`,
  );
  if (!noted) return undefined;
  const { text, values } = tablesByNumber([noted.oid]);
  const [now] = (await databases.read(target, text, values)).rows;
  return now && { schema: now[0] ?? '', table: now[1] ?? '' };
}

/** Names of a table that took the place of another count anew; else earlier ones stay noted. */
async function note(db: Db, target: SqlTarget, table: CatalogTable): Promise<void> {
  const numbers = Object.fromEntries(table.columns.map(({ name, number }) => [name, number]));
  await changeRows(
    db,
    sql`insert into opened_tables as noted (connector_id, database_place, schema_name, table_name,
          table_oid, column_numbers)
        values (${target.id}, ${placeOf(target)}, ${table.schema}, ${table.name}, ${table.oid},
          ${JSON.stringify(numbers)}::jsonb)
        on conflict (connector_id, schema_name, table_name) do update set
          column_numbers = case when noted.table_oid = excluded.table_oid
              and noted.database_place = excluded.database_place
            then noted.column_numbers || excluded.column_numbers else excluded.column_numbers end,
          table_oid = excluded.table_oid, database_place = excluded.database_place`,
  );
}

function placeOf({ config: { host, port, database } }: SqlTarget): string {
  return `${host}:${port}/${database}`;
}
