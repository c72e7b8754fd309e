import { Failure } from '@causeway/contract/errors.ts';
import type { RowHistoryEntry } from '@causeway/contract/ledger.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import {
  asChange,
  type ChangeRow,
  changeColumns,
  toStoredChange,
} from '#platform/ledger/changes.ts';
import { setSummary } from './sets.ts';

export type RowPlace = { connectorId: string; schema: string; table: string; key: string[] };

/** Where the list goes on: below this change, with the key the row had then. */
type Bound = { at: string; setId: string; position: number; key: string };
type Entry = RowHistoryEntry & { bound: Bound; renamedFrom: string | undefined };

/** What happened to a row, newest first. Where its key was changed, the list goes on with the old one. */
export async function listHistory(
  db: Db,
  row: RowPlace,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: RowHistoryEntry[]; nextCursor: string | null }> {
  let bound: Bound | undefined = cursor === undefined ? undefined : readBound(cursor);
  let key = bound?.key ?? JSON.stringify(row.key);
  const entries: Entry[] = [];
  for (;;) {
    const wanted = limit + 1 - entries.length;
    const found = await listEntries(db, row, { key, bound, limit: wanted });
    const renamed = found.findIndex(({ renamedFrom }) => renamedFrom !== undefined);
    const taken = renamed === -1 ? found : found.slice(0, renamed + 1);
    entries.push(...taken);
    const last = taken.at(-1);
    if (entries.length > limit || !last || last.renamedFrom === undefined) break;
    key = last.renamedFrom;
    bound = last.bound;
  }
  const items = entries.slice(0, limit);
  const last = items.at(-1);
  const goesOn = entries.length > limit && last !== undefined;
  return {
    items,
    nextCursor: goesOn
      ? writeBound({ ...last.bound, key: last.renamedFrom ?? last.bound.key })
      : null,
  };
}

async function listEntries(
  db: Db,
  { connectorId, schema, table }: RowPlace,
  { key, bound, limit }: { key: string; bound: Bound | undefined; limit: number },
): Promise<Entry[]> {
  const rows = await listRows<ChangeRow & { set: RowHistoryEntry['set']; at: string }>(
    db,
    sql`select ${changeColumns}, ${setSummary} as set,
          to_char(set.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
        from changes change
        join table_shapes shape on shape.id = change.shape_id
        join change_sets set on set.id = change.set_id
        where change.shape_id = any(array(
            select id from table_shapes where connector_id = ${connectorId}
              and schema_name = ${schema} and table_name = ${table}))
          and ((hashtextextended(change.key_after, 0) = hashtextextended(${key}, 0)
              and change.key_after = ${key})
            or (hashtextextended(change.key_before, 0) = hashtextextended(${key}, 0)
              and change.key_before = ${key}))
          and (${bound?.at}::timestamptz is null or (set.at, set.id, change.position)
            < (${bound?.at}::timestamptz, ${bound?.setId}::uuid, ${bound?.position}::int))
        order by set.at desc, set.id desc, change.position desc limit ${limit}`,
  );
  return rows.map((row) => ({
    ...asChange(toStoredChange(row)),
    set: { ...row.set, at: new Date(row.set.at).toISOString() },
    bound: { at: row.at, setId: row.setId, position: row.position, key },
    renamedFrom:
      row.keyAfter === key && row.keyBefore !== null && row.keyBefore !== key
        ? row.keyBefore
        : undefined,
  }));
}

function writeBound({ at, setId, position, key }: Bound): string {
  return Buffer.from(JSON.stringify([at, setId, position, key])).toString('base64url');
}

function readBound(cursor: string): Bound {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const [at, setId, position, key] = parts;
    const isWhole =
      /^\d{4}-[\dT:.-]+Z$/.test(String(at)) &&
      /^[0-9a-f-]{36}$/.test(String(setId)) &&
      Number.isInteger(position) &&
      typeof key === 'string';
    if (isWhole) return { at, setId, position, key } as Bound;
  } catch {
    // Told below: whatever it was, it is no cursor of ours.
  }
  throw new Failure('E_VALIDATION', undefined, {
    fields: [{ path: 'query.cursor', message: 'Not a cursor of this list' }],
  });
}
