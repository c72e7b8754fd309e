import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { StoredChange } from '#platform/ledger/changes.ts';
import { findTable } from '#platform/ledger/cascades.ts';
import { followed } from '#platform/ledger/not-recorded.ts';
import { asTextKey, cellOf, imageOf, keyIn } from '#platform/rows/cells.ts';
import {
  givenRows,
  isGivenKey,
  keyText,
  refersToGiven,
  stateList,
  toState,
} from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import { type Looked, versionOf } from './inverse.ts';

type Looking = {
  target: SqlTarget;
  query: QueryInTransaction;
  table: CatalogTable;
  /** Of the set: what this put there itself, by a trigger for instance, came with the new rows. */
  transactionId: string | null;
  /** New rows that were left so far, by table: they are what the set made them, and stay. */
  held: Map<number, string[][]>;
};

/**
 * Leaves new rows that others have come to refer to since: deleted, they would take those along. The rows
 * themselves are held, so no others come meanwhile.
 */
export async function leaveReferred(
  services: Services,
  looking: Looking,
  looked: Looked,
): Promise<Looked> {
  const left = new Map<StoredChange, Looked['changed'][number]>();
  // A row that is left keeps the one it refers to, which may be of the same table.
  for (;;) {
    const fresh = looked.changes.filter((change) => change.kind === 'insert' && !left.has(change));
    const referred = await listReferred(services, looking, { fresh, rows: looked.rows });
    if (referred.size === 0) break;
    for (const [change, one] of referred) left.set(change, one);
    keep(looking, [...referred.keys()]);
  }
  return {
    rows: looked.rows,
    changes: looked.changes.filter((change) => !left.has(change)),
    changed: [...looked.changed, ...left.values()],
  };
}

function keep({ held, table }: Looking, left: StoredChange[]): void {
  const keys = left.map(({ keyAfter }) => keyAfter ?? []);
  held.set(table.oid, [...(held.get(table.oid) ?? []), ...keys]);
}

type Fresh = { fresh: StoredChange[]; rows: Looked['rows'] };
type Referred = Map<StoredChange, Looked['changed'][number]>;

async function listReferred(
  services: Services,
  looking: Looking,
  { fresh, rows }: Fresh,
): Promise<Referred> {
  const referred: Referred = new Map();
  if (fresh.length === 0) return referred;
  for (const rule of looking.table.referencedBy) {
    const child =
      followed.has(rule.onDelete) && (await findTable(services, looking.target, rule.from));
    if (!child) continue;
    const found = await findReferring(looking, { rule, child, fresh, rows });
    for (const [change, one] of found) referred.set(change, one);
  }
  return referred;
}

type Referring = Fresh & { rule: CatalogTable['referencedBy'][number]; child: CatalogTable };

/** For each new row one of those that refer to it, unless these go as well. */
async function findReferring(
  looking: Looking,
  { rule, child, fresh, rows }: Referring,
): Promise<Referred> {
  const { query, table } = looking;
  const keys = fresh.map(({ keyAfter }) => keyAfter ?? []);
  const cells = keys.map((key) => rows.get(keyText(key))?.cells ?? []);
  const referred = rule.columns.map((name) => cells.map((row) => cellOf(table, row, name)));
  const isOther = child.oid === table.oid ? sql`and not ${isAmong(table, keys)}` : sql``;
  const found = await query(sql`select distinct on (g.place) ${stateList(child)}, g.place
    from ${givenRows(referred)} join ${nameOf(child)} t
      on ${refersToGiven(rule.from.columns, { table, columns: rule.columns })}
    where ${cameSince(looking, child)} ${isOther} order by g.place`);
  const left: Referred = new Map();
  for (const row of found.rows) {
    const change = fresh[Number(row.at(-1)) - 1];
    const { cells: now } = toState(child, row);
    const key = asTextKey(child.key ?? [], keyIn(child, now) ?? []);
    const { schema, name, columns } = child;
    const current = imageOf(columns, now);
    if (change) left.set(change, { schema, table: name, key, expected: null, current });
  }
  return left;
}

function cameSince({ transactionId, held }: Looking, child: CatalogTable): Sql {
  if (!child.hasVersion || transactionId === null) return sql`true`;
  const isNewer = sql`t.xmin::text <> ${versionOf(transactionId)}`;
  const stays = child.key && held.get(child.oid);
  return stays ? sql`(${isNewer} or ${isAmong(child, stays)})` : isNewer;
}

function isAmong(table: CatalogTable, keys: string[][]): Sql {
  const lists = (table.key ?? []).map((_, place) => keys.map((key) => key[place] ?? null));
  return sql`exists (select from ${givenRows(lists)} where ${isGivenKey(table)})`;
}
