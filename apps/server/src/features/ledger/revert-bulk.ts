import { Failure } from '@causeway/contract/errors.ts';
import type { SqlCatalog } from '#platform/connectors/sql/catalog.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import type { UserTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { identifier, joinSql, sql } from '#platform/db/sql.ts';

type BulkInsert = { schema: string; table: string; rows: number; version: string };

/** What statements inserted by the million: tables, how many rows, and the version they all bear. */
export function listBulkInserts(db: Db, setId: string): Promise<BulkInsert[]> {
  return listRows(
    db,
    sql`select shape.schema_name as schema, shape.table_name as table,
          touched.bulk_inserted::float8 as rows, touched.bulk_version as version
        from change_set_tables touched join table_shapes shape on shape.id = touched.shape_id
        where touched.set_id = ${setId} and touched.bulk_inserted > 0`,
  );
}

type Undoing = {
  sqlCatalog: SqlCatalog;
  target: SqlTarget;
  transaction: UserTransaction;
  /** The transaction that inserted them. */
  writtenBy: string | null;
};

/**
 * Deletes the rows that still bear the version they were inserted with: one that was changed since
 * bears another, and stays. Says how many went and how many had changed.
 */
export async function deleteBulk(
  { sqlCatalog, target, transaction, writtenBy }: Undoing,
  bulk: BulkInsert,
): Promise<{ table: CatalogTable; deleted: number; left: number }> {
  refuseAged(transaction.id, writtenBy);
  const name = { schema: bulk.schema, table: bulk.table };
  const table = await sqlCatalog.readTable(target, name, 'checked');
  await refuseReferenced(transaction, table, bulk.version);
  const { rowCount } = await transaction.query(
    sql`delete from ${nameOf(table)} where xmin = ${bulk.version}::xid`,
  );
  return { table, deleted: rowCount, left: Math.max(0, bulk.rows - rowCount) };
}

const VERSIONS = 2n ** 31n;

/** Versions come around again after four thousand million transactions. */
function refuseAged(now: string, writtenBy: string | null): void {
  if (writtenBy !== null && BigInt(now) - BigInt(writtenBy) < VERSIONS) return;
  throw new Failure('E_NOT_REVERTIBLE', 'This was too many transactions ago.', {
    reason: 'too-many-rows',
  });
}

/** Rows of other tables would go along, or lose what they refer to: nobody asked for that. */
async function refuseReferenced(
  { query }: UserTransaction,
  table: CatalogTable,
  version: string,
): Promise<void> {
  for (const { columns, from } of table.referencedBy) {
    const isSelf = from.schema === table.schema && from.table === table.name;
    const same = columns.map(
      (column, index) =>
        sql`child.${identifier(from.columns[index] ?? column)} = parent.${identifier(column)}`,
    );
    const { rows } = await query(
      sql`select from ${identifier(from.schema, from.table)} child
          join ${nameOf(table)} parent on ${joinSql(same, ' and ')}
          where parent.xmin = ${version}::xid
            ${isSelf ? sql`and child.xmin <> ${version}::xid` : sql``} limit 1`,
    );
    if (rows.length > 0) {
      throw new Failure('E_SQL_CONSTRAINT', `Rows of '${from.table}' refer to these rows.`, {
        table: from.table,
      });
    }
  }
}
