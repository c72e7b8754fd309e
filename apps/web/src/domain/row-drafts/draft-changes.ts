import type { DraftChange } from '@causeway/contract/tables/edits.ts';

/** Staged edits by their ref, in the order they were staged. */
export type Draft = ReadonlyMap<string, DraftChange>;

/** A step from one draft to the next; what is put replaces the change of the same ref. */
export type Patch = { put: DraftChange[]; drop: string[] };

export const noPatch: Patch = { put: [], drop: [] };

export function draftOf(changes: readonly DraftChange[]): Draft {
  return new Map(changes.map((change) => [change.ref, change]));
}

export function isEmptyPatch({ put, drop }: Patch): boolean {
  return put.length === 0 && drop.length === 0;
}

/** Whether two steps lead to the same draft, wherever they start. */
export function isSamePatch(one: Patch, other: Patch): boolean {
  const written = ({ put, drop }: Patch) =>
    JSON.stringify([...put.map((change) => JSON.stringify(change)), ...drop].toSorted());
  return written(one) === written(other);
}

export function applyPatch(draft: Draft, { put, drop }: Patch): Draft {
  const next = new Map(draft);
  for (const ref of drop) next.delete(ref);
  for (const change of put) next.set(change.ref, change);
  return next;
}

/** One step that does what two do after each other. */
export function joinPatches(first: Patch, second: Patch): Patch {
  const put = new Map(first.put.map((change) => [change.ref, change]));
  const drop = new Set(first.drop);
  for (const ref of second.drop) {
    put.delete(ref);
    drop.add(ref);
  }
  for (const change of second.put) {
    put.set(change.ref, change);
    drop.delete(change.ref);
  }
  return { put: [...put.values()], drop: [...drop] };
}

/** As much of a step as one call may carry, and what is left of it. */
export function splitPatch({ put, drop }: Patch, most: number): [first: Patch, rest: Patch] {
  return [
    { put: put.slice(0, most), drop },
    { put: put.slice(most), drop: [] },
  ];
}

/** The step back: undo is nothing else than one more step. */
export function invertPatch(before: Draft, { put, drop }: Patch): Patch {
  const touched = new Set([...drop, ...put.map(({ ref }) => ref)]);
  const inverse: Patch = { put: [], drop: [] };
  for (const ref of touched) {
    const change = before.get(ref);
    if (change) inverse.put.push(change);
    else inverse.drop.push(ref);
  }
  return inverse;
}

/** How many cells and rows are to be written: what the bar counts. */
export function countChanges(draft: Draft): number {
  let count = 0;
  for (const change of draft.values()) {
    count += change.kind === 'update' ? Object.keys(change.values).length : 1;
  }
  return count;
}
