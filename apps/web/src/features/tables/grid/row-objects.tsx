import { jsonValue } from './copy-formats.ts';
import { LinesGrid } from './lines-grid.tsx';
import classes from './row-objects.module.css';
import type { ShownColumn } from '../table-columns.ts';
import { cellIn, type GridRow } from '../edits/grid-rows.ts';

type RowObjectsProps = {
  label: string;
  rows: GridRow[];
  columns: ShownColumn[];
  isOutdated: boolean;
  onOpen: (row: GridRow, column: string) => void;
  onRange: (first: number, last: number) => void;
};

const LINE_HEIGHT = 18;
const LONGEST_LINE = 400;

/** The JSON mode: a row an object, a column a line of it. */
export default function RowObjects({ columns, onOpen, ...grid }: RowObjectsProps) {
  return (
    <LinesGrid
      {...grid}
      lineHeight={(columns.length + 2) * LINE_HEIGHT + 18}
      render={(row) => (
        <pre className={classes.object} data-change={row.change?.kind}>
          {'{\n'}
          {columns.map((column, place) => (
            <span key={column.name}>
              {'  '}
              <button
                type="button"
                className={classes.property}
                onClick={() => onOpen(row, column.name)}
              >
                {JSON.stringify(column.name)}
              </button>
              {': '}
              <span className={classes.json} data-null={cellIn(row, column) === null}>
                {lineOf(row, column)}
              </span>
              {place < columns.length - 1 ? ',\n' : '\n'}
            </span>
          ))}
          {'}'}
        </pre>
      )}
    />
  );
}

function lineOf(row: GridRow, column: ShownColumn): string {
  const cell = cellIn(row, column);
  if (cell === undefined) return '…';
  const text = onOneLine(jsonValue(cell, column));
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}

function onOneLine(text: string): string {
  const lines = text.split('\n');
  return lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ');
}
