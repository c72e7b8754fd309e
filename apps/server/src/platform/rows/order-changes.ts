import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { cellOf, keyValues, type RowState, textOfStaged } from './cells.ts';
import { keyText } from './lock-rows.ts';

/** A change, and those that have to be made before it. */
export type OrderedChange = {
  change: DraftChange;
  waitsFor: ReadonlySet<DraftChange>;
  /** Unique keys it has to give up beforehand, since others wait for it in a ring. */
  parks: readonly UniqueColumns[];
};

type UniqueColumns = readonly string[];

const usual = { delete: 0, update: 1, insert: 2 };

/**
 * Changes in an order the table's rules can bear: deletes, updates, inserts, each as staged, except
 * where a value has to be given up before another row takes it, or a row has to be there before, or
 * go after, another that refers to it. A ring of rows that hand on values of a unique column is opened
 * by parking one of them; a ring of references has no order, and the database will say so.
 */
export function orderChanges(
  table: CatalogTable,
  changes: readonly DraftChange[],
  /** As they are: a change tells what was seen of its own columns only. */
  rows: ReadonlyMap<string, RowState> = new Map(),
): OrderedChange[] {
  const waits = collectWaits(table, changes, createReader(table, rows));
  const step = (change: DraftChange) => {
    const waitsFor: Wishes = waits.get(change) ?? new Map();
    return { change, waitsFor, rest: waitsFor.entries() };
  };
  const ordered: Omit<OrderedChange, 'parks'>[] = [];
  const met = new Set<DraftChange>();
  const done = new Set<DraftChange>();
  const parks = new Map<DraftChange, ReadonlySet<UniqueColumns>>();
  for (const first of changes.toSorted((a, b) => usual[a.kind] - usual[b.kind])) {
    const path = met.has(first) ? [] : [step(first)];
    met.add(first);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const next = last.rest.find(([other, keys]) => {
        // Met but not done: it waits, further up the path, for this very change.
        const isRing = met.has(other) && !done.has(other);
        if (isRing) parks.set(other, keys.union(parks.get(other) ?? new Set()));
        return !met.has(other);
      })?.[0];
      if (next) {
        met.add(next);
        path.push(step(next));
      } else {
        done.add(last.change);
        ordered.push({ change: last.change, waitsFor: new Set(last.waitsFor.keys()) });
        path.pop();
      }
    }
  }
  return ordered.map((one) => ({ ...one, parks: [...(parks.get(one.change) ?? [])] }));
}

/** What a change waits for; with the unique keys, where it is for a value that only one row may have. */
type Wishes = Map<DraftChange, Set<UniqueColumns>>;
type Waits = Map<DraftChange, Wishes>;

function collectWaits(
  table: CatalogTable,
  changes: readonly DraftChange[],
  given: ReturnType<typeof createReader>,
): Waits {
  const waits: Waits = new Map();
  const wait = (later: DraftChange, earlier: readonly DraftChange[] = [], key?: UniqueColumns) => {
    const wishes: Wishes = waits.get(later) ?? new Map();
    for (const one of earlier) {
      if (one === later) continue;
      const keys = wishes.get(one) ?? new Set();
      wishes.set(one, key ? keys.add(key) : keys);
    }
    if (wishes.size > 0) waits.set(later, wishes);
  };
  for (const columns of table.uniqueColumns) {
    const leaving = groupBy(changes, (change) => given(change, columns, 'before'));
    for (const change of changes) {
      const taken = given(change, columns, 'after');
      if (taken !== undefined) wait(change, leaving.get(taken), columns);
    }
  }
  for (const { columns, references } of table.foreignKeys) {
    if (references.schema !== table.schema || references.table !== table.name) continue;
    const coming = groupBy(changes, (change) => given(change, references.columns, 'after'));
    const letting = groupBy(changes, (change) => given(change, columns, 'before'));
    for (const change of changes) {
      const needed = given(change, columns, 'after');
      if (needed !== undefined) wait(change, coming.get(needed));
      const removed = given(change, references.columns, 'before');
      if (removed !== undefined) wait(change, letting.get(removed));
    }
  }
  return waits;
}

/** What a change takes (after) or gives up (before) in some columns; undefined when neither. */
function createReader(table: CatalogTable, rows: ReadonlyMap<string, RowState>) {
  function old(change: DraftChange, name: string): string | null | undefined {
    if (change.kind === 'insert') return undefined;
    if (Object.hasOwn(change.key, name)) return change.key[name];
    if (Object.hasOwn(change.base, name)) return change.base[name];
    const row = rows.get(keyText(keyValues(table, change.key)));
    return row && cellOf(table, row.cells, name);
  }

  function now(change: DraftChange, name: string): string | null | undefined {
    if (change.kind === 'delete') return undefined;
    const value = Object.hasOwn(change.values, name) ? change.values[name] : undefined;
    return value ? textOfStaged(value) : old(change, name);
  }

  return (
    change: DraftChange,
    columns: readonly string[],
    side: 'before' | 'after',
  ): string | undefined => {
    if (change.kind === (side === 'before' ? 'insert' : 'delete')) return undefined;
    const isTouched =
      change.kind !== 'update' || columns.some((name) => Object.hasOwn(change.values, name));
    if (!isTouched) return undefined;
    const texts = columns.map((name) => (side === 'before' ? old : now)(change, name));
    return texts.every((text) => typeof text === 'string') ? JSON.stringify(texts) : undefined;
  };
}

function groupBy(
  changes: readonly DraftChange[],
  keyOf: (change: DraftChange) => string | undefined,
): Map<string, DraftChange[]> {
  const groups = new Map<string, DraftChange[]>();
  for (const change of changes) {
    const key = keyOf(change);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return groups;
}
