import { use, type ReactNode, type RefObject } from 'react';
import { SelectColumn, type Column, type RenderCellProps } from 'react-data-grid';
import { displayOf, shortText, type CellDisplay } from '#domain/data-grid/cell-display.ts';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { readableTime } from '#domain/data-grid/readable-time.ts';
import grid from '#domain/data-grid/grid.module.css';
import { ColumnHeader } from './column-header.tsx';
import { CellRangeContext, isInRange } from '#domain/data-grid/ranges/cell-range.ts';
import { FillContext } from '../ranges/use-fill-handle.ts';
import { cellIn, stagedIn, type GridRow } from '../edits/grid-rows.ts';
import { RowCellEditor } from '../edits/row-cell-editor.tsx';
import { RowMark } from '../edits/row-mark.tsx';
import { StagedCell } from '../edits/staged-cell.tsx';
import { ReferenceCell } from '../references/reference-cell.tsx';
import classes from './rows-grid.module.css';
import { isRightAligned, type ShownColumn } from '../table-columns.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';

/** What is asked while a row is drawn. */
export type RowDrawing = {
  isEditable: (row: GridRow, column: ShownColumn) => boolean;
  /** Where a value of a foreign key leads to. */
  referenceOf: (row: GridRow, column: ShownColumn) => ReferenceTarget | undefined;
  /** The page of a row; undefined where rows can not be told apart. */
  rowHref: (row: GridRow) => string | undefined;
};

/** All values of the reference a column is part of, and the row they stand for in its table. */
export type ReferenceTarget = { values: string[]; href: string };

type Latest = RefObject<RowDrawing>;
type Drawing = { sorts: Sort[]; latest: Latest; width: number | undefined };

export function gridColumn(
  column: ShownColumn,
  { sorts, latest, width }: Drawing,
): Column<GridRow> {
  return {
    key: column.name,
    name: column.label,
    width,
    minWidth: 60,
    maxWidth: 1200,
    frozen: column.isPinned,
    resizable: true,
    draggable: true,
    cellClass: (row) => cellClassOf(row, column),
    renderHeaderCell: ({ tabIndex }) => (
      <ColumnHeader column={column} sorts={sorts} tabIndex={tabIndex} />
    ),
    renderCell: (cell) => (
      <>
        <RangeMark rowIdx={cell.rowIdx} idx={cell.column.idx} />
        {drawCell(cell.row, column, latest.current)}
      </>
    ),
    editable: (row) => latest.current.isEditable(row, column),
    renderEditCell: ({ row, onClose }) => (
      <RowCellEditor row={row} column={column} onClose={() => onClose(true)} />
    ),
    // What is typed is staged at once, which changes the row under the editor.
    editorOptions: { closeOnExternalRowChange: false },
  };
}

function cellClassOf(row: GridRow, column: ShownColumn): string {
  const bare = findBare(row, column);
  const names = [
    isRightAligned(column) && grid.number,
    (bare?.kind === 'json' || bare?.kind === 'boolean') && classes.code,
    row.change?.kind === 'update' && stagedIn(row, column) && grid.changed,
    row.problem?.column === column.name && classes.refused,
  ];
  return names.filter(Boolean).join(' ');
}

/**
 * What stands in its cell as mere text, in the cell's own look: most values do. In a quick scroll
 * rows are made and thrown away in every frame, and their elements are what that costs.
 */
function findBare(row: GridRow, column: ShownColumn): CellDisplay | undefined {
  const cell = row.cells?.[column.place];
  if (cell === undefined || cell === null || cell === '') return undefined;
  if (column.foreignKey || row.change?.kind === 'insert' || stagedIn(row, column)) return undefined;
  const display = displayOf(cell, column);
  return display.kind === 'jsonNull' ? undefined : display;
}

export function rowClass({ change }: GridRow): string | undefined {
  if (change?.kind === 'insert') return grid.added;
  return change?.kind === 'delete' ? `${grid.removed} ${classes.removed}` : undefined;
}

function drawCell(row: GridRow, column: ShownColumn, drawing: RowDrawing): ReactNode {
  const bare = findBare(row, column);
  if (bare) return shortText(readableTime(bare.text, column.baseType));
  const target = column.foreignKey && drawing.referenceOf(row, column);
  const isStaged = row.change?.kind === 'insert' || stagedIn(row, column) !== undefined;
  if (isStaged && !target) return <StagedCell row={row} column={column} />;
  const cell = cellIn(row, column);
  if (cell === undefined) return <span className={grid.blank} />;
  if (!target || !column.foreignKey) return <CellView cell={cell} column={column} />;
  return (
    <ReferenceCell
      cell={cell}
      column={column}
      reference={column.foreignKey.references}
      isLast={column.foreignKey.columns.at(-1) === column.name}
      {...target}
    />
  );
}

/** Over cells that are marked together. */
function RangeMark({ rowIdx, idx }: { rowIdx: number; idx: number }) {
  const range = use(CellRangeContext);
  const { corner, target } = use(FillContext);
  const isCorner = corner?.rowIdx === rowIdx && corner.idx === idx;
  return (
    <>
      {isInRange(range, { rowIdx, idx }) && <span className={grid.inRange} />}
      {isInRange(target, { rowIdx, idx }) && <span className={classes.toFill} />}
      {isCorner && <span className={classes.fillHandle} data-fill-handle />}
    </>
  );
}

export const GUTTER_WIDTH = 58;

/** The box to tick, and beside it what is staged for the row, or the way to its page. */
export function gutterColumn(latest: Latest): Column<GridRow> {
  return {
    ...SelectColumn,
    width: GUTTER_WIDTH,
    minWidth: GUTTER_WIDTH,
    maxWidth: GUTTER_WIDTH,
    cellClass: classes.gutter,
    headerCellClass: classes.gutterHead,
    renderCell: (cell: RenderCellProps<GridRow>) => (
      <>
        {SelectColumn.renderCell?.(cell)}
        <RowMark row={cell.row} href={latest.current.rowHref(cell.row)} />
      </>
    ),
  };
}
