import type { Database } from '#platform/db/database.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { type Secrets, SecretUnreadable } from './secrets.ts';

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
    let after: string | null = null;
    do {
      const batch = await rotateBatch(db, secrets, column, after);
      rotated += batch.rotated;
      after = batch.last;
    } while (after !== null);
  }
  return rotated;
}

type Batch = { rotated: number; last: string | null };

function rotateBatch(
  db: Database,
  secrets: Secrets,
  sealed: SealedColumn,
  after: string | null,
): Promise<Batch> {
  const table = identifier(sealed.table);
  const column = identifier(sealed.column);
  return db.transaction(async (tx) => {
    const rows = await listRows<{ id: string; value: string }>(
      tx,
      sql`select id, ${column} as value from ${table}
          where ${column} is not null and not starts_with(${column}, ${secrets.currentPrefix})
            and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${BATCH} for update skip locked`,
    );
    let rotated = 0;
    for (const row of rows) {
      const value = sealAgain(secrets, row.value, rowBinding(sealed.table, row.id));
      if (value === undefined) continue;
      await changeRows(tx, sql`update ${table} set ${column} = ${value} where id = ${row.id}`);
      rotated += 1;
    }
    return { rotated, last: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null };
  });
}

/** A value that no key opens stays as it is, and must not keep the others from being sealed anew. */
function sealAgain(secrets: Secrets, value: string, binding: string): string | undefined {
  try {
    return secrets.seal(secrets.open(value, binding), binding);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
