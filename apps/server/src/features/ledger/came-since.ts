import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { sql } from '#platform/db/sql.ts';
import type { StoredChange } from '#platform/ledger/changes.ts';
import { findTable } from '#platform/ledger/cascades.ts';
import { followed } from '#platform/ledger/not-recorded.ts';
import { asTextKey, cellOf, imageOf, keyIn } from '#platform/rows/cells.ts';
import {
  givenRows,
  isGiven,
  isGivenKey,
  KEYS_A_STATEMENT,
  keyText,
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
  const { table } = looking;
  const left = new Map<StoredChange, Looked['changed'][number]>();
  for (const rule of table.referencedBy) {
    if (!followed.has(rule.onDelete)) continue;
    const fresh = looked.changes.filter((change) => change.kind === 'insert' && !left.has(change));
    const child = fresh.length > 0 && (await findTable(services, looking.target, rule.from));
    if (!child) continue;
    for (let start = 0; start < fresh.length; start += KEYS_A_STATEMENT) {
      const some = fresh.slice(start, start + KEYS_A_STATEMENT);
      const found = await findReferring(looking, { rule, child, fresh: some, rows: looked.rows });
      for (const [change, one] of found) left.set(change, one);
    }
  }
  return {
    rows: looked.rows,
    changes: looked.changes.filter((change) => !left.has(change)),
    changed: [...looked.changed, ...left.values()],
  };
}

type Referring = {
  rule: CatalogTable['referencedBy'][number];
  child: CatalogTable;
  fresh: StoredChange[];
  rows: Looked['rows'];
};

/** For each new row one of those that refer to it, unless all of these go as well. */
async function findReferring(
  { query, table, transactionId }: Looking,
  { rule, child, fresh, rows }: Referring,
): Promise<[StoredChange, Looked['changed'][number]][]> {
  const keys = fresh.map(({ keyAfter }) => keyAfter ?? []);
  const cells = keys.map((key) => rows.get(keyText(key))?.cells ?? []);
  const referred = rule.columns.map((name) => cells.map((row) => cellOf(table, row, name)));
  const keyLists = (table.key ?? []).map((_, place) => keys.map((key) => key[place] ?? null));
  const isSelf = child.oid === table.oid;
  const came = isSelf
    ? sql`and not exists (select from ${givenRows(keyLists)} where ${isGivenKey(table)})`
    : sql``;
  const since =
    child.hasVersion && transactionId !== null
      ? sql`and t.xmin::text <> ${versionOf(transactionId)}`
      : sql``;
  const found = await query(sql`select distinct on (g.place) ${stateList(child)}, g.place
    from ${givenRows(referred)} join ${nameOf(child)} t on ${isGiven(child, rule.from.columns)}
    where true ${came} ${since} order by g.place`);
  return found.rows.flatMap((row): [StoredChange, Looked['changed'][number]][] => {
    const change = fresh[Number(row.at(-1)) - 1];
    const state = toState(child, row);
    const key = asTextKey(child.key ?? [], keyIn(child, state.cells) ?? []);
    const current = imageOf(child.columns, state.cells);
    const { schema, name } = child;
    return change ? [[change, { schema, table: name, key, expected: null, current }]] : [];
  });
}
