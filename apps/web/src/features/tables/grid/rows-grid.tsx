import { memo, useEffect, useMemo, useRef, useState, type ClipboardEvent } from 'react';
import {
  DataGrid,
  SelectColumn,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  type ColumnWidths,
  type PositionChangeArgs,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import theme from '#domain/data-grid/grid.module.css';
import { OpeningContext, type Opening } from '#domain/data-grid/opening.ts';
import { letRowsPass, usePuttingInOrder } from '#domain/data-grid/passing-rows.ts';
import { isTyping, pressWhileTyping } from '#domain/data-grid/typing.ts';
import { ColumnActionsContext, type ColumnActions } from './column-header.tsx';
import type { ColumnLayout } from './column-layout.ts';
import { preloadCellPopup } from '#domain/data-grid/cell-editor.tsx';
import {
  CellRangeContext,
  FIRST_IDX,
  isInRange,
  rangeBetween,
  type CellPlace,
  type CellRange,
} from '#domain/data-grid/ranges/cell-range.ts';
import { followDrag } from '#domain/data-grid/ranges/follow-drag.ts';
import { GridEditingContext, type GridEditing } from '../edits/grid-editing.ts';
import { findGridCommand, type GridCommand } from '../edits/grid-keys.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import { isComputed } from '#domain/row-drafts/stage.ts';
import { useCellRange } from '../ranges/use-cell-range.ts';
import { FillContext, useFillHandle } from '../ranges/use-fill-handle.ts';
import { type RowNames, useStayWithRow } from '../ranges/use-stay-with-row.ts';
import { fitColumns } from './fit-columns.ts';
import { GridTextsProvider } from './grid-texts.tsx';
import {
  GUTTER_WIDTH,
  gridColumn,
  gutterColumn,
  rowClass,
  type RowDrawing,
} from './rows-grid-columns.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import classes from './rows-grid.module.css';
import type { ShownColumn, TableColumns } from '../table-columns.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';
import { useGoToEnds } from './use-go-to-ends.ts';
import { useVisibleRange } from './use-visible-range.ts';

const ROW_HEIGHT = 30;
const HEADER_HEIGHT = 32;
const DRAG_EDGES = { top: HEADER_HEIGHT, left: GUTTER_WIDTH };
/** The same for every drawing, else all boxes are drawn again. */
const renderers = { renderCheckbox: RowCheckbox };

/** The cells a command is for: those marked together, else the active one. Columns are those shown. */
export type CommandPlace = { row: GridRow; column: ShownColumn; range: CellRange };

type EditArgs = Extract<CellKeyDownArgs<GridRow>, { mode: 'EDIT' }>;

type RowsGridProps = {
  label: string;
  drawing: RowDrawing;
  rows: GridRow[];
  columns: TableColumns;
  sorts: Sort[];
  /** Stands for what narrows and orders the rows. */
  selection: string;
  names: RowNames;
  selected: ReadonlySet<number>;
  isOutdated: boolean;
  actions: ColumnActions;
  editing: GridEditing | undefined;
  /** The ref of a new row to go to once it is there. */
  goTo: string | undefined;
  onSelect: (rows: ReadonlySet<number>) => void;
  onReorder: (moved: string, target: string) => void;
  onActive: (row: GridRow, column: string) => void;
  onCommand: (command: GridCommand, place: CommandPlace) => void;
  onPaste: (text: string, place: CommandPlace) => void;
  /** Goes on with some cells over others. */
  onFill: (source: CellRange, target: CellRange) => void;
  /** The menu of a cell, where the pointer is. */
  onMenu: (place: CommandPlace, point: { x: number; y: number }) => void;
  /** Cells marked together, by the places of their rows and columns on screen. */
  onMarked: (range: CellRange | undefined) => void;
  onRange: (first: number, last: number) => void;
  /** Reads the last rows, where they are not there yet; false where they can't be read. */
  onEnd: (() => Promise<boolean>) | undefined;
};

/** The table mode: a row a line, a column a column. */
export const RowsGrid = memo(function RowsGrid(props: RowsGridProps) {
  const { label, rows, columns, sorts, selected, isOutdated, actions, editing, names } = props;
  const { onSelect, onReorder, onActive, onCommand, onPaste, onMenu, onMarked, onRange } = props;
  const [widths] = useState(() => fitColumns(columns.all, rows));
  const putInOrder = usePuttingInOrder();
  const opening = useRef<Opening>({ typed: undefined });
  const latest = useRef(props.drawing);
  latest.current = props.drawing;
  const gridColumns = useMemo(
    () => [
      gutterColumn(latest),
      ...columns.shown.map((column) =>
        gridColumn(column, { sorts, latest, width: widths.get(column.name) }),
      ),
    ],
    // A column is made anew only when something else is to be seen of it: its cells are drawn again then.
    // oxlint-disable-next-line react/exhaustive-deps
    [columns.shown, JSON.stringify(sorts), editing === undefined],
  );

  const { grid, tellRange } = useVisibleRange(rows, ({ scrollTop, clientHeight }) =>
    onRange(
      Math.floor(scrollTop / ROW_HEIGHT),
      Math.floor((scrollTop + clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1,
    ),
  );

  const cells = useCellRange({
    end: { rowIdx: rows.length - 1, idx: columns.shown.length },
    rows,
    names,
    selection: props.selection,
    pageRows: () => Math.floor((grid.current?.element?.clientHeight ?? 0) / ROW_HEIGHT) - 1,
  });
  const { active, range } = cells;
  useEffect(() => onMarked(range && inShown(range)), [range, onMarked]);

  const filling = useFillHandle({
    grid: () => grid.current?.element,
    edges: DRAG_EDGES,
    source: editing && (range ?? (active && rangeBetween(active, active))),
    onFill: (source, target) => {
      props.onFill(inShown(source), inShown(target));
      cells.markFrom(
        { rowIdx: Math.min(source.top, target.top), idx: Math.min(source.left, target.left) },
        {
          rowIdx: Math.max(source.bottom, target.bottom),
          idx: Math.max(source.right, target.right),
        },
      );
    },
  });

  const goToEnds = useGoToEnds({ grid, rows, idx: columns.shown.length, onEnd: props.onEnd });
  const { selection, goTo } = props;
  const firstIdx = firstEditable(props);
  useStayWithRow({ grid, rows, names, selection, isOutdated, opening, active, goTo, firstIdx });

  /** A cell beside those that are marked is meant alone. */
  function placeOf(at: CellPlace | undefined): CommandPlace | undefined {
    const row = at && rows[at.rowIdx];
    const column = at && columns.shown[at.idx - FIRST_IDX];
    if (!row || !column) return undefined;
    const marked = range && isInRange(range, at) ? range : rangeBetween(at, at);
    return { row, column, range: inShown(marked) };
  }

  function activate({ row, rowIdx, column }: PositionChangeArgs<GridRow>) {
    cells.activate(column && row ? { rowIdx, idx: column.idx } : undefined);
    if (!row || !column) return;
    onActive(row, column.key);
    const shown = columns.shown[column.idx - FIRST_IDX];
    if (editing && shown) preloadCellPopup(shown);
  }

  function press(args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) {
    if (args.mode === 'EDIT') {
      pressWhileTyping(event);
      if (isDoneTyping(event)) goOn(args, event.shiftKey ? -1 : 1, event);
      return;
    }
    if (!args.row || args.column?.key === SelectColumn.key) return;
    const at = { rowIdx: args.rowIdx, idx: args.column?.idx ?? 0 };
    const isMarking = cells.pressKey(at, event, (head) => grid.current?.scrollToCell(head));
    const command = findGridCommand(event);
    const place = placeOf(at);
    if (isMarking || goToEnds(event)) {
      // Done; the grid would move, and the browser mark texts.
    } else if (command && place) {
      event.preventGridDefault();
      // The browser goes on to paste, or to close what is open.
      if (command === 'paste') return;
      onCommand(command, place);
    } else if (event.key === 'Enter' && place && !isEditable(place)) {
      onCommand('openValue', place);
    } else {
      opening.current = { typed: event.key.length === 1 ? event.key : undefined };
      return;
    }
    event.preventDefault();
    event.preventGridDefault();
  }

  /** Fields over the grid, as a list to choose from, have their own use of Enter. */
  function isDoneTyping(event: CellKeyboardEvent): boolean {
    const { target, key } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    return key === 'Enter' && isField && grid.current?.element?.contains(target) === true;
  }

  /** As in a spreadsheet: Enter ends typing and goes to the row below, with Shift to the one above. */
  function goOn(args: EditArgs, step: 1 | -1, event: CellKeyboardEvent) {
    const rowIdx = args.rowIdx + step;
    if (rowIdx < 0 || rowIdx >= rows.length) return;
    event.preventDefault();
    event.preventGridDefault();
    args.onClose(true);
    grid.current?.setActivePosition({ rowIdx, idx: args.column.idx }, { shouldFocus: true });
  }

  function isEditable({ row, column }: CommandPlace): boolean {
    return props.drawing.isEditable(row, column);
  }

  function mouseDown({ rowIdx, column }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    if (event.button !== 0 || column.key === SelectColumn.key || isTyping(event.target)) return;
    const element = grid.current?.element;
    if (filling.press(event.target)) {
      event.preventDefault();
      event.preventGridDefault();
    } else if (event.shiftKey && active) {
      event.preventDefault();
      event.preventGridDefault();
      cells.markTo({ rowIdx, idx: column.idx });
    } else {
      // The grid says nothing of a click on the cell that is active already.
      cells.unmark();
      const start = { rowIdx, idx: column.idx };
      if (element) followDrag(element, DRAG_EDGES, (head) => cells.markFrom(start, head));
    }
  }

  function open({ row, column }: CellMouseArgs<GridRow>) {
    const shown = columns.shown[column.idx - FIRST_IDX];
    opening.current = { typed: undefined };
    if (!shown || props.drawing.isEditable(row, shown)) return;
    onActive(row, column.key);
    const place = placeOf({ rowIdx: rows.indexOf(row), idx: column.idx });
    if (place) onCommand('openValue', place);
  }

  function openMenu(args: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    const at = { rowIdx: args.rowIdx, idx: args.column.idx };
    const place = placeOf(at);
    if (!place) return;
    event.preventDefault();
    if (!isInRange(range, at)) args.setActivePosition();
    onMenu(place, { x: event.clientX, y: event.clientY });
  }

  function paste(event: ClipboardEvent) {
    const place = placeOf(active);
    if (!place || isTyping(event.target)) return;
    event.preventDefault();
    onPaste(event.clipboardData.getData('text/plain'), place);
  }

  const columnWidths = useMemo(() => widthsOf(columns.layout), [columns.layout]);
  function rememberWidths(next: ColumnWidths) {
    const resized = [...next].filter(([, { type }]) => type === 'resized');
    const widths = Object.fromEntries(resized.map(([name, { width }]) => [name, width]));
    // The grid also tells of widths it measured, which nobody arranged.
    if (JSON.stringify(widths) === JSON.stringify(columns.layout.widths)) return;
    columns.changeLayout({ ...columns.layout, widths });
  }

  return (
    <GridTextsProvider>
      <ColumnActionsContext value={actions}>
        <GridEditingContext value={editing}>
          <OpeningContext value={opening}>
            <CellRangeContext value={range}>
              <FillContext value={filling.marks}>
                {/* Cells take focus and keys themselves; this only hears what the grid does not tell. */}
                {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
                <div className={classes.room} onPaste={paste}>
                  <DataGrid
                    aria-label={label}
                    className={`${theme.grid} ${classes.grid} ${isOutdated ? classes.outdated : ''}`}
                    columns={gridColumns}
                    rows={rows}
                    rowKeyGetter={keyOf}
                    rowClass={rowClass}
                    rowHeight={ROW_HEIGHT}
                    headerRowHeight={HEADER_HEIGHT}
                    selectedRows={selected}
                    onSelectedRowsChange={onSelect}
                    onActivePositionChange={activate}
                    onCellKeyDown={press}
                    onCellMouseDown={mouseDown}
                    onCellDoubleClick={open}
                    onCellContextMenu={openMenu}
                    onColumnsReorder={onReorder}
                    columnWidths={columnWidths}
                    onColumnWidthsChange={rememberWidths}
                    ref={grid}
                    onScroll={({ currentTarget }) => {
                      letRowsPass(currentTarget, putInOrder);
                      tellRange();
                    }}
                    renderers={renderers}
                  />
                </div>
              </FillContext>
            </CellRangeContext>
          </OpeningContext>
        </GridEditingContext>
      </ColumnActionsContext>
    </GridTextsProvider>
  );
});

/** By the places of columns among those shown, without the one of the boxes. */
function inShown(range: CellRange): CellRange {
  return { ...range, left: range.left - FIRST_IDX, right: range.right - FIRST_IDX };
}

/** Where to start in a new row: the first column that somebody has to fill in. */
function firstEditable({ columns: { shown } }: RowsGridProps): number {
  const place = shown.findIndex((column) => !isComputed(column) && column.identity === null);
  return place === -1 ? 1 : place + 1;
}

function widthsOf({ widths }: ColumnLayout): ColumnWidths {
  return new Map(Object.entries(widths).map(([name, width]) => [name, { type: 'resized', width }]));
}

function keyOf(row: GridRow): number {
  return row.index;
}
