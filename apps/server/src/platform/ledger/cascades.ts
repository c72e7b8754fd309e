import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import { cellOf, keyIn, type RowState } from '#platform/rows/cells.ts';
import { keyText, readReferring, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import {
  type ImagedChange,
  markNotRevertible,
  type OpenChangeSet,
  recordChanges,
} from './ledger.ts';

/** A transaction that has written rows and is not committed yet. */
export type WrittenRows = {
  target: SqlTarget;
  query: QueryInTransaction;
  table: CatalogTable;
  changes: readonly ImagedChange[];
};

type Group = { table: CatalogTable; changes: ImagedChange[] };
export type Cascades = { groups: Group[]; reason: NotRevertibleReason | undefined };

const followed = new Set(['cascade', 'set null', 'set default']);
/** Rows beyond are not followed any more. */
const MOST_FOLLOWED = 10_000;

/**
 * Deleting a row, or giving it another key, may delete others, or change columns of theirs, by the
 * rules of foreign keys. Those are recorded too, before the row they referred to, so that taking back
 * in reverse order brings the row back first. They are read like any other: as everybody else still
 * sees them.
 */
export async function recordCascades(
  services: Services,
  set: OpenChangeSet,
  written: WrittenRows,
): Promise<void> {
  await recordFoundCascades(services.db, set, await findCascades(services, written));
}

export async function recordFoundCascades(
  db: Db,
  set: OpenChangeSet,
  { groups, reason }: Cascades,
): Promise<void> {
  for (const { table, changes } of groups.toReversed()) {
    await recordChanges(db, set, table, changes);
  }
  if (reason) await markNotRevertible(db, set, reason);
}

export async function findCascades(services: Services, written: WrittenRows): Promise<Cascades> {
  const groups: Group[] = [];
  const seen = new Set<string>();
  const note = (table: CatalogTable, key: readonly string[]) => {
    const row = `${table.oid} ${keyText(key)}`;
    return seen.has(row) ? false : seen.add(row);
  };
  for (const { keyBefore } of written.changes) note(written.table, keyBefore ?? []);
  const queue: Group[] = [{ table: written.table, changes: [...written.changes] }];
  for (let group = queue.shift(); group; group = queue.shift()) {
    for (const rule of group.table.referencedBy) {
      const touched = findTouched(group.table, rule, group.changes);
      if (touched.length === 0) continue;
      const child = await findTable(services, written.target, rule.from);
      if (!child) return { groups, reason: 'database-rule' };
      const old = await readChildren(services, written.target, { touched, rule, child });
      if (old.length > 0 && !child.key) return { groups, reason: 'no-key' };
      const changes = await compare(written.query, child, { old, rule, touched });
      const fresh = changes.filter(({ keyBefore }) => note(child, keyBefore ?? []));
      if (seen.size > MOST_FOLLOWED) return { groups, reason: 'too-many-rows' };
      if (fresh.length === 0) continue;
      groups.push({ table: child, changes: fresh });
      queue.push({ table: child, changes: fresh });
    }
  }
  return { groups, reason: undefined };
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

/** The rows that referred to them. */
async function readChildren(
  { databases }: Services,
  target: SqlTarget,
  { touched, rule, child }: { touched: Touched[]; rule: Rule; child: CatalogTable },
): Promise<RowState[]> {
  return readReferring(({ text, values }) => databases.read(target, text, [...values]), child, {
    columns: rule.from.columns,
    values: touched.map(({ from }) => from),
    limit: MOST_FOLLOWED + 1,
  });
}

/** What became of rows inside the transaction. */
async function compare(
  query: QueryInTransaction,
  table: CatalogTable,
  { old, rule, touched }: { old: RowState[]; rule: Rule; touched: Touched[] },
): Promise<ImagedChange[]> {
  const became = new Map(touched.map(({ from, to }) => [keyText(from), to]));
  /** A key that is part of the reference was handed on with it. */
  const newKey = (cells: RowState['cells']) => {
    const referred = rule.from.columns.map((name) => cellOf(table, cells, name) ?? '');
    const to = became.get(keyText(referred));
    const handed = new Map(rule.from.columns.map((name, index) => [name, to?.[index]]));
    return (table.key ?? []).map((name) => handed.get(name) ?? cellOf(table, cells, name) ?? '');
  };
  const keys = old.map(({ cells }) => keyIn(table, cells) ?? []);
  const now = await readRows(query, table, [...keys, ...old.map(({ cells }) => newKey(cells))]);
  return old.flatMap(({ cells }, index): ImagedChange[] => {
    const key = keys[index] ?? [];
    const after = now.get(keyText(newKey(cells))) ?? now.get(keyText(key));
    if (!after) {
      return [{ kind: 'delete', keyBefore: key, keyAfter: null, before: cells, after: null }];
    }
    if (JSON.stringify(after.cells) === JSON.stringify(cells)) return [];
    const keyAfter = keyIn(table, after.cells);
    return [{ kind: 'update', keyBefore: key, keyAfter, before: cells, after: after.cells }];
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
