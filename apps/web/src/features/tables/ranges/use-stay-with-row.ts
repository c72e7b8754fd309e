import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { Opening } from '#domain/data-grid/opening.ts';
import type { CellPlace } from '#domain/data-grid/ranges/cell-range.ts';
import type { GridRow } from '../edits/grid-rows.ts';

/** What rows are known by, wherever they stand. */
export type RowNames = {
  /** Undefined where a row is not read, or rows can't be told apart. */
  refOf: (row: GridRow) => string | undefined;
  /** What a row is known by since it was saved. */
  refNow: (ref: string) => string;
};

type KnownRow = { ref: string | undefined; place: CellPlace };

type StayInput = {
  grid: RefObject<DataGridHandle | null>;
  rows: readonly GridRow[];
  names: RowNames;
  /** Stands for what narrows and orders the rows: with another, the cursor stays at its place. */
  selection: string;
  /** The rows are still those of another selection. */
  isOutdated: boolean;
  opening: RefObject<Opening>;
  active: CellPlace | undefined;
  goTo: string | undefined;
  firstIdx: number;
};

/**
 * The grid knows the active cell by its place; when rows come in above it, are sorted anew by what was
 * saved, or are read again and stand elsewhere, the place moves with the row. An editor that is open
 * there stays open, so that no key goes elsewhere.
 */
export function useStayWithRow(input: StayInput): void {
  const { grid, rows, names, selection, isOutdated, opening, active, goTo, firstIdx } = input;
  const known = useRef<KnownRow & { selection: string }>(undefined);
  const gone = useRef<string>(undefined);
  const isToFocus = useRef(false);

  useLayoutEffect(() => {
    if (isOutdated) return;
    const row = active && rows[active.rowIdx];
    const wanted = goTo !== gone.current ? placeOfRef(rows, goTo) : -1;
    if (wanted !== -1) {
      gone.current = goTo;
      grid.current?.setActivePosition({ rowIdx: wanted, idx: firstIdx }, { shouldFocus: true });
      return;
    }
    const before = known.current?.place === active ? known.current : undefined;
    const rowIdx = before?.selection === selection ? placeNow(rows, before, names) : -1;
    const isOpen = opening.current.isOpen === true;
    if (active && rowIdx !== -1 && (isOpen || rowIdx !== active.rowIdx)) {
      isToFocus.current = hasFocus(grid.current?.element);
      const enableEditor = isOpen && isToFocus.current;
      grid.current?.setActivePosition({ rowIdx, idx: active.idx }, { enableEditor });
      if (rowIdx !== active.rowIdx) return;
    }
    // Not by the grid, which would scroll to a cell that nobody looks at.
    if (isToFocus.current && !isOpen) focusActive(grid.current?.element);
    isToFocus.current = false;
    // What is out of memory is still what it was.
    const ref = row && (names.refOf(row) ?? before?.ref);
    known.current = active && { ref, place: active, selection };
  }, [grid, rows, names, selection, isOutdated, opening, active, goTo, firstIdx]);
}

/** Where the row is that was at a place; -1 where it is still there, or nowhere in memory. */
function placeNow(rows: readonly GridRow[], { ref, place }: KnownRow, names: RowNames): number {
  const there = rows[place.rowIdx];
  const refThere = there && names.refOf(there);
  if (ref === undefined || ref === refThere || (there && refThere === undefined)) return -1;
  const now = names.refNow(ref);
  return rows.findIndex((row) => names.refOf(row) === now);
}

/** Nobody is somewhere else: what had the focus is there, or went away with its row. */
function hasFocus(grid: HTMLElement | null | undefined): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || grid?.contains(focused)) return true;
  return focused.closest('[data-cell-popup]') !== null;
}

function focusActive(grid: HTMLElement | null | undefined): void {
  const cell = grid?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]');
  cell?.focus({ preventScroll: true });
}

function placeOfRef(rows: readonly GridRow[], ref: string | undefined): number {
  return ref === undefined ? -1 : rows.findIndex(({ change }) => change?.ref === ref);
}
