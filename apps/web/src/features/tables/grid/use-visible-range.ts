import { useEffect, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';

/** Tells what is on screen when it is scrolled, and when other rows arrive under a still view. */
export function useVisibleRange(rows: unknown, onView: (element: HTMLElement) => void) {
  const grid = useRef<DataGridHandle>(null);
  function tellRange() {
    const element = grid.current?.element;
    if (element) onView(element);
  }
  useEffect(() => {
    // At once it would lay out what is about to be drawn, which would then be done again.
    const frame = requestAnimationFrame(tellRange);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows]);
  return { grid, tellRange };
}
