import { type DraftChange, refOfKey } from '@causeway/contract/tables/edits.ts';
import type { ColumnRenames } from '@causeway/contract/tables/view-renames.ts';

/** Staged edits as they read with the names columns have now; undefined when none spoke of another. */
export function renameChanges(
  changes: readonly DraftChange[],
  renames: ColumnRenames,
): DraftChange[] | undefined {
  if (!changes.some((change) => speaksOf(change, renames))) return undefined;
  const refNow = refRenamer(renames);
  const renamed = new Map<string, DraftChange>();
  for (const change of changes) {
    const now = renameChange(change, renames, refNow);
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

function speaksOf(change: DraftChange, renames: ColumnRenames): boolean {
  const named = [
    change.kind === 'insert' ? {} : { ...change.key, ...change.base },
    change.kind === 'delete' ? {} : change.values,
  ];
  return named.some((record) => Object.keys(record).some((name) => Object.hasOwn(renames, name)));
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
