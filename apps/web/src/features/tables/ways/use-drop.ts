import { type DragEvent, useState } from 'react';
import type { GridRow } from '../edits/grid-rows.ts';
import type { Moving } from './use-moving.ts';

/** A stack or a day that cards are dropped on. */
export function useDrop({ isDragging, release }: Moving, onDrop: (row: GridRow) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isDragging()) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Within it, the pointer only goes from one part to another.
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const row = release();
      if (row) onDrop(row);
    },
  };
}
