import { useLayoutEffect, useRef, useState } from 'react';
import {
  FIRST_IDX,
  findMovedHead,
  rangeBetween,
  type CellPlace,
  type CellRange,
} from './cell-range.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { RowNames } from './use-stay-with-row.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;
type CellRangeInput = {
  end: CellPlace;
  rows: readonly GridRow[];
  names: RowNames;
  pageRows: () => number;
  /** What narrows and orders the rows: with another, other rows stand in the marked places. */
  selection: string;
};
type Marking = { anchor: CellPlace; head: CellPlace };

/**
 * The active cell, and the cells that are marked with it. They are marked from a corner that stays, the
 * active cell or with Ctrl+A the first of all, to one that moves; any step of the active cell and any
 * click unmarks them, since a fill or a clearing would still reach all of them. So do other rows at
 * their corners, once those that were there stand elsewhere.
 */
export function useCellRange({ end, rows, names, pageRows, selection }: CellRangeInput) {
  const [active, setActive] = useState<CellPlace>();
  const [marked, setMarked] = useState<Marking>();
  const [markedIn, setMarkedIn] = useState(selection);
  if (markedIn !== selection) {
    setMarkedIn(selection);
    setMarked(undefined);
  }
  const range: CellRange | undefined = marked && rangeBetween(marked.anchor, marked.head);

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
    if (before?.some((ref, at) => ref !== undefined && ref !== refs[at])) setMarked(undefined);
  }, [rows, names, marked]);

  /** True where the key was for the marking; `onHead` hears where its moving corner went. */
  function pressKey(at: CellPlace, event: Pressed, onHead: (head: CellPlace) => void): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') {
      setMarked({ anchor: { rowIdx: 0, idx: FIRST_IDX }, head: end });
      return true;
    }
    const { anchor, head } = marked ?? { anchor: at, head: at };
    const extent = { end, pageRows: pageRows() };
    const moved = event.shiftKey ? findMovedHead(head, event, extent) : undefined;
    if (!moved) return false;
    setMarked({ anchor, head: moved });
    onHead(moved);
    return true;
  }

  return {
    active,
    range,
    activate: (place: CellPlace | undefined) => {
      setMarked(undefined);
      setActive(place);
    },
    markTo: (head: CellPlace) => active && setMarked({ anchor: active, head }),
    /** A drag that came back to where it began marks nothing. */
    markFrom: (anchor: CellPlace, head: CellPlace) => {
      const isBack = anchor.rowIdx === head.rowIdx && anchor.idx === head.idx;
      setMarked(isBack ? undefined : { anchor, head });
    },
    unmark: () => setMarked(undefined),
    pressKey,
  };
}
