import { useLayoutEffect, useRef } from 'react';
import type { CellPlace } from '#domain/data-grid/ranges/cell-range.ts';
import { useMarking, type Marking } from '#domain/data-grid/ranges/use-marking.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { RowNames } from './use-stay-with-row.ts';

type CellRangeInput = {
  end: CellPlace;
  rows: readonly GridRow[];
  names: RowNames;
  pageRows: () => number;
  /** What narrows and orders the rows: with another, other rows stand in the marked places. */
  selection: string;
};

/** Marked cells of a table, which other rows at their corners unmark, once those stand elsewhere. */
export function useCellRange({ end, rows, names, pageRows, selection }: CellRangeInput) {
  const marking = useMarking({ end, pageRows, selection });
  const { marked, unmark } = marking;

  const corners = useRef<{ marked: Marking; refs: (string | undefined)[] }>(undefined);
  useLayoutEffect(() => {
    const places = marked ? [marked.anchor.rowIdx, marked.head.rowIdx] : [];
    const before = corners.current?.marked === marked ? corners.current?.refs : undefined;
    const refs = places.map((place, at) => {
      const row = rows[place];
      // What is out of memory is still what it was.
      return (row && names.refOf(row)) ?? (row && before?.[at]);
    });
    corners.current = marked && { marked, refs };
    if (before?.some((ref, at) => ref !== undefined && ref !== refs[at])) unmark();
    // Unmarking is the same whatever it was made with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, names, marked]);

  return marking;
}
