import type { SqlResult } from '@causeway/contract/sql.ts';
import { use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  DataGrid,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type Column,
  type DataGridHandle,
  type RenderEditCellProps,
  type SortColumn,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { useTranslation } from 'react-i18next';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { Icon } from '#ui/icon.tsx';
import { CellView, isNumber } from './cell-view.tsx';
import { CellInput } from '../edits/cell-input.tsx';
import { EditedValue } from '../edits/edited-value.tsx';
import type { Sort } from './compare-cells.ts';
import { DrawnContext, type CellPlace, type GridEdits } from './drawn.ts';
import classes from './result-grid.module.css';
import type { ResultRows } from './result-rows.ts';

export type Field = SqlResult['fields'][number];
type ResultGridProps = {
  label: string;
  fields: readonly Field[];
  rows: ResultRows;
  edits?: GridEdits | undefined;
  onActive?: (place: CellPlace) => void;
  onOpen?: (place: CellPlace) => void;
  onCopy?: (text: string) => void;
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
const LOOKED_AT = 50;
const SORT_MARK = 16;

/**
 * A row of the grid is only its number: what is in it is asked for while it is drawn, so that a
 * hundred thousand rows weigh no more than those on screen.
 */
export function ResultGrid(props: ResultGridProps) {
  const { label, fields, rows, edits, onActive, onOpen, onCopy, sorting } = props;
  const { t } = useTranslation('sql');
  const grid = useRef<DataGridHandle>(null);
  const version = useSyncExternalStore(rows.subscribe, rows.version);
  const numbers = useMemo(() => Array.from({ length: rows.length }, (_, row) => row), [rows]);
  const editable = fields.map((_, at) => edits?.columnAt(at) !== undefined);
  const editableKey = editable.join();
  const isSortable = sorting !== undefined;
  const columns = useMemo(
    () => [
      numberColumn(t('grid.number')),
      ...fields.map((field, at) =>
        gridColumn({ field, at, rows, isEditable: editable[at] ?? false, isSortable }),
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

  function tellRange() {
    const element = grid.current?.element;
    // Rows that could be sorted are all there.
    if (!element || sorting?.order) return;
    const first = Math.floor(element.scrollTop / ROW_HEIGHT);
    rows.show(first, first + Math.ceil(element.clientHeight / ROW_HEIGHT));
  }
  useEffect(tellRange);

  function press(args: CellKeyDownArgs<number>, event: CellKeyboardEvent) {
    if (args.mode === 'EDIT' || args.row === undefined || !args.column) return;
    const place = { row: args.row, column: args.column.idx - 1 };
    if (isUndo(event)) {
      // Left alone, a browser would take back what was typed last, in the editor above.
      event.preventDefault();
      event.preventGridDefault();
      if (event.shiftKey) edits?.redo();
      else edits?.undo();
      return;
    }
    if (place.column < 0) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      event.preventGridDefault();
      const cell = rows.rowAt(place.row)?.[place.column];
      onCopy?.(cell === null || cell === undefined ? '' : String(cell));
    } else if (event.key === 'Delete' && edits?.columnAt(place.column)?.isNullable) {
      event.preventGridDefault();
      edits.edit(place, NULL_VALUE);
    } else if (event.key === ' ' || (event.key === 'Enter' && !edits?.columnAt(place.column))) {
      event.preventDefault();
      event.preventGridDefault();
      onOpen?.(place);
    }
  }

  return (
    <DrawnContext value={drawn}>
      <DataGrid
        aria-label={label}
        className={classes.grid ?? ''}
        columns={columns}
        rows={sorting?.order ?? numbers}
        sortColumns={sortColumnsOf(fields, sorting?.sort)}
        onSortColumnsChange={([chosen]) => {
          const column = fields.findIndex((field, at) => keyOf(field, at) === chosen?.columnKey);
          sorting?.change(chosen && { column, direction: chosen.direction });
        }}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={HEADER_HEIGHT}
        ref={grid}
        onScroll={tellRange}
        onCellKeyDown={press}
        onCellDoubleClick={({ row, column }) => {
          const place = { row, column: column.idx - 1 };
          if (place.column >= 0 && !edits?.columnAt(place.column)) onOpen?.(place);
        }}
        onActivePositionChange={({ row, column }) => {
          if (row !== undefined && column && column.idx > 0) {
            onActive?.({ row, column: column.idx - 1 });
          }
        }}
      />
    </DrawnContext>
  );
}

function numberColumn(name: string): Column<number> {
  return {
    key: '#',
    name,
    width: 56,
    frozen: true,
    cellClass: classes.number ?? '',
    headerCellClass: classes.corner ?? '',
    renderHeaderCell: () => <span aria-label={name}>#</span>,
    renderCell: ({ row }) => row + 1,
  };
}

function keyOf({ name }: Field, at: number): string {
  return `${at} ${name}`;
}

function sortColumnsOf(fields: readonly Field[], sort: Sort | undefined): SortColumn[] {
  const field = sort && fields[sort.column];
  return field ? [{ columnKey: keyOf(field, sort.column), direction: sort.direction }] : [];
}

type GridColumn = {
  field: Field;
  at: number;
  rows: ResultRows;
  isEditable: boolean;
  isSortable: boolean;
};

function gridColumn({ field, at, rows, isEditable, isSortable }: GridColumn): Column<number> {
  const isRight = isNumber(field.type);
  return {
    key: keyOf(field, at),
    name: field.name,
    sortable: isSortable,
    width: widthOf(field, at, rows),
    minWidth: 50,
    maxWidth: 1200,
    resizable: true,
    cellClass: isRight ? (classes.right ?? '') : '',
    renderHeaderCell: ({ sortDirection }) => (
      <span className={classes.head} data-right={isRight || undefined}>
        <span className={classes.name}>{field.name}</span>
        <span className={classes.type}>{field.type}</span>
        {sortDirection && (
          <Icon name={sortDirection === 'ASC' ? 'arrowUp' : 'arrowDown'} size={12} />
        )}
      </span>
    ),
    renderCell: ({ row }) => <ResultCell row={row} column={at} type={field.type} />,
    ...(isEditable && {
      renderEditCell: ({ row, onClose }: RenderEditCellProps<number>) => (
        <CellInput row={row} at={at} onClose={() => onClose(false, true)} />
      ),
      editable: isEditable,
      // What is typed is staged at once, which draws the row anew under its editor.
      editorOptions: { closeOnExternalRowChange: false },
    }),
  };
}

function ResultCell({ row, column, type }: { row: number; column: number; type: string }) {
  const drawn = use(DrawnContext);
  const staged = drawn?.edits?.stagedAt(row, column);
  if (staged) {
    return (
      <span className={classes.staged}>
        <EditedValue value={staged} type={type} />
      </span>
    );
  }
  const cell = drawn?.rows.rowAt(row)?.[column];
  return cell === undefined ? (
    <span className={classes.blank} />
  ) : (
    <CellView cell={cell} type={type} />
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
    Math.min(Math.max(longest * 7.8 + 22, forName, 70), isNumber(type) ? 440 : 340),
  );
}

function isUndo({ ctrlKey, metaKey, key }: CellKeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z';
}
