import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { countChanges, draftOf, type Draft } from '#domain/row-drafts/draft-changes.ts';
import type { GridRow } from './grid-rows.ts';

/** What is staged but not to be seen: how many changes, and of which rows. */
export type HiddenChanges = { count: number; refs: ReadonlySet<string> };

/**
 * Changes that the filter, the order or the columns of a view keep out of sight. They are saved with the
 * others, so nobody should have to remember them.
 */
export function findHidden(
  draft: Draft,
  rows: readonly GridRow[],
  shownColumns: readonly string[],
): HiddenChanges {
  const listed = new Set(rows.flatMap(({ change }) => change?.ref ?? []));
  const hidden = [...draft.values()].flatMap((change) =>
    listed.has(change.ref) ? inOtherColumns(change, shownColumns) : change,
  );
  return { count: countChanges(draftOf(hidden)), refs: new Set(hidden.map(({ ref }) => ref)) };
}

/** New rows and rows to delete are marked as a whole; only single cells can be in a hidden column. */
function inOtherColumns(change: DraftChange, shownColumns: readonly string[]): DraftChange[] {
  if (change.kind !== 'update') return [];
  const values = Object.entries(change.values).filter(([name]) => !shownColumns.includes(name));
  return values.length > 0 ? [{ ...change, values: Object.fromEntries(values) }] : [];
}
