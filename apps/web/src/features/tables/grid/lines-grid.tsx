import type { ReactNode } from 'react';
import { DataGrid, type Column } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import classes from './lines-grid.module.css';
import type { GridRow } from '../edits/grid-rows.ts';
import { useVisibleRange } from './use-visible-range.ts';

type LinesGridProps = {
  label: string;
  rows: GridRow[];
  /** How many rows stand beside each other. */
  perLine: number;
  lineHeight: number;
  isOutdated: boolean;
  render: (row: GridRow) => ReactNode;
  onRange: (first: number, last: number) => void;
};

type Line = { index: number; rows: GridRow[] };

/** Rows as blocks of one height; only those on screen are drawn. */
export function LinesGrid(props: LinesGridProps) {
  const { label, rows, perLine, lineHeight, isOutdated, render, onRange } = props;
  const columns: Column<Line>[] = [
    {
      key: 'line',
      name: label,
      renderCell: ({ row: line }) => (
        <div
          className={classes.line}
          style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}
        >
          {line.rows.map(render)}
        </div>
      ),
    },
  ];
  const { grid, tellRange } = useVisibleRange(rows, ({ scrollTop, clientHeight }) =>
    onRange(...shownBlocks({ scrollTop, clientHeight }, { lineHeight, perLine })),
  );
  return (
    <DataGrid
      aria-label={label}
      className={`${classes.grid} ${isOutdated ? classes.outdated : ''}`}
      columns={columns}
      rows={toLines(rows, perLine)}
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

function toLines(rows: GridRow[], perLine: number): Line[] {
  return Array.from({ length: Math.ceil(rows.length / perLine) }, (_, index) => ({
    index,
    rows: rows.slice(index * perLine, (index + 1) * perLine),
  }));
}
