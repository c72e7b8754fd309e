import { useElementSize } from '@mantine/hooks';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { jsonValue } from './copy-formats.ts';
import { LinesGrid } from './lines-grid.tsx';
import classes from './row-blocks.module.css';
import type { ShownColumn } from '../table-columns.ts';
import { cellIn, type GridRow } from '../edits/grid-rows.ts';

type RowBlocksProps = {
  label: string;
  rows: GridRow[];
  columns: ShownColumn[];
  isOutdated: boolean;
  onOpen: (row: GridRow, column: string) => void;
  onRange: (first: number, last: number) => void;
};

/** The modes in which a row is more than a line. */
export function RowBlocks({ mode, ...blocks }: RowBlocksProps & { mode: 'cards' | 'json' }) {
  return mode === 'cards' ? <RowCards {...blocks} /> : <RowObjects {...blocks} />;
}

/** What people usually call the column that names a row. */
const TITLES = new Set(['name', 'title', 'label', 'subject', 'number', 'email', 'code']);

const CARD_WIDTH = 300;
const MOST_FIELDS = 8;
const FIELD_HEIGHT = 22;
const CARD_EDGES = 50;

/** The cards mode: a row a card, with its first columns. */
function RowCards({ columns, onOpen, ...grid }: RowBlocksProps) {
  const { ref, width } = useElementSize();
  const title = columns.find(({ name }) => TITLES.has(name)) ?? columns[0];
  const fields = columns.filter((column) => column !== title).slice(0, MOST_FIELDS);
  return (
    <div ref={ref} className={classes.room}>
      <LinesGrid
        {...grid}
        perLine={Math.max(1, Math.floor(width / CARD_WIDTH))}
        lineHeight={fields.length * FIELD_HEIGHT + CARD_EDGES}
        render={(row) => (
          <button
            key={row.index}
            type="button"
            className={classes.card}
            data-change={row.change?.kind}
            onClick={() => title && onOpen(row, title.name)}
          >
            {title && isThere(row) && (
              <span className={classes.title}>
                <CellView cell={cellIn(row, title) ?? null} column={title} />
              </span>
            )}
            {isThere(row) &&
              fields.map((column) => (
                <span key={column.name} className={classes.field}>
                  <span className={classes.name}>{column.label}</span>
                  <span className={classes.value}>
                    <CellView cell={cellIn(row, column) ?? null} column={column} />
                  </span>
                </span>
              ))}
          </button>
        )}
      />
    </div>
  );
}

const LINE_HEIGHT = 18;
const LONGEST_LINE = 400;

/** The JSON mode: a row an object, a column a line of it. */
function RowObjects({ columns, onOpen, ...grid }: RowBlocksProps) {
  return (
    <LinesGrid
      {...grid}
      perLine={1}
      lineHeight={(columns.length + 2) * LINE_HEIGHT + 18}
      render={(row) => (
        <pre key={row.index} className={classes.object} data-change={row.change?.kind}>
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

/** A new row is there before the database has it. */
function isThere(row: GridRow): boolean {
  return row.cells !== undefined || row.change !== undefined;
}
