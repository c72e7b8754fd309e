import type { ReactNode } from 'react';
import { DataGrid, type Column } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import classes from './lines-grid.module.css';
import type { GridRow } from '../edits/grid-rows.ts';
import { useVisibleRange } from './use-visible-range.ts';

type LinesGridProps = {
  label: string;
  rows: GridRow[];
  lineHeight: number;
  isOutdated: boolean;
  render: (row: GridRow) => ReactNode;
  onRange: (first: number, last: number) => void;
};

/** Rows as blocks of one height below each other; only those on screen are drawn. */
export function LinesGrid(props: LinesGridProps) {
  const { label, rows, lineHeight, isOutdated, render, onRange } = props;
  const columns: Column<GridRow>[] = [
    {
      key: 'line',
      name: label,
      renderCell: ({ row }) => <div className={classes.line}>{render(row)}</div>,
    },
  ];
  const { grid, tellRange } = useVisibleRange(rows, ({ scrollTop, clientHeight }) =>
    onRange(...shownBlocks({ scrollTop, clientHeight }, { lineHeight, perLine: 1 })),
  );
  return (
    <DataGrid
      aria-label={label}
      className={`${classes.grid} ${isOutdated ? classes.outdated : ''}`}
      columns={columns}
      rows={rows}
      rowKeyGetter={({ index }) => index}
      rowHeight={lineHeight}
      headerRowHeight={0}
      ref={grid}
      onScroll={tellRange}
    />
  );
}

/** The first and the last block of which more than half is on screen. */
export function shownBlocks(
  { scrollTop, clientHeight }: { scrollTop: number; clientHeight: number },
  { lineHeight, perLine }: { lineHeight: number; perLine: number },
): [first: number, last: number] {
  const first = Math.round(scrollTop / lineHeight);
  const last = Math.max(first, Math.round((scrollTop + clientHeight) / lineHeight) - 1);
  return [first * perLine, (last + 1) * perLine - 1];
}
