import type {
  DraftChange,
  EditConflict,
  StagedUpdate,
  StagedValue,
} from '@causeway/contract/tables/edits.ts';

/** What to do about one row that changed meanwhile. */
export type Decision =
  /** The columns to keep of mine; the others stay as they are now. */
  | { kind: 'merge'; mine: string[] }
  /** The row is deleted, or added again, although it is not what was seen. */
  | { kind: 'insist' }
  | { kind: 'giveUp' };

/** What becomes of the draft. */
export type MergedChanges = { put: DraftChange[]; drop: string[] };

export type ConflictColumn = {
  name: string;
  base: string | null;
  mine: StagedValue;
  theirs: string | null;
  /** Both changed it, and not to the same. */
  isContested: boolean;
};

export function listConflictColumns({ base, mine, theirs }: EditConflict): ConflictColumn[] {
  return Object.entries(mine).map(([name, value]) => {
    const now = theirs?.[name] ?? null;
    const old = base[name] ?? null;
    const isContested = now !== old && !isText(value, now);
    return { name, base: old, mine: value, theirs: now, isContested };
  });
}

/** Mine, unless somebody says otherwise: that is what was asked for. */
export function firstDecision(conflict: EditConflict): Decision {
  if (!conflict.theirs || isDelete(conflict)) return { kind: 'giveUp' };
  return { kind: 'merge', mine: Object.keys(conflict.mine) };
}

export function isDelete({ mine }: EditConflict): boolean {
  return Object.keys(mine).length === 0;
}

/** Decisions as a step of the draft: what is kept is staged anew against the row as it is now. */
export function resolveConflicts(
  conflicts: readonly EditConflict[],
  decide: (conflict: EditConflict) => Decision,
): MergedChanges {
  const patch: MergedChanges = { put: [], drop: [] };
  for (const conflict of conflicts) {
    const decision = decide(conflict);
    const { ref, key, version, theirs, mine } = conflict;
    if (decision.kind === 'insist' && theirs) {
      patch.put.push({ kind: 'delete', ref, key, version, base: theirs });
    } else if (decision.kind === 'insist') {
      patch.drop.push(ref);
      patch.put.push({ kind: 'insert', ref: crypto.randomUUID(), values: againValues(conflict) });
    } else if (decision.kind === 'merge' && theirs && decision.mine.length > 0) {
      const pairs = decision.mine.flatMap((name): [string, StagedValue][] => {
        const value = mine[name];
        return value ? [[name, value]] : [];
      });
      const update: StagedUpdate = {
        kind: 'update',
        ref,
        key,
        version,
        base: Object.fromEntries(decision.mine.map((name) => [name, theirs[name] ?? null])),
        values: Object.fromEntries(pairs),
      };
      patch.put.push(update);
    } else {
      patch.drop.push(ref);
    }
  }
  return patch;
}

/** A row that is gone is added again with its key and what was to be written. */
function againValues({ key, mine }: EditConflict): Record<string, StagedValue> {
  const values = Object.entries(key).map(([name, text]): [string, StagedValue] => [
    name,
    { set: text },
  ]);
  return { ...Object.fromEntries(values), ...mine };
}

function isText(value: StagedValue, text: string | null): boolean {
  return 'set' in value ? value.set === text : 'null' in value && text === null;
}
