import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { cellOf, keyIn, type RowState } from '#platform/rows/cells.ts';
import { keyText, readReferring, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import {
  type ImagedChange,
  markNotRevertible,
  type OpenChangeSet,
  recordChanges,
} from './ledger.ts';

/** A transaction that has deleted rows and is not committed yet. */
export type Deletion = {
  target: SqlTarget;
  query: QueryInTransaction;
  table: CatalogTable;
  deleted: readonly ImagedChange[];
};

type Group = { table: CatalogTable; changes: ImagedChange[] };
type Found = { groups: Group[]; reason: NotRevertibleReason | undefined };

const followed = new Set(['cascade', 'set null', 'set default']);
/** Rows beyond are not followed any more. */
const MOST_FOLLOWED = 10_000;

/**
 * Deleting a row may delete others, or empty columns of theirs, by the rules of foreign keys. Those
 * are recorded too, before the row they referred to, so that taking back in reverse order brings the
 * row back first. They are read like any other: as everybody else still sees them.
 */
export async function recordCascades(
  services: Services,
  set: OpenChangeSet,
  deletion: Deletion,
): Promise<void> {
  if (!deletion.table.referencedBy.some(({ onDelete }) => followed.has(onDelete))) return;
  const { groups, reason } = await findCascades(services, deletion);
  for (const { table, changes } of groups.toReversed()) {
    await recordChanges(services.db, set, table, changes);
  }
  if (reason) await markNotRevertible(services.db, set, reason);
}

async function findCascades(services: Services, deletion: Deletion): Promise<Found> {
  const groups: Group[] = [];
  const seen = new Set<string>();
  const note = (table: CatalogTable, key: readonly string[]) => {
    const row = `${table.oid} ${keyText(key)}`;
    return seen.has(row) ? false : seen.add(row);
  };
  for (const { keyBefore } of deletion.deleted) note(deletion.table, keyBefore ?? []);
  const queue: Group[] = [{ table: deletion.table, changes: [...deletion.deleted] }];
  for (let group = queue.shift(); group; group = queue.shift()) {
    for (const rule of group.table.referencedBy) {
      if (!followed.has(rule.onDelete)) continue;
      const child = await findTable(services, deletion.target, rule.from);
      if (!child) return { groups, reason: 'database-rule' };
      const old = await readChildren(services, deletion, { group, rule, child });
      if (old.length > 0 && !child.key) return { groups, reason: 'no-key' };
      const changes = await compare(deletion.query, child, old);
      const fresh = changes.filter(({ keyBefore }) => note(child, keyBefore ?? []));
      if (seen.size > MOST_FOLLOWED) return { groups, reason: 'too-many-rows' };
      if (fresh.length === 0) continue;
      groups.push({ table: child, changes: fresh });
      queue.push({ table: child, changes: fresh.filter(({ kind }) => kind === 'delete') });
    }
  }
  return { groups, reason: undefined };
}

type Rule = CatalogTable['referencedBy'][number];

/** The rows that referred to the deleted ones. */
async function readChildren(
  { databases }: Services,
  { target }: Deletion,
  { group, rule, child }: { group: Group; rule: Rule; child: CatalogTable },
): Promise<RowState[]> {
  const referred = group.changes.flatMap(({ before }) => {
    const values = rule.columns.map((name) => cellOf(group.table, before ?? [], name));
    return values.every((value) => value !== null) ? [values] : [];
  });
  return readReferring(({ text, values }) => databases.read(target, text, [...values]), child, {
    columns: rule.from.columns,
    values: referred,
    limit: MOST_FOLLOWED + 1,
  });
}

/** What became of rows inside the transaction. */
async function compare(
  query: QueryInTransaction,
  table: CatalogTable,
  old: RowState[],
): Promise<ImagedChange[]> {
  const keys = old.map(({ cells }) => keyIn(table, cells) ?? []);
  const now = await readRows(query, table, keys);
  return old.flatMap(({ cells }, index): ImagedChange[] => {
    const key = keys[index] ?? [];
    const after = now.get(keyText(key));
    if (!after) {
      return [{ kind: 'delete', keyBefore: key, keyAfter: null, before: cells, after: null }];
    }
    if (JSON.stringify(after.cells) === JSON.stringify(cells)) return [];
    return [{ kind: 'update', keyBefore: key, keyAfter: key, before: cells, after: after.cells }];
  });
}

async function findTable(
  { sqlCatalog }: Services,
  target: SqlTarget,
  place: { schema: string; table: string },
): Promise<CatalogTable | undefined> {
  return sqlCatalog.readTable(target, place, 'passing').catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return undefined;
    throw error;
  });
}
