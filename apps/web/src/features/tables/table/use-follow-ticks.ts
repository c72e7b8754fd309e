import { keyOfRef, type TextKey } from '@causeway/contract/tables/edits.ts';
import { useLayoutEffect, useRef } from 'react';
import { findRef, type GridRow, type RowLayout } from '../edits/grid-rows.ts';

type TicksInput = {
  rows: readonly GridRow[];
  /** Without one, rows can't be told apart. */
  layout: RowLayout | undefined;
  selected: ReadonlySet<number>;
  setSelected: (selected: ReadonlySet<number>) => void;
};

/** What each ticked place stands for; undefined where its row is not read. */
type Ticks = ReadonlyMap<number, string | undefined>;

/**
 * Rows are ticked by their place. When they are read again and stand elsewhere, since somebody changed
 * some or what was saved sorts them anew, the ticks go with the rows they were made at. Told is how to
 * list the keys of all that are ticked, also of those that are out of memory since.
 */
export function useFollowTicks(input: TicksInput): () => TextKey[] {
  const { rows, layout, selected, setSelected } = input;
  const ticks = useRef<Ticks>(new Map());
  useLayoutEffect(() => {
    if (!layout || (selected.size === 0 && ticks.current.size === 0)) return;
    const next = followTicks(selected, ticks.current, rows, layout);
    ticks.current = next;
    const places = new Set(next.keys());
    const isSame = places.size === selected.size && [...places].every((at) => selected.has(at));
    if (!isSame) setSelected(places);
  }, [rows, layout, selected, setSelected]);
  return () =>
    [...ticks.current.values()].flatMap((ref) => {
      const key = ref === undefined ? undefined : keyOfRef(ref);
      return key ? [key] : [];
    });
}

function followTicks(
  selected: ReadonlySet<number>,
  before: Ticks,
  rows: readonly GridRow[],
  layout: RowLayout,
): Ticks {
  const refs = new Map<number, string | undefined>();
  for (const row of rows) {
    if (selected.has(row.index)) refs.set(row.index, findRef(row, layout));
  }
  // Rarely needed: as a rule all rows are where they were.
  let places: Map<string | undefined, number> | undefined;
  const next = new Map<number, string | undefined>();
  for (const place of selected) {
    const ref = before.get(place);
    const now = refs.get(place);
    const isListed = refs.has(place) || place < 0;
    // What is out of memory stays where it was.
    const isThere = ref === undefined || ref === now || (refs.has(place) && now === undefined);
    places ??= isThere ? undefined : new Map(rows.map((row) => [findRef(row, layout), row.index]));
    const at = isThere ? place : (places?.get(ref) ?? (isListed ? undefined : place));
    if (at !== undefined) next.set(at, ref ?? now);
  }
  return next;
}
