import type { RecordedChange } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { asTextKey, imageOf } from '#platform/rows/cells.ts';

/** A change as it is kept: keys and images in the order of its table's shape at that time. */
export type StoredChange = {
  setId: string;
  position: number;
  shapeId: number;
  schema: string;
  table: string;
  columns: string[];
  keyColumns: string[];
  kind: 'insert' | 'update' | 'delete';
  keyBefore: string[] | null;
  keyAfter: string[] | null;
  before: (string | null)[] | null;
  after: (string | null)[] | null;
};

export type ChangeRow = Omit<StoredChange, 'keyBefore' | 'keyAfter'> & {
  keyBefore: string | null;
  keyAfter: string | null;
};

export const changeColumns: Sql = sql`change.set_id as "setId", change.position,
  change.shape_id as "shapeId", shape.schema_name as schema, shape.table_name as table,
  shape.columns, shape.key_columns as "keyColumns", change.kind,
  change.key_before as "keyBefore", change.key_after as "keyAfter", change.before, change.after`;

/** Changes of a set in the order they were made. */
export function listChanges(
  db: Db,
  setId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredChange[]> {
  return selectChanges(
    db,
    sql`where change.set_id = ${setId} and change.position > ${after}
        order by change.position limit ${limit}`,
  );
}

/** The other way round, as they are taken back. */
export function listChangesBackwards(
  db: Db,
  setId: string,
  { before, limit }: { before: number; limit: number },
): Promise<StoredChange[]> {
  return selectChanges(
    db,
    sql`where change.set_id = ${setId} and change.position < ${before}
        order by change.position desc limit ${limit}`,
  );
}

/** A row may have been found by the key of a table that its own inherits from, and has none itself. */
export function withKeyOf(table: CatalogTable, changes: readonly StoredChange[]): CatalogTable {
  return { ...table, key: table.key ?? changes[0]?.keyColumns ?? null };
}

/** As it is told. */
export function asChange(change: StoredChange): RecordedChange {
  const { schema, table, kind, columns, keyColumns, before, after } = change;
  const names = columns.map((name) => ({ name }));
  const asKey = (values: string[] | null) => values && asTextKey(keyColumns, values);
  return {
    schema,
    table,
    kind,
    keyBefore: asKey(change.keyBefore),
    keyAfter: asKey(change.keyAfter),
    before: before && imageOf(names, before),
    after: after && imageOf(names, after),
  };
}

async function selectChanges(db: Db, rest: Sql): Promise<StoredChange[]> {
  const rows = await listRows<ChangeRow>(
    db,
    sql`select ${changeColumns} from changes change
        join table_shapes shape on shape.id = change.shape_id ${rest}`,
  );
  return rows.map(toStoredChange);
}

export function toStoredChange(row: ChangeRow): StoredChange {
  return { ...row, keyBefore: readKey(row.keyBefore), keyAfter: readKey(row.keyAfter) };
}

function readKey(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}
