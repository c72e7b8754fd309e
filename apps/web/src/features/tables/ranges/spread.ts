import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { rangeText as textOfCells } from '#domain/data-grid/ranges/range-text.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import { cellIn, valueIn, type GridRow } from '../edits/grid-rows.ts';
import type { PastedCell } from './pasted.ts';
import { isComputed, type CellEdit } from '#domain/row-drafts/stage.ts';

/** Edits of one row; several of them are one step. */
export type RowEdits = { row: GridRow; edits: CellEdit[] };

/** What a pasted cell means for a column: nothing at all is NULL where that is allowed. */
export function valueOfPasted(cell: PastedCell, column: ShownColumn): StagedValue {
  if (cell !== null) return { set: cell };
  if (column.isNullable) return { null: true };
  return editorKindOf(column) === 'text' ? { set: '' } : { default: true };
}

type PasteTarget = CellRange & {
  rows: readonly GridRow[];
  columns: readonly ShownColumn[];
  /** The last row is the last of the table: what is below it becomes new rows. */
  isEnd: boolean;
};

export type PastedEdits = {
  edits: RowEdits[];
  /** Rows beyond the last one: they become new ones. */
  added: Record<string, StagedValue>[];
  /** What found no place, to be told: values right of the last column, lines where no row is loaded. */
  beyond: { values: number; lines: number };
};

/** Spreads copied cells over the grid from a cell on, as a spreadsheet does. */
export function pasteOver(pasted: PastedCell[][], target: PasteTarget): PastedEdits {
  const { rows, columns, top, left, isEnd } = target;
  const edits: RowEdits[] = [];
  const added: Record<string, StagedValue>[] = [];
  const beyond = { values: 0, lines: 0 };
  repeatOver(pasted, target).forEach((cells, down) => {
    const row = rows[top + down];
    const isThere = row ? row.cells !== undefined || row.change?.kind === 'insert' : isEnd;
    if (!isThere) {
      beyond.lines += 1;
      return;
    }
    beyond.values += countBeyond(cells, columns.length - left);
    const placed = cells.flatMap((cell, along) => {
      const column = columns[left + along];
      if (!column || isComputed(column)) return [];
      return { column: column.name, value: valueOfPasted(cell, column) };
    });
    if (row) edits.push({ row, edits: placed });
    else added.push(Object.fromEntries(placed.map(({ column, value }) => [column, value])));
  });
  return { edits, added, beyond };
}

/** Values right of the last column. */
export function countBeyond(cells: readonly PastedCell[], width: number): number {
  return cells.slice(width).filter((cell) => cell !== null).length;
}

/** What fits a whole number of times into the marked cells fills them all. */
function repeatOver(
  pasted: PastedCell[][],
  { top, bottom, left, right }: CellRange,
): PastedCell[][] {
  const height = pasted.length;
  const width = pasted[0]?.length ?? 0;
  const isEven = pasted.every((line) => line.length === width);
  const [down, along] = [(bottom - top + 1) / height, (right - left + 1) / width];
  if (!isEven || !Number.isInteger(down) || !Number.isInteger(along)) return pasted;
  return Array.from({ length: down }, () =>
    pasted.map((line) => Array.from({ length: along }, () => line).flat()),
  ).flat();
}

/** New rows from copied cells; the columns are those of a first line of names, else those on screen. */
export function pasteAsRows(
  pasted: PastedCell[][],
  columns: readonly ShownColumn[],
): Record<string, StagedValue>[] {
  return pasted.map((cells) => {
    const pairs = cells.flatMap((cell, at): [string, StagedValue][] => {
      const column = columns[at];
      // What is not there in a new row is left to the table.
      if (!column || isComputed(column) || cell === null) return [];
      return [[column.name, { set: cell }]];
    });
    return Object.fromEntries(pairs);
  });
}

/** The first row of a range, spread over the others. */
export function fillDown(rows: readonly GridRow[], columns: readonly ShownColumn[]): RowEdits[] {
  const [source, ...targets] = rows;
  if (!source) return [];
  const edits = columns
    .filter((column) => !isComputed(column))
    .map((column) => ({ column: column.name, value: valueIn(source, column) }));
  return targets.map((row) => ({ row, edits }));
}

/** A range as spreadsheets read it, without names. */
export function rangeText(rows: readonly GridRow[], columns: readonly ShownColumn[]): string {
  return textOfCells(rows.map((row) => columns.map((column) => cellIn(row, column))));
}
