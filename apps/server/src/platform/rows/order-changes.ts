import type { DraftChange } from '@causeway/contract/edits.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog.ts';
import { textOfStaged } from './cells.ts';

/** A change, and those that have to be made before it. */
export type OrderedChange = { change: DraftChange; waitsFor: ReadonlySet<DraftChange> };

const usual = { delete: 0, update: 1, insert: 2 };

/**
 * Changes in an order the table's rules can bear: deletes, updates, inserts, each as staged, except
 * where a value has to be given up before another row takes it, or a row has to be there before, or
 * go after, another that refers to it. A ring of such wishes has no order; the database will say so.
 */
export function orderChanges(
  table: CatalogTable,
  changes: readonly DraftChange[],
): OrderedChange[] {
  const waits = collectWaits(table, changes);
  const step = (change: DraftChange) => {
    const waitsFor: ReadonlySet<DraftChange> = waits.get(change) ?? new Set();
    return { change, waitsFor, rest: waitsFor.values() };
  };
  const ordered: OrderedChange[] = [];
  const met = new Set<DraftChange>();
  for (const first of changes.toSorted((a, b) => usual[a.kind] - usual[b.kind])) {
    const path = met.has(first) ? [] : [step(first)];
    met.add(first);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const next = last.rest.find((other) => !met.has(other));
      if (next) {
        met.add(next);
        path.push(step(next));
      } else {
        ordered.push({ change: last.change, waitsFor: last.waitsFor });
        path.pop();
      }
    }
  }
  return ordered;
}

type Waits = Map<DraftChange, Set<DraftChange>>;

function collectWaits(table: CatalogTable, changes: readonly DraftChange[]): Waits {
  const waits: Waits = new Map();
  const wait = (later: DraftChange, earlier: readonly DraftChange[] = []) => {
    for (const one of earlier) {
      if (one !== later) waits.set(later, (waits.get(later) ?? new Set()).add(one));
    }
  };
  for (const columns of uniqueColumns(table)) {
    const leaving = groupBy(changes, (change) => given(change, columns, 'before'));
    for (const change of changes) {
      const taken = given(change, columns, 'after');
      if (taken !== undefined) wait(change, leaving.get(taken));
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

function uniqueColumns({ primaryKey, uniqueKeys }: CatalogTable): string[][] {
  return [primaryKey, ...uniqueKeys].flatMap((key) => (key ? [key.columns] : []));
}

/** What a change takes (after) or gives up (before) in these columns; undefined when neither. */
function given(
  change: DraftChange,
  columns: readonly string[],
  side: 'before' | 'after',
): string | undefined {
  if (change.kind === (side === 'before' ? 'insert' : 'delete')) return undefined;
  const isTouched =
    change.kind !== 'update' || columns.some((name) => Object.hasOwn(change.values, name));
  if (!isTouched) return undefined;
  const texts = columns.map((name) => (side === 'before' ? old(change, name) : now(change, name)));
  return texts.every((text) => typeof text === 'string') ? JSON.stringify(texts) : undefined;
}

function old(change: DraftChange, name: string): string | null | undefined {
  return change.kind === 'insert' ? undefined : (change.key[name] ?? change.base[name]);
}

function now(change: DraftChange, name: string): string | null | undefined {
  if (change.kind === 'delete') return undefined;
  const value = change.values[name];
  return value ? textOfStaged(value) : old(change, name);
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
