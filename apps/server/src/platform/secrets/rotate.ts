import type { Database } from '#platform/db/database.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import type { Secrets } from './secrets.ts';

/** A column that holds sealed values; each is bound to `table:id`. */
export type SealedColumn = { table: string; column: string };

const BATCH = 100;

export function rowBinding(table: string, id: string): string {
  return `${table}:${id}`;
}

/**
 * Seals again, with the current key, everything an older key sealed. Batches commit one by one, so
 * a rotation that is cut off goes on where it was.
 */
export async function rotateSecrets(
  db: Database,
  secrets: Secrets,
  columns: SealedColumn[],
): Promise<number> {
  let rotated = 0;
  for (const column of columns) {
    let batch: number;
    do {
      batch = await rotateBatch(db, secrets, column);
      rotated += batch;
    } while (batch === BATCH);
  }
  return rotated;
}

function rotateBatch(db: Database, secrets: Secrets, sealed: SealedColumn): Promise<number> {
  const table = identifier(sealed.table);
  const column = identifier(sealed.column);
  return db.transaction(async (tx) => {
    const rows = await listRows<{ id: string; value: string }>(
      tx,
      sql`select id, ${column} as value from ${table}
          where ${column} is not null and not starts_with(${column}, ${secrets.currentPrefix})
          order by id limit ${BATCH} for update skip locked`,
    );
    for (const row of rows) {
      const binding = rowBinding(sealed.table, row.id);
      const value = secrets.seal(secrets.open(row.value, binding), binding);
      await changeRows(tx, sql`update ${table} set ${column} = ${value} where id = ${row.id}`);
    }
    return rows.length;
  });
}
