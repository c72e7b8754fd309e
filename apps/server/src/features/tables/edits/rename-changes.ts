import { type DraftChange, refOfKey } from '@causeway/contract/tables/edits.ts';
import type { ColumnRenames } from '@causeway/contract/tables/view-renames.ts';

/** Staged edits as they read with the names columns have now; undefined when none spoke of another. */
export function renameChanges(
  changes: readonly DraftChange[],
  renamesOf: (change: DraftChange) => ColumnRenames,
): DraftChange[] | undefined {
  if (!changes.some((change) => speaksOf(change, renamesOf(change)))) return undefined;
  const renamed = new Map<string, DraftChange>();
  for (const change of changes) {
    const renames = renamesOf(change);
    const now = wouldMerge(change, renames)
      ? change
      : renameChange(change, renames, refRenamer(renames));
    renamed.set(now.ref, joined(renamed.get(now.ref), now));
  }
  return [...renamed.values()];
}

/** The ref of a row whose key is made of other names now; those of new rows stay. */
export function refRenamer(renames: ColumnRenames): (ref: string) => string {
  return (ref) => {
    if (!ref.startsWith('{')) return ref;
    try {
      return refOfKey(renameKeys(JSON.parse(ref) as Record<string, string>, renames));
    } catch {
      return ref;
    }
  };
}

/** Every column a change names. */
export function namesIn(change: DraftChange): string[] {
  const named = [
    change.kind === 'insert' ? {} : { ...change.key, ...change.base },
    change.kind === 'delete' ? {} : change.values,
  ];
  return [...new Set(named.flatMap((record) => Object.keys(record)))];
}

function speaksOf(change: DraftChange, renames: ColumnRenames): boolean {
  return namesIn(change).some((name) => Object.hasOwn(renames, name));
}

/**
 * Where a column took the name of one that is gone, two values would become one. Then the change stays
 * as it was made, and is refused for the name that nothing has any more.
 */
function wouldMerge(change: DraftChange, renames: ColumnRenames): boolean {
  const names = namesIn(change);
  const now = names.map((name) => (Object.hasOwn(renames, name) ? renames[name] : name));
  return new Set(now).size < names.length;
}

function renameChange(
  change: DraftChange,
  renames: ColumnRenames,
  refNow: (ref: string) => string,
): DraftChange {
  const now = <Value>(record: Record<string, Value>) => renameKeys(record, renames);
  if (change.kind === 'insert') {
    const { after } = change;
    return { ...change, values: now(change.values), ...(after && { after: refNow(after) }) };
  }
  const ref = refNow(change.ref);
  const [key, base] = [now(change.key), now(change.base)];
  return change.kind === 'delete'
    ? { ...change, ref, key, base }
    : { ...change, ref, key, base, values: now(change.values) };
}

/** A page that knew only the old names may have staged the same row once more: both edits count. */
function joined(before: DraftChange | undefined, now: DraftChange): DraftChange {
  if (before?.kind !== 'update' || now.kind !== 'update') return now;
  return {
    ...now,
    version: before.version,
    base: { ...now.base, ...before.base },
    values: { ...before.values, ...now.values },
  };
}

function renameKeys<Value>(
  record: Record<string, Value>,
  renames: ColumnRenames,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      return [Object.hasOwn(renames, name) ? (renames[name] ?? name) : name, value];
    }),
  );
}
