import { useMemo, useState } from 'react';
import {
  FIRST_IDX,
  findMovedHead,
  rangeBetween,
  type CellPlace,
  type CellRange,
} from './cell-range.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;
export type Marking = { anchor: CellPlace; head: CellPlace };

type MarkingInput = {
  end: CellPlace;
  pageRows: () => number;
  /** Stands for which rows are shown in which order: with another, others stand in the marked places. */
  selection: unknown;
};

/**
 * The active cell, and the cells that are marked with it. They are marked from a corner that stays, the
 * active cell or with Ctrl+A the first of all, to one that moves; any step of the active cell and any
 * click unmarks them, since what is done next would still reach all of them.
 */
export function useMarking({ end, pageRows, selection }: MarkingInput) {
  const [active, setActive] = useState<CellPlace>();
  const [marked, setMarked] = useState<Marking>();
  const [markedIn, setMarkedIn] = useState(() => selection);
  if (markedIn !== selection) {
    setMarkedIn(() => selection);
    setMarked(undefined);
  }
  // Every cell that is drawn looks at it.
  const range = useMemo(
    (): CellRange | undefined => marked && rangeBetween(marked.anchor, marked.head),
    [marked],
  );

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
    marked,
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
