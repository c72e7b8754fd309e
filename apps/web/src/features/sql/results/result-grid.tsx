import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  DataGrid,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  type DataGridHandle,
  type SortColumn,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { useTranslation } from 'react-i18next';
import { preloadCellPopup } from '#domain/data-grid/cell-editor.tsx';
import gridClasses from '#domain/data-grid/grid.module.css';
import { OpeningContext, type Opening } from '#domain/data-grid/opening.ts';
import { letRowsPass, usePuttingInOrder } from '#domain/data-grid/passing-rows.ts';
import { CellRangeContext, FIRST_IDX } from '#domain/data-grid/ranges/cell-range.ts';
import { followDrag } from '#domain/data-grid/ranges/follow-drag.ts';
import { useMarking } from '#domain/data-grid/ranges/use-marking.ts';
import { isTyping, pressWhileTyping } from '#domain/data-grid/typing.ts';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { Sort } from './compare-cells.ts';
import { type MarkedCells, stagedCell } from './copied-range.ts';
import { DrawnContext, type CellPlace, type GridEdits } from './drawn.ts';
import {
  gridColumn,
  keyOf,
  NUMBER_WIDTH,
  numberColumn,
  type Field,
} from './result-grid-columns.tsx';
import type { Cell, ResultRows } from './result-rows.ts';
import { useClearMarked } from './use-clear-marked.ts';

type ResultGridProps = {
  label: string;
  fields: readonly Field[];
  rows: ResultRows;
  edits?: GridEdits | undefined;
  onActive?: (place: CellPlace) => void;
  onOpen?: (place: CellPlace) => void;
  onCopy: (cell: Cell) => void;
  /** Cells that are marked together. */
  onMarked?: (marked: MarkedCells | undefined) => void;
  onCopyMarked: (marked: MarkedCells) => void;
  sorting?: GridSorting;
};

/** Which column the rows are sorted by, and in which order their numbers come then. */
export type GridSorting = {
  sort: Sort | undefined;
  order: readonly number[] | undefined;
  change(sort: Sort | undefined): void;
};

const ROW_HEIGHT = 28;
const HEADER_HEIGHT = 30;
const DRAG_EDGES = { top: HEADER_HEIGHT, left: NUMBER_WIDTH };

/**
 * A row of the grid is only its number: what is in it is asked for while it is drawn, so that a
 * hundred thousand rows weigh no more than those on screen.
 */
export function ResultGrid(props: ResultGridProps) {
  const { label, fields, rows, edits, onActive, onOpen, onCopy, onMarked, onCopyMarked } = props;
  const { sorting } = props;
  const { t } = useTranslation('sql');
  const grid = useRef<DataGridHandle>(null);
  const putInOrder = usePuttingInOrder();
  const opening = useRef<Opening>({ typed: undefined });
  const latest = useRef(edits);
  latest.current = edits;
  const version = useSyncExternalStore(rows.subscribe, rows.version);
  const numbers = useMemo(() => Array.from({ length: rows.length }, (_, row) => row), [rows]);
  const editable = fields.map((_, at) => edits?.columnAt(at) !== undefined);
  const editableKey = editable.join();
  const isSortable = sorting !== undefined;
  const columns = useMemo(
    () => [
      numberColumn(t('grid.number')),
      ...fields.map((field, at) =>
        gridColumn({ field, at, rows, isEditable: editable[at] ?? false, isSortable, latest }),
      ),
    ],
    // oxlint-disable-next-line react/exhaustive-deps
    [fields, rows, editableKey, isSortable, t],
  );
  // Another identity makes the cells look again.
  const drawn = useMemo(
    () => ({ rows, edits }),
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, edits, version],
  );

  const order = sorting?.order;
  const cells = useMarking({
    end: { rowIdx: rows.length - 1, idx: fields.length },
    pageRows: () => Math.floor((grid.current?.element?.clientHeight ?? 0) / ROW_HEIGHT) - 1,
    selection: order ?? numbers,
  });
  const { range } = cells;
  const marked = useMemo(
    (): MarkedCells | undefined =>
      range && {
        range: { ...range, left: range.left - FIRST_IDX, right: range.right - FIRST_IDX },
        order,
      },
    [range, order],
  );
  useEffect(() => onMarked?.(marked), [marked, onMarked]);
  const clearMarked = useClearMarked({ rows, edits });
  const unmark = useRef(onMarked);
  useEffect(() => () => unmark.current?.(undefined), []);

  const rowClass = useCallback(
    (row: number) => (edits?.isRemoved(row) ? gridClasses.removed : undefined),
    // Another identity makes the rows look again.
    // oxlint-disable-next-line react/exhaustive-deps
    [edits, version],
  );

  function tellRange() {
    const element = grid.current?.element;
    // Rows that could be sorted are all there.
    if (!element || sorting?.order) return;
    const first = Math.floor(element.scrollTop / ROW_HEIGHT);
    rows.show(first, first + Math.ceil(element.clientHeight / ROW_HEIGHT));
  }
  useEffect(tellRange);

  function editableAt({ row, column }: CellPlace) {
    return edits?.isRemoved(row) ? undefined : edits?.columnAt(column);
  }

  function press(args: CellKeyDownArgs<number>, event: CellKeyboardEvent) {
    if (args.mode === 'EDIT') return pressWhileTyping(event);
    if (args.row === undefined || !args.column) return;
    const place = { row: args.row, column: args.column.idx - FIRST_IDX };
    if (isUndo(event)) {
      // Left alone, a browser would take back what was typed last, in the editor above.
      event.preventDefault();
      event.preventGridDefault();
      if (event.shiftKey) edits?.redo();
      else edits?.undo();
      return;
    }
    const at = { rowIdx: args.rowIdx, idx: Math.max(args.column.idx, FIRST_IDX) };
    if (cells.pressKey(at, event, (head) => grid.current?.scrollToCell(head))) {
      // The grid would move, and the browser mark texts.
      event.preventDefault();
      event.preventGridDefault();
      return;
    }
    if (place.column < 0) return;
    const column = editableAt(place);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      event.preventGridDefault();
      const cell = rows.rowAt(place.row)?.[place.column];
      if (marked) onCopyMarked(marked);
      else if (cell !== undefined) {
        onCopy(stagedCell(cell, { row: place.row, at: place.column }, edits));
      }
    } else if (event.key === 'Delete' && edits && marked) {
      event.preventGridDefault();
      void clearMarked(marked).catch(notifyError);
    } else if (event.key === 'Delete' && edits && column?.isNullable) {
      event.preventGridDefault();
      edits.edit(place.row, [{ column: column.name, value: NULL_VALUE }]);
    } else if (event.key === ' ' || (event.key === 'Enter' && !column)) {
      event.preventDefault();
      event.preventGridDefault();
      onOpen?.(place);
    } else {
      opening.current = { typed: event.key.length === 1 ? event.key : undefined };
    }
  }

  function mouseDown({ rowIdx, column }: CellMouseArgs<number>, event: CellMouseEvent) {
    if (event.button !== 0 || column.idx < FIRST_IDX || isTyping(event.target)) return;
    const place = { rowIdx, idx: column.idx };
    if (event.shiftKey && cells.active) {
      event.preventDefault();
      event.preventGridDefault();
      cells.markTo(place);
      return;
    }
    // The grid says nothing of a click on the cell that is active already.
    cells.unmark();
    const element = grid.current?.element;
    if (element) followDrag(element, DRAG_EDGES, (head) => cells.markFrom(place, head));
  }

  return (
    <OpeningContext value={opening}>
      <DrawnContext value={drawn}>
        <CellRangeContext value={range}>
          <DataGrid
            aria-label={label}
            className={gridClasses.grid ?? ''}
            columns={columns}
            rows={order ?? numbers}
            rowClass={rowClass}
            sortColumns={sortColumnsOf(fields, sorting?.sort)}
            onSortColumnsChange={([chosen]) => {
              const column = fields.findIndex(
                (field, at) => keyOf(field, at) === chosen?.columnKey,
              );
              sorting?.change(chosen && { column, direction: chosen.direction });
            }}
            rowHeight={ROW_HEIGHT}
            headerRowHeight={HEADER_HEIGHT}
            ref={grid}
            onScroll={({ currentTarget }) => {
              letRowsPass(currentTarget, putInOrder);
              tellRange();
            }}
            onCellKeyDown={press}
            onCellMouseDown={mouseDown}
            onCellDoubleClick={({ row, column }) => {
              const place = { row, column: column.idx - FIRST_IDX };
              opening.current = { typed: undefined };
              if (place.column >= 0 && !editableAt(place)) onOpen?.(place);
            }}
            onActivePositionChange={({ row, rowIdx, column }) => {
              const isCell = row !== undefined && column && column.idx >= FIRST_IDX;
              cells.activate(isCell ? { rowIdx, idx: column.idx } : undefined);
              if (isCell) {
                onActive?.({ row, column: column.idx - FIRST_IDX });
                const shown = edits?.columnAt(column.idx - FIRST_IDX);
                if (shown) preloadCellPopup(shown);
              }
            }}
          />
        </CellRangeContext>
      </DrawnContext>
    </OpeningContext>
  );
}

function sortColumnsOf(fields: readonly Field[], sort: Sort | undefined): SortColumn[] {
  const field = sort && fields[sort.column];
  return field ? [{ columnKey: keyOf(field, sort.column), direction: sort.direction }] : [];
}

function isUndo({ ctrlKey, metaKey, key }: CellKeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z';
}
