import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { FIRST_IDX } from '#domain/data-grid/ranges/cell-range.ts';
import type { GridRow } from '../edits/grid-rows.ts';

type EndInput = {
  grid: RefObject<DataGridHandle | null>;
  rows: readonly GridRow[];
  /** The last column. */
  idx: number;
  /** Undefined where the last rows are there already. */
  onEnd: (() => Promise<boolean>) | undefined;
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Ctrl+End goes to the last row of the table, not only to the last that happens to be loaded, and
 * Ctrl+Home to the first; the grid itself would go to its header.
 */
export function useGoToEnds({ grid, rows, idx, onEnd }: EndInput): (event: Pressed) => boolean {
  const isWanted = useRef(false);

  useLayoutEffect(() => {
    if (!isWanted.current || onEnd) return;
    isWanted.current = false;
    // At once: what is on screen is told next, and the rows that were there are gone.
    const element = grid.current?.element;
    element?.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
    grid.current?.setActivePosition({ rowIdx: rows.length - 1, idx }, { shouldFocus: true });
  }, [grid, rows, idx, onEnd]);

  return (event) => {
    const isMod = event.ctrlKey || event.metaKey;
    if (!isMod || event.shiftKey || event.altKey) return false;
    if (event.key === 'Home') {
      grid.current?.setActivePosition({ rowIdx: 0, idx: FIRST_IDX }, { shouldFocus: true });
      return true;
    }
    if (event.key !== 'End' || !onEnd) return false;
    isWanted.current = true;
    void onEnd().then((isThere) => {
      if (!isThere) isWanted.current = false;
    });
    return true;
  };
}
