import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { Patch } from './draft-changes.ts';

/** What staged edits say of columns the table has no more. */
export type Gone = {
  columns: string[];
  /** The first edit that does. */
  ref: string;
  /** The step that leaves it out: the columns, and rows that are only known by them. */
  leaveOut: Patch;
};

export function findGone(
  changes: Iterable<DraftChange>,
  columns: readonly { name: string }[],
): Gone | undefined {
  const known = new Set(columns.map(({ name }) => name));
  if (known.size === 0) return undefined;
  const isGone = (name: string) => !known.has(name);
  const gone = new Set<string>();
  const leaveOut: Patch = { put: [], drop: [] };
  for (const change of changes) {
    const ofKey = change.kind === 'insert' ? [] : Object.keys(change.key).filter(isGone);
    const ofValues = change.kind === 'delete' ? [] : Object.keys(change.values).filter(isGone);
    if (ofKey.length === 0 && ofValues.length === 0) continue;
    for (const name of [...ofKey, ...ofValues]) gone.add(name);
    const rest = ofKey.length === 0 ? withoutColumns(change, isGone) : undefined;
    if (rest) leaveOut.put.push(rest);
    else leaveOut.drop.push(change.ref);
  }
  const ref = leaveOut.put[0]?.ref ?? leaveOut.drop[0];
  return ref === undefined ? undefined : { columns: [...gone], ref, leaveOut };
}

/** Undefined when nothing would be left of it. */
function withoutColumns(
  change: DraftChange,
  isGone: (name: string) => boolean,
): DraftChange | undefined {
  if (change.kind === 'delete') return change;
  const values = pick(change.values, isGone);
  if (change.kind === 'insert') return { ...change, values };
  if (Object.keys(values).length === 0) return undefined;
  return { ...change, values, base: pick(change.base, isGone) };
}

function pick<Value>(
  record: Record<string, Value>,
  isGone: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isGone(name)));
}
