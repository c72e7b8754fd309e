import { useMemo, useState } from 'react';
import { inField, withLineEndsOf } from '#platform/code-editor/line-end.ts';
import { shortText } from '#domain/data-grid/cell-display.ts';
import { DataGrid, type Column, type RenderEditCellProps } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import classes from './cells-grid.module.css';

/** One line of a table; a cell that is not there is undefined. */
export type CellRow = { index: number; cells: (string | undefined)[] };

type CellsGridProps = {
  label: string;
  columns: string[];
  rows: CellRow[];
  isReadOnly: boolean;
  /** Cells that are shown but not typed into, like objects inside of a table. */
  isFixed?: (row: CellRow, column: number) => boolean;
  onCell: (row: CellRow, column: number, text: string) => void;
  onActive?: (row: CellRow | undefined) => void;
};

/** A table to type into; only what is on screen is drawn. */
export function CellsGrid(props: CellsGridProps) {
  const { label, columns, rows, isReadOnly, isFixed, onCell, onActive } = props;
  // Widths follow what was there at first and grow with what is entered, never with every letter.
  const [sample, setSample] = useState(() => rows.slice(0, 50));
  const gridColumns = useMemo(
    () => [
      numberColumn,
      ...columns.map((name, place) => cellColumn(name, place, widthOf(name, place, sample))),
    ],
    [columns, sample],
  );
  return (
    <DataGrid
      aria-label={label}
      className={classes.grid ?? ''}
      columns={gridColumns.map((column) =>
        column.key === NUMBER
          ? column
          : {
              ...column,
              editable: (row: CellRow) => !isReadOnly && !isFixed?.(row, Number(column.key)),
            },
      )}
      rows={rows}
      rowKeyGetter={({ index }) => index}
      rowHeight={30}
      headerRowHeight={32}
      defaultColumnOptions={{ resizable: true, minWidth: 60 }}
      onRowsChange={(changed, { indexes: [place = -1], column }) => {
        const row = changed[place];
        if (!row) return;
        setSample([...sample, row]);
        onCell(row, Number(column.key), row.cells[Number(column.key)] ?? '');
      }}
      onActivePositionChange={({ row }) => onActive?.(row)}
      // Enter opens a cell and closes it, and never comes to stand in it; with Shift it begins a line.
      onCellKeyDown={({ mode }, event) => {
        if (event.key !== 'Enter') return;
        if (mode === 'EDIT' && event.shiftKey) event.preventGridDefault();
        else event.preventDefault();
      }}
    />
  );
}

const NUMBER = 'number';

const numberColumn: Column<CellRow> = {
  key: NUMBER,
  name: '',
  width: 56,
  frozen: true,
  resizable: false,
  cellClass: classes.number ?? '',
  renderCell: ({ row }) => row.index,
};

function cellColumn(name: string, place: number, width: number): Column<CellRow> {
  return {
    key: String(place),
    name: name === '' ? '–' : name,
    width,
    renderCell: ({ row }) => {
      const cell = row.cells[place];
      return cell === undefined ? <span className={classes.absent}>–</span> : shortText(cell);
    },
    renderEditCell: (props) => <CellInput {...props} />,
    editorOptions: { commitOnOutsideClick: true },
  };
}

/** As wide as its longest value, within reason. */
function widthOf(name: string, place: number, sample: CellRow[]): number {
  const longest = Math.max(
    name.length + 1,
    ...sample.map(({ cells }) => (cells[place] ?? '').length),
  );
  return Math.min(360, Math.max(72, longest * 7.6 + 24));
}

type CellInputProps = Pick<
  RenderEditCellProps<CellRow>,
  'row' | 'column' | 'onRowChange' | 'onClose'
>;

/** A field of one line would take the line breaks out of a value. */
export function CellInput({ row, column, onRowChange, onClose }: CellInputProps) {
  const place = Number(column.key);
  const value = row.cells[place] ?? '';
  // As it was opened: another field would lose the place somebody types at.
  const [before] = useState(value);
  const field = {
    'aria-label': String(column.name),
    autoFocus: true,
    value: inField(value),
    onFocus: ({ currentTarget }: { currentTarget: { select(): void } }) => currentTarget.select(),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const typed = withLineEndsOf(before, currentTarget.value);
      onRowChange({ ...row, cells: fill(row.cells, place).with(place, typed) });
    },
    onBlur: () => onClose(true, false),
  };
  return /[\r\n]/.test(before) ? (
    <textarea {...field} className={classes.lines} rows={linesOf(before)} />
  ) : (
    <input {...field} className={classes.input} />
  );
}

const MOST_LINES = 10;

function linesOf(text: string): number {
  return Math.min(MOST_LINES, text.split(/\r\n|\r|\n/).length + 1);
}

function fill(cells: (string | undefined)[], place: number): (string | undefined)[] {
  const missing = Math.max(0, place + 1 - cells.length);
  return [...cells, ...Array.from<undefined>({ length: missing })];
}
