import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { keyText } from '#platform/rows/lock-rows.ts';
import type { ImagedChange, OpenChangeSet } from './ledger.ts';

/** Rules by which a foreign key hands on what becomes of the row it refers to. */
export const followed = new Set(['cascade', 'set null', 'set default']);

/**
 * Leaves out what the set tells already. A row that was written, and then what it refers to, is found
 * twice: by itself, and as one that went along. Recorded twice it could not be taken back.
 */
export async function withoutRecorded(
  db: Db,
  set: OpenChangeSet,
  { table, changes }: { table: CatalogTable; changes: readonly ImagedChange[] },
): Promise<readonly ImagedChange[]> {
  if (set.length === 0 || !goesAlong(table)) return changes;
  const keys = changes.flatMap(({ keyBefore }) => (keyBefore ? [keyText(keyBefore)] : []));
  const recorded = await listLast(db, set, table, keys);
  return changes.filter(({ keyBefore, after }) => {
    const last = keyBefore ? recorded.get(keyText(keyBefore)) : undefined;
    return last === undefined || last !== (after && JSON.stringify(after));
  });
}

function goesAlong({ foreignKeys }: CatalogTable): boolean {
  return foreignKeys.some(
    ({ onDelete, onUpdate }) => followed.has(onDelete) || followed.has(onUpdate),
  );
}

/** What rows became at last, as far as the set tells it; null is gone. */
async function listLast(
  db: Db,
  set: OpenChangeSet,
  { schema, name, oid }: CatalogTable,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  if (keys.length === 0) return new Map();
  const rows = await listRows<{ key: string; after: string | null }>(
    db,
    sql`select distinct on (change.key_before) change.key_before as key, change.after::text as after
        from table_shapes shape join changes change on change.shape_id = shape.id
        where shape.connector_id = ${set.connectorId} and shape.schema_name = ${schema}
          and shape.table_name = ${name} and shape.table_oid = ${oid}
          and hashtextextended(change.key_before, 0)
            = any(array(select hashtextextended(key, 0) from unnest(${keys}::text[]) key))
          and change.set_id = ${set.id} and change.key_before = any(${keys}::text[])
        order by change.key_before, change.position desc`,
  );
  return new Map(rows.map(({ key, after }) => [key, after]));
}
