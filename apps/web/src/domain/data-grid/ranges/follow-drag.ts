import type { CellPlace } from './cell-range.ts';

/** What of the grid's edges never holds a cell that could be marked. */
type Edges = { top: number; left: number };

/** So near an edge the view begins to move, and the faster the further the pointer is out. */
const NEAR = 12;
const FASTEST = 30;

/** Tells every cell the pointer comes to until the button is let go; at the edges the view moves along. */
export function followDrag(
  grid: HTMLElement,
  edges: Edges,
  onCell: (at: CellPlace) => void,
  { onEnd }: { onEnd?: (isCancelled: boolean) => void } = {},
): void {
  let point: { x: number; y: number } | undefined;
  let last = '';

  function move(event: MouseEvent) {
    // Let go outside the window, where nobody hears of it.
    if (event.buttons !== 1) return end(false);
    if (point === undefined) requestAnimationFrame(follow);
    point = { x: event.clientX, y: event.clientY };
  }

  function follow() {
    if (!point) return;
    const room = roomOf(grid, edges);
    grid.scrollBy(beyond(point.x, room.left, room.right), beyond(point.y, room.top, room.bottom));
    tellCell(point, room);
    requestAnimationFrame(follow);
  }

  function tellCell({ x, y }: { x: number; y: number }, room: ReturnType<typeof roomOf>) {
    const at = cellAt(inside(x, room.left, room.right), inside(y, room.top, room.bottom));
    const text = JSON.stringify(at);
    if (at && text !== last) onCell(at);
    last = text;
  }

  function end(isCancelled: boolean) {
    // The last move may not have been followed yet.
    if (point && !isCancelled) tellCell(point, roomOf(grid, edges));
    point = undefined;
    document.removeEventListener('mousemove', move);
    document.removeEventListener('mouseup', letGo);
    document.removeEventListener('keydown', cancel, true);
    onEnd?.(isCancelled);
  }

  function letGo() {
    end(false);
  }

  function cancel(event: KeyboardEvent) {
    if (event.key === 'Escape' && onEnd) end(true);
  }

  document.addEventListener('mousemove', move);
  document.addEventListener('mouseup', letGo);
  document.addEventListener('keydown', cancel, true);
}

function roomOf(grid: HTMLElement, edges: Edges) {
  const { top, left } = grid.getBoundingClientRect();
  return {
    top: top + edges.top,
    left: left + edges.left,
    right: left + grid.clientWidth,
    bottom: top + grid.clientHeight,
  };
}

function beyond(at: number, from: number, to: number): number {
  const distance = Math.min(0, at - from - NEAR) + Math.max(0, at - to + NEAR);
  return Math.min(Math.max(distance, -FASTEST), FASTEST);
}

function inside(at: number, from: number, to: number): number {
  return Math.min(Math.max(at, from + 2), to - 2);
}

function cellAt(x: number, y: number): CellPlace | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[role="gridcell"]');
  const rowIdx = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const idx = Number(cell?.getAttribute('aria-colindex')) - 1;
  return cell && rowIdx >= 0 && idx > 0 ? { rowIdx, idx } : undefined;
}
