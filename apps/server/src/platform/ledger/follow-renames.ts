import { unlessAway } from '#platform/connectors/unless-away.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { tablesByNumber } from '#platform/connectors/sql/catalog-questions.ts';
import { isTableGone } from '#platform/connectors/sql/renames.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

type Shape = {
  id: number;
  schema: string;
  table: string;
  columns: string[];
  keyColumns: string[];
  numbers: number[];
};

/**
 * Rows are recorded as lists, and only the shape of their table says what stands where. So a table
 * that was renamed takes all its history along when the names in its shapes are changed. Another table
 * that has its name by now keeps it; within one and the same table columns are known by their numbers.
 */
export async function followTableInLedger(
  { sqlCatalog, db }: Services,
  target: SqlTarget,
  table: CatalogTable,
): Promise<void> {
  for (const shape of await listShapes(db, target.id, table.oid)) {
    const isHere = shape.schema === table.schema && shape.table === table.name;
    if (!isHere && !(await isTableGone(sqlCatalog, target, shape))) continue;
    const names = namesNow(shape, table);
    if (isHere && names.every((name, place) => name === shape.columns[place])) continue;
    await renameShape(db, shape, table, names);
  }
}

/**
 * Where a column was dropped, a new one of its name counts as it. If a column that was there before took
 * the name, the dropped one is called what Postgres calls it.
 */
function namesNow({ columns, numbers }: Shape, table: CatalogTable): string[] {
  const kept = table.columns.filter(({ number }) => numbers.includes(number));
  const names = new Map(kept.map(({ number, name }) => [number, name]));
  const taken = new Set(names.values());
  return columns.map((before, place) => {
    const number = numbers[place] ?? 0;
    const left = taken.has(before) ? `........pg.dropped.${number}........` : before;
    return names.get(number) ?? left;
  });
}

/** The same for every table a set touched, wherever each of them went. */
export async function followSetInLedger(
  services: Services,
  target: SqlTarget,
  setId: string,
): Promise<void> {
  const { db, databases, sqlCatalog } = services;
  const touched = await listRows<{ oid: number }>(
    db,
    sql`select distinct shape.table_oid::float8 as oid from change_set_tables touched
        join table_shapes shape on shape.id = touched.shape_id
        where touched.set_id = ${setId} and shape.table_oid is not null`,
  );
  if (touched.length === 0) return;
  const { text, values } = tablesByNumber(touched.map(({ oid }) => oid));
  const { rows } = await databases.read(target, text, values);
  for (const [schema, name] of rows) {
    const where = { schema: schema ?? '', table: name ?? '' };
    const reading = sqlCatalog.readTable(target, where, 'checked');
    const table = await unlessAway(services, reading, undefined);
    if (table) await followTableInLedger(services, target, table);
  }
}

function listShapes(db: Db, connectorId: string, oid: number): Promise<Shape[]> {
  return listRows(
    db,
    sql`select id, schema_name as schema, table_name as "table", columns,
          key_columns as "keyColumns", column_numbers as numbers
        from table_shapes where connector_id = ${connectorId} and table_oid = ${oid}
          and column_numbers is not null`,
  );
}

async function renameShape(
  db: Db,
  shape: Shape,
  { schema, name }: CatalogTable,
  names: string[],
): Promise<void> {
  const keys = shape.keyColumns.map((before) => names[shape.columns.indexOf(before)] ?? before);
  await changeRows(
    db,
    sql`update table_shapes set schema_name = ${schema}, table_name = ${name},
          columns = ${names}::text[], key_columns = ${keys}::text[]
        where id = ${shape.id}`,
  );
}
