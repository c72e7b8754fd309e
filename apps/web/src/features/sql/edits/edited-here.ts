import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { Draft, Patch } from '#domain/row-drafts/draft-changes.ts';

/** What was staged for a row before it was edited in a result; undefined where nothing was. */
export type Before = ReadonlyMap<string, DraftChange | undefined>;

/** The rows for which something else is staged now than before they were edited here. */
export function listEditedHere(draft: Draft, before: Before): string[] {
  return [...before.keys()].filter((ref) => {
    const now = draft.get(ref);
    return now !== undefined && written(now) !== written(before.get(ref));
  });
}

/** The step back to what was staged elsewhere, which is not ours to throw away. */
export function backToBefore(before: Before, refs: readonly string[]): Patch {
  const put = refs.flatMap((ref) => before.get(ref) ?? []);
  return { put, drop: refs.filter((ref) => before.get(ref) === undefined) };
}

/** How many values a result does not show, of changes that are saved from it. */
export function findHiddenHere(changes: Iterable<DraftChange>, shown: readonly (string | null)[]) {
  const refs = new Set<string>();
  let count = 0;
  for (const change of changes) {
    const names = change.kind === 'delete' ? [] : Object.keys(change.values);
    const hidden = names.filter((name) => !shown.includes(name)).length;
    if (hidden > 0) refs.add(change.ref);
    count += hidden;
  }
  return { count, refs };
}

/** The server keeps the names in another order. */
function written(change: DraftChange | undefined): string {
  if (!change) return '';
  const values = change.kind === 'delete' ? {} : change.values;
  const names = Object.keys(values).toSorted();
  return JSON.stringify([change.kind, names.map((name) => [name, values[name]])]);
}
