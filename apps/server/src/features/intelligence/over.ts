import type { Check } from '@causeway/contract/intelligence/checks.ts';
import { changeRows, type Db } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** What a scan asked for and did not see: of what it did not ask nothing is known. */
type Looking = { connectorId: string; scanId: string };

/** A look at nearly as much as when it was seen; a file that grew is sampled a little thinner. */
const MUCH_AS_BEFORE = 1.25;

const notSeen: Sql = sql`clean_looks = clean_looks + 1,
  state = case when clean_looks >= 1 and state in ('open', 'snoozed') then 'gone' else state end`;

/** Looked for and not seen: twice in a row, and it is gone. A look at a smaller part proves nothing. */
export async function noteClean(
  tx: Db,
  { connectorId, scanId }: Looking,
  looked: { checks: readonly Check[]; schema?: string; table?: string; share?: number },
): Promise<void> {
  const { checks, schema, table, share = 1 } = looked;
  const where =
    table === undefined ? sql`true` : sql`schema_name = ${schema} and table_name = ${table}`;
  await changeRows(
    tx,
    sql`update findings set ${notSeen}
        where connector_id = ${connectorId} and check_name = any(${checks}::text[]) and ${where}
          and coalesce((facts->>'sample')::float8, 1) <= ${share * MUCH_AS_BEFORE}::float8
          and last_scan_id is distinct from ${scanId}::uuid and state <> 'gone'`,
  );
}

/**
 * A state without a counterpart is a finding about the table it refers to, and asked when its rows are
 * looked at.
 */
export async function noteNoLonelyStates(
  tx: Db,
  { connectorId, scanId }: Looking,
  { child, unasked }: { child: string; unasked: readonly string[] },
): Promise<void> {
  await changeRows(
    tx,
    sql`update findings set ${notSeen}
        where connector_id = ${connectorId} and check_name = 'lonely-state'
          and facts->>'child' = ${child} and table_name <> all(${unasked}::text[])
          and last_scan_id is distinct from ${scanId}::uuid and state <> 'gone'`,
  );
}

/** The table was looked at, by this very scan, and rows of it come as they should. */
export async function noteInTime(
  db: Db,
  { connectorId, scanId }: Looking,
  { since, isAll }: { since: string; isAll: boolean },
): Promise<void> {
  await changeRows(
    db,
    sql`update findings set ${notSeen}
        where connector_id = ${connectorId} and check_name = 'late'
          and last_scan_id is distinct from ${scanId}::uuid and state <> 'gone'
          and (table_name is null and ${isAll}::boolean
            or exists (select from scanned_tables known
              where known.connector_id = ${connectorId}
                and known.schema_name = findings.schema_name
                and known.table_name = findings.table_name
                and known.looked_at >= ${since}::timestamptz and known.rhythm is not null))`,
  );
}

/** Nobody looks into a table that is no longer there, or is called otherwise and was looked at so. */
export async function noteWithoutTable(
  db: Db,
  { connectorId, scanId }: Looking,
  checks: readonly Check[],
): Promise<void> {
  await changeRows(
    db,
    sql`update findings set ${notSeen}
        where connector_id = ${connectorId} and check_name = any(${checks}::text[])
          and table_name is not null and last_scan_id is distinct from ${scanId}::uuid
          and state <> 'gone' and (not exists (select from scanned_tables known
              where known.connector_id = ${connectorId}
                and known.schema_name = findings.schema_name
                and known.table_name = findings.table_name)
            or check_name = 'lonely-state' and not exists (select from scanned_tables child
              where child.connector_id = ${connectorId} and child.table_name = facts->>'child'))`,
  );
}
