import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import { cellOf, keyIn, type RowState } from '#platform/rows/cells.ts';
import { keyText, readReferring, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import { type ImagedChange, markNotRevertible, type OpenChangeSet } from './ledger.ts';
import { followed, withoutRecorded } from './not-recorded.ts';
import { noteTable, recordChanges } from './record-changes.ts';
import { beside, findOwnRows, type Group } from './own-rows.ts';

/** A transaction that has written rows and is not committed yet. */
export type WrittenRows = {
  target: SqlTarget;
  query: QueryInTransaction;
  table: CatalogTable;
  changes: readonly ImagedChange[];
};

/** The rows that were written, each of its own table, and those that foreign keys took along. */
export type Found = { groups: Group[]; reason: NotRevertibleReason | undefined };

/** Rows beyond are not followed any more. */
const MOST_FOLLOWED = 10_000;

/**
 * Records what was written with all that went along. Deleting a row, or giving it another key, may
 * delete others, or change columns of theirs, by the rules of foreign keys. That is recorded before the
 * row it referred to, so that taking back in reverse order brings the row back first. Such rows are read
 * like any other: as everybody else still sees them.
 */
export async function recordWritten(
  services: Services,
  set: OpenChangeSet,
  written: WrittenRows,
): Promise<void> {
  await recordFound(services.db, set, written.table, await findWritten(services, written));
}

export async function recordFound(
  db: Db,
  set: OpenChangeSet,
  written: CatalogTable,
  { groups, reason }: Found,
): Promise<void> {
  // Whoever looks at the table they wrote to finds the set, also where all rows were of others.
  if (groups.every(({ table }) => table.oid !== written.oid)) await noteTable(db, set, written);
  for (const { table, changes } of groups.toReversed()) {
    await recordChanges(db, set, table, await withoutRecorded(db, set, { table, changes }));
  }
  if (reason) await markNotRevertible(db, set, reason);
}

export async function findWritten(services: Services, written: WrittenRows): Promise<Found> {
  const { target, query } = written;
  const own = await findOwnRows(services, target, {
    table: written.table,
    changes: [...written.changes],
  });
  const { groups } = own;
  let { reason } = own;
  const seen = new Set<string>();
  const note = (table: CatalogTable, key: readonly string[]) => {
    const row = `${table.oid} ${keyText(key)}`;
    return seen.has(row) ? false : seen.add(row);
  };
  for (const { table, changes } of groups) {
    for (const { keyBefore } of changes) note(table, keyBefore ?? []);
  }
  const queue = [...groups];
  for (let group = queue.shift(); group; group = queue.shift()) {
    for (const rule of group.table.referencedBy) {
      const touched = findTouched(group.table, rule, group.changes);
      if (touched.length === 0) continue;
      const child = await findTable(services, target, rule.from);
      if (!child) return { groups, reason: 'database-rule' };
      // A foreign key reaches rows that policies keep from us.
      if (child.hidesRows) reason = 'partly-seen';
      const handed = { table: group.table, rule, child, touched };
      const old = await readChildren(beside(services, target), handed);
      if (old.length > 0 && !child.key) return { groups, reason: 'no-key' };
      if (old.length > 0 && takesDefaultKey(handed)) return { groups, reason: 'database-rule' };
      const changes = await compare(query, handed, old);
      const fresh = changes.filter(({ keyBefore }) => note(child, keyBefore ?? []));
      if (seen.size > MOST_FOLLOWED) return { groups, reason: 'too-many-rows' };
      if (fresh.length === 0) continue;
      const found = await findOwnRows(services, target, { table: child, changes: fresh });
      if (found.reason) return { groups, reason: found.reason };
      groups.push(...found.groups);
      queue.push(...found.groups);
    }
  }
  return { groups, reason };
}

type Rule = CatalogTable['referencedBy'][number];
/** What others referred to, and what it became; null where the row is gone. */
type Touched = { from: string[]; to: (string | null)[] | null };

/** Changes a foreign key hands on to rows that refer to them. */
function findTouched(table: CatalogTable, rule: Rule, changes: readonly ImagedChange[]): Touched[] {
  return changes.flatMap(({ kind, before, after }): Touched[] => {
    const action = kind === 'delete' ? rule.onDelete : rule.onUpdate;
    if (kind === 'insert' || !before || !followed.has(action)) return [];
    const valuesIn = (cells: RowState['cells']) =>
      rule.columns.map((name) => cellOf(table, cells, name));
    const from = valuesIn(before).filter((value) => value !== null);
    const to = after && valuesIn(after);
    const isSame = to?.every((value, index) => value === from[index]);
    // A reference with a NULL in it refers to nothing.
    return from.length < rule.columns.length || isSame ? [] : [{ from, to }];
  });
}

/** What of a table was handed on to a table that refers to it. */
type Handed = { table: CatalogTable; rule: Rule; child: CatalogTable; touched: Touched[] };
/** A row that refers to others, and the place of what it refers to among those. */
type Child = RowState & { place: number };

/** The rows that referred to them; inside the transaction, those that refer to what they became. */
async function readChildren(
  query: QueryInTransaction,
  { table, rule, child, touched }: Handed,
  side: 'from' | 'to' = 'from',
): Promise<Child[]> {
  const { columns } = rule;
  const referred = touched.flatMap((one, place) => (one[side] ? { values: one[side], place } : []));
  const rows = await readReferring(query, child, {
    columns: rule.from.columns,
    to: { table, columns },
    values: referred.map(({ values }) => values),
    limit: MOST_FOLLOWED + 1,
  });
  return rows.map((row) => ({ ...row, place: referred[row.place]?.place ?? 0 }));
}

/** What became of rows inside the transaction. */
async function compare(
  query: QueryInTransaction,
  handed: Handed,
  old: Child[],
): Promise<ImagedChange[]> {
  const { child } = handed;
  const keys = old.map(({ cells }) => keyIn(child, cells) ?? []);
  const now = await readRows(query, child, keys);
  const moved = await readMoved(query, handed);
  return old.flatMap((row, index): ImagedChange[] => {
    const { cells } = row;
    const key = keys[index] ?? [];
    const after = moved.get(ownKey(handed, row)) ?? now.get(keyText(key));
    if (!after) {
      return [{ kind: 'delete', keyBefore: key, keyAfter: null, before: cells, after: null }];
    }
    if (JSON.stringify(after.cells) === JSON.stringify(cells)) return [];
    const keyAfter = keyIn(child, after.cells);
    return [{ kind: 'update', keyBefore: key, keyAfter, before: cells, after: after.cells }];
  });
}

/** A key that is part of the reference was handed on with it: such rows are found by what they refer to. */
async function readMoved(
  query: QueryInTransaction,
  handed: Handed,
): Promise<Map<string, RowState>> {
  const { rule, child } = handed;
  if (!child.key?.some((name) => rule.from.columns.includes(name))) return new Map();
  const rows = await readChildren(query, handed, 'to');
  return new Map(rows.map((row) => [ownKey(handed, row), row]));
}

/** Rows got a key that only the database knows: they are not found again. */
function takesDefaultKey({ rule, child, touched }: Handed): boolean {
  const isKey = child.key?.some((name) => rule.from.columns.includes(name)) ?? false;
  const isDefault = ({ to }: Touched) => (to ? rule.onUpdate : rule.onDelete) === 'set default';
  return isKey && touched.some(isDefault);
}

/** What tells a row from others that refer to the same. */
function ownKey({ rule, child }: Handed, { cells, place }: Child): string {
  const own = child.key?.filter((name) => !rule.from.columns.includes(name)) ?? [];
  return JSON.stringify([place, ...own.map((name) => cellOf(child, cells, name))]);
}

/** Undefined where it is gone or may not be read. */
export async function findTable(
  { sqlCatalog }: Services,
  target: SqlTarget,
  place: { schema: string; table: string },
): Promise<CatalogTable | undefined> {
  return sqlCatalog.readTable(target, place, 'passing').catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return undefined;
    throw error;
  });
}
