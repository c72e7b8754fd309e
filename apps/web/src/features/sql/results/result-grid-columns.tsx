import type { SqlResult } from '@causeway/contract/sql/sql.ts';
import { use, type RefObject } from 'react';
import type { Column, RenderEditCellProps } from 'react-data-grid';
import { columnOfType, isNumberType } from '#domain/data-grid/cell-display.ts';
import { CellEditor } from '#domain/data-grid/cell-editor.tsx';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import gridClasses from '#domain/data-grid/grid.module.css';
import { CellRangeContext, FIRST_IDX, isInRange } from '#domain/data-grid/ranges/cell-range.ts';
import { ValueText } from '#domain/data-grid/value-text.tsx';
import { Icon } from '#ui/icon.tsx';
import { type Drawn, DrawnContext, type GridEdits } from './drawn.ts';
import classes from './result-grid.module.css';
import type { ResultRows } from './result-rows.ts';

export type Field = SqlResult['fields'][number];

const LOOKED_AT = 50;
const SORT_MARK = 16;
export const NUMBER_WIDTH = 56;

export function numberColumn(name: string): Column<number> {
  return {
    key: '#',
    name,
    width: NUMBER_WIDTH,
    frozen: true,
    cellClass: classes.number ?? '',
    headerCellClass: classes.corner ?? '',
    renderHeaderCell: () => <span aria-label={name}>#</span>,
    renderCell: ({ row }) => row + 1,
  };
}

export function keyOf({ name }: Field, at: number): string {
  return `${at} ${name}`;
}

type GridColumn = {
  field: Field;
  at: number;
  rows: ResultRows;
  isEditable: boolean;
  isSortable: boolean;
  /** Asked while a cell is drawn, without making the columns anew. */
  latest: RefObject<GridEdits | undefined>;
};

export function gridColumn({
  field,
  at,
  rows,
  isEditable,
  isSortable,
  latest,
}: GridColumn): Column<number> {
  const isRight = isNumberType(field.type);
  return {
    key: keyOf(field, at),
    name: field.name,
    sortable: isSortable,
    width: widthOf(field, at, rows),
    minWidth: 50,
    maxWidth: 1200,
    resizable: true,
    cellClass: (row) => cellClassOf(isRight, latest.current?.stagedAt(row, at) !== undefined),
    renderHeaderCell: ({ sortDirection }) => (
      <span className={classes.head} data-right={isRight || undefined}>
        <span className={classes.name}>{field.name}</span>
        <span className={classes.type}>{field.type}</span>
        {sortDirection && (
          <Icon name={sortDirection === 'ASC' ? 'arrowUp' : 'arrowDown'} size={12} />
        )}
      </span>
    ),
    renderCell: ({ row, rowIdx }) => (
      <ResultCell row={row} rowIdx={rowIdx} column={at} type={field.type} />
    ),
    ...(isEditable && {
      renderEditCell: ({ row, onClose }: RenderEditCellProps<number>) => (
        <ResultCellEditor row={row} at={at} onClose={() => onClose(true)} />
      ),
      editable: (row: number) => latest.current?.isRemoved(row) !== true,
      // What is typed is staged at once, which draws the row anew under its editor.
      editorOptions: { closeOnExternalRowChange: false },
    }),
  };
}

function cellClassOf(isRight: boolean, isStaged: boolean): string {
  return [isRight && gridClasses.number, isStaged && gridClasses.changed].filter(Boolean).join(' ');
}

type ResultCellEditorProps = { row: number; at: number; onClose: () => void };

/** The editor of a cell, for a row of a result. */
function ResultCellEditor({ row, at, onClose }: ResultCellEditorProps) {
  const edits = use(DrawnContext)?.edits;
  const column = edits?.columnAt(at);
  if (!edits || !column) return null;
  return (
    <CellEditor
      connectorId={edits.connectorId}
      column={column}
      valueOf={(name) => edits.valueOf(row, name)}
      onEdits={(changed, session) => edits.edit(row, changed, session)}
      onCancel={edits.takeBack}
      onClose={onClose}
    />
  );
}

type ResultCellProps = { row: number; rowIdx: number; column: number; type: string };

function ResultCell({ row, rowIdx, column, type }: ResultCellProps) {
  const isMarked = isInRange(use(CellRangeContext), { rowIdx, idx: column + FIRST_IDX });
  const value = drawValue(use(DrawnContext), { row, column, type });
  // Elements are what a quick scroll costs: a cell that is not marked has no more of them.
  if (!isMarked) return value;
  return (
    <>
      <span className={gridClasses.inRange} />
      {value}
    </>
  );
}

function drawValue(drawn: Drawn | undefined, at: Omit<ResultCellProps, 'rowIdx'>) {
  const { row, column, type } = at;
  const staged = drawn?.edits?.stagedAt(row, column);
  if (staged) return <ValueText value={staged} />;
  const cell = drawn?.rows.rowAt(row)?.[column];
  return cell === undefined ? (
    <span className={gridClasses.blank} />
  ) : (
    <CellView cell={cell} column={columnOfType(type)} />
  );
}

/** Names and the first values can be read; a number that is cut off reads as another one. */
function widthOf({ name, type }: Field, at: number, rows: ResultRows): number {
  let longest = 4;
  for (let row = 0; row < Math.min(LOOKED_AT, rows.length); row += 1) {
    const cell = rows.rowAt(row)?.[at];
    longest = Math.max(longest, cell === null || cell === undefined ? 4 : String(cell).length);
  }
  const forName = (name.length + type.length) * 7 + 34 + SORT_MARK;
  return Math.round(
    Math.min(Math.max(longest * 7.8 + 22, forName, 70), isNumberType(type) ? 440 : 340),
  );
}
