import { useEffect, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';

/** Tells what is on screen when it is scrolled, and when other rows arrive under a still view. */
export function useVisibleRange(rows: unknown, onView: (element: HTMLElement) => void) {
  const grid = useRef<DataGridHandle>(null);
  return { grid, tellRange: useRangeOf(rows, () => grid.current?.element, onView) };
}

/** The same of whatever is scrolled. */
export function useRangeOf(
  rows: unknown,
  find: () => HTMLElement | null | undefined,
  onView: (element: HTMLElement) => void,
) {
  function tellRange() {
    const element = find();
    if (element) onView(element);
  }
  useEffect(() => {
    // At once it would lay out what is about to be drawn, which would then be done again.
    const frame = requestAnimationFrame(tellRange);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows]);
  return tellRange;
}
