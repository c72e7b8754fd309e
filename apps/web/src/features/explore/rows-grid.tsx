import { useMemo, useState, type ReactNode } from 'react';
import {
  DataGrid,
  SelectColumn,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type Column,
  type ColumnWidths,
  type PositionChangeArgs,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { isNumber } from './cell-display.ts';
import { CellView } from './cell-view.tsx';
import type { ColumnLayout } from './column-layout.ts';
import { fitColumns } from './fit-columns.ts';
import { ColumnActionsContext, ColumnHeader, type ColumnActions } from './column-header.tsx';
import classes from './rows-grid.module.css';
import type { TableColumns, ShownColumn } from './table-columns.ts';
import type { Sort } from './table-view.ts';
import type { Row } from './use-rows.ts';
import { useVisibleRange } from './use-visible-range.ts';

const ROW_HEIGHT = 30;
const HEADER_HEIGHT = 32;

type RowsGridProps = {
  label: string;
  rows: Row[];
  columns: TableColumns;
  sorts: Sort[];
  selected: ReadonlySet<number>;
  isOutdated: boolean;
  actions: ColumnActions;
  /** Where a value of a foreign key leads to. */
  hrefOf: (row: Row, column: ShownColumn) => string | undefined;
  onSelect: (rows: ReadonlySet<number>) => void;
  onReorder: (moved: string, target: string) => void;
  onActive: (row: Row, column: string) => void;
  onOpen: () => void;
  onClose: () => void;
  onCopy: () => void;
  onRange: (first: number, last: number) => void;
};

/** The table mode: a row a line, a column a column. */
export function RowsGrid(props: RowsGridProps) {
  const { t } = useTranslation('explore');
  const { label, rows, columns, sorts, selected, isOutdated, actions, hrefOf } = props;
  const { onSelect, onReorder, onActive, onOpen, onClose, onCopy, onRange } = props;
  const [widths] = useState(() => fitColumns(columns.all, rows));
  const gridColumns = useMemo(
    () => [
      { ...SelectColumn, width: 36, minWidth: 36, maxWidth: 36, cellClass: classes.select },
      ...columns.shown.map((column) =>
        gridColumn(column, { sorts, hrefOf, width: widths.get(column.name) }),
      ),
    ],
    // A column is made anew only when something else is to be seen of it: its cells are drawn again then.
    // oxlint-disable-next-line react/exhaustive-deps
    [JSON.stringify(columns.shown), JSON.stringify(sorts)],
  );

  const { grid, tellRange } = useVisibleRange(rows, ({ scrollTop, clientHeight }) =>
    onRange(
      Math.floor(scrollTop / ROW_HEIGHT),
      Math.floor((scrollTop + clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1,
    ),
  );

  function activate({ row, column }: PositionChangeArgs<Row>) {
    if (row && column) onActive(row, column.key);
  }

  function press(args: CellKeyDownArgs<Row>, event: CellKeyboardEvent) {
    if (args.mode !== 'ACTIVE' || !args.row || args.column?.key === SelectColumn.key) return;
    const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey);
    if (isCopy) onCopy();
    else if (event.key === 'Enter' || event.key === ' ') onOpen();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.preventGridDefault();
  }

  function open({ row, column }: CellMouseArgs<Row>) {
    if (column.key === SelectColumn.key) return;
    onActive(row, column.key);
    onOpen();
  }

  const columnWidths = useMemo(() => widthsOf(columns.layout), [columns.layout]);
  function rememberWidths(next: ColumnWidths) {
    const resized = [...next].filter(([, { type }]) => type === 'resized');
    const widths = Object.fromEntries(resized.map(([name, { width }]) => [name, width]));
    columns.changeLayout({ ...columns.layout, widths });
  }

  return (
    <ColumnActionsContext value={actions}>
      <DataGrid
        aria-label={label}
        className={`${classes.grid} ${isOutdated ? classes.outdated : ''}`}
        columns={gridColumns}
        rows={rows}
        rowKeyGetter={keyOf}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={HEADER_HEIGHT}
        selectedRows={selected}
        onSelectedRowsChange={onSelect}
        onActivePositionChange={activate}
        onCellKeyDown={press}
        onCellDoubleClick={open}
        onColumnsReorder={onReorder}
        columnWidths={columnWidths}
        onColumnWidthsChange={rememberWidths}
        ref={grid}
        onScroll={tellRange}
        renderers={{
          renderCheckbox: ({ onChange, indeterminate, ...box }) => (
            <input
              {...box}
              type="checkbox"
              className={classes.checkbox}
              aria-label={box['aria-label'] ?? t('select')}
              ref={(element) => {
                if (element) element.indeterminate = indeterminate ?? false;
              }}
              onChange={(event) =>
                onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
              }
            />
          ),
        }}
      />
    </ColumnActionsContext>
  );
}

function widthsOf({ widths }: ColumnLayout): ColumnWidths {
  return new Map(Object.entries(widths).map(([name, width]) => [name, { type: 'resized', width }]));
}

function keyOf(row: Row): number {
  return row.index;
}

type Drawing = Pick<RowsGridProps, 'sorts' | 'hrefOf'> & { width: number | undefined };

function gridColumn(column: ShownColumn, { sorts, hrefOf, width }: Drawing): Column<Row> {
  return {
    key: column.name,
    name: column.label,
    width,
    minWidth: 60,
    maxWidth: 1200,
    frozen: column.isPinned,
    resizable: true,
    draggable: true,
    ...(isNumber(column) && { cellClass: classes.number }),
    renderHeaderCell: ({ tabIndex }) => (
      <ColumnHeader column={column} sorts={sorts} tabIndex={tabIndex} />
    ),
    renderCell: ({ row }) => drawCell(row, column, hrefOf),
  };
}

function drawCell(row: Row, column: ShownColumn, hrefOf: Drawing['hrefOf']): ReactNode {
  const cell = row.cells?.[column.place];
  if (cell === undefined) return <span className={classes.blank} />;
  const href = column.foreignKey && cell !== null ? hrefOf(row, column) : undefined;
  if (!href) return <CellView cell={cell} column={column} />;
  return (
    <span className={classes.reference}>
      <CellView cell={cell} column={column} />
      <AppLink
        className={classes.follow}
        href={href}
        tabIndex={-1}
        aria-label={`${column.foreignKey?.references.table} ${String(cell)}`}
      >
        <Icon name="arrowRight" size={13} />
      </AppLink>
    </span>
  );
}
