import { createContext, useMemo, useRef, useState } from 'react';
import type { CellPlace, CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import { fillTarget } from './fill-target.ts';
import { followDrag } from '#domain/data-grid/ranges/follow-drag.ts';

/** Where the handle sits, and the cells a drag of it would fill. */
type FillMarks = { corner: CellPlace | undefined; target: CellRange | undefined };
export const FillContext = createContext<FillMarks>({ corner: undefined, target: undefined });

type FillInput = {
  grid: () => HTMLElement | null | undefined;
  edges: Parameters<typeof followDrag>[1];
  /** What the drag begins from; undefined where nothing can be filled. */
  source: CellRange | undefined;
  onFill: (source: CellRange, target: CellRange) => void;
};

/** The small square at the corner of the marked cells: dragged, it copies them or goes on as they do. */
export function useFillHandle({ grid, edges, source, onFill }: FillInput) {
  const [target, setTarget] = useState<CellRange>();
  const latest = useRef<CellRange>(undefined);

  function show(next: CellRange | undefined) {
    latest.current = next;
    setTarget(next);
  }

  /** True where the press was on the handle. */
  function press(pressed: EventTarget): boolean {
    const element = grid();
    const isHandle = pressed instanceof Element && pressed.closest('[data-fill-handle]') !== null;
    if (!isHandle || !source || !element) return false;
    followDrag(element, edges, (head) => show(fillTarget(source, head)), {
      onEnd: (isCancelled) => {
        const filled = latest.current;
        show(undefined);
        if (filled && !isCancelled) onFill(source, filled);
      },
    });
    return true;
  }

  const text = JSON.stringify([source, target]);
  const marks = useMemo(
    (): FillMarks => ({
      corner: source && { rowIdx: source.bottom, idx: source.right },
      target,
    }),
    // Ranges are new objects with every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
    [text],
  );
  return { marks, press };
}
