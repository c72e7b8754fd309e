import { useEffect, useRef, type RefObject } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { CellPlace } from './cell-range.ts';
import type { GridRow } from '../edits/grid-rows.ts';

type StayInput = {
  grid: RefObject<DataGridHandle | null>;
  rows: readonly GridRow[];
  active: CellPlace | undefined;
  goTo: string | undefined;
  firstIdx: number;
};

/** The grid knows the active cell by its place; when rows come in above it, the place moves with the row. */
export function useStayWithRow({ grid, rows, active, goTo, firstIdx }: StayInput): void {
  const activeRow = useRef<{ id: string | number; place: CellPlace }>(undefined);
  const gone = useRef<string>(undefined);

  useEffect(() => {
    const row = active && rows[active.rowIdx];
    const known = activeRow.current;
    const wanted = goTo !== gone.current ? placeOfRef(rows, goTo) : -1;
    if (wanted !== -1) {
      gone.current = goTo;
      grid.current?.setActivePosition({ rowIdx: wanted, idx: firstIdx }, { shouldFocus: true });
    } else if (known && active === known.place && row && idOf(row) !== known.id) {
      const rowIdx = rows.findIndex((one) => idOf(one) === known.id);
      if (rowIdx !== -1) {
        grid.current?.setActivePosition({ rowIdx, idx: active.idx }, { shouldFocus: true });
      }
    } else {
      activeRow.current = active && row && { id: idOf(row), place: active };
    }
  }, [grid, rows, active, goTo, firstIdx]);
}

function placeOfRef(rows: readonly GridRow[], ref: string | undefined): number {
  return ref === undefined ? -1 : rows.findIndex(({ change }) => change?.ref === ref);
}

function idOf({ index, change }: GridRow): string | number {
  return change?.kind === 'insert' ? change.ref : index;
}
