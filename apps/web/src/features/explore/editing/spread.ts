import type { StagedValue } from '@causeway/contract/edits.ts';
import { editorKindOf } from '#platform/value-editors/editor-kind.ts';
import type { ShownColumn } from '../table-columns.ts';
import { cellIn, valueIn, type GridRow } from './grid-rows.ts';
import type { PastedCell } from './pasted.ts';
import { isComputed, type CellEdit } from './stage.ts';

/** Edits of one row; several of them are one step. */
export type RowEdits = { row: GridRow; edits: CellEdit[] };

/** What a pasted cell means for a column: nothing at all is NULL where that is allowed. */
export function valueOfPasted(cell: PastedCell, column: ShownColumn): StagedValue {
  if (cell !== null) return { set: cell };
  if (column.isNullable) return { null: true };
  return editorKindOf(column) === 'text' ? { set: '' } : { default: true };
}

type PasteTarget = {
  rows: readonly GridRow[];
  columns: readonly ShownColumn[];
  /** Where the first cell goes; a single value fills the whole range. */
  top: number;
  left: number;
  bottom: number;
  right: number;
};

export type PastedEdits = {
  edits: RowEdits[];
  /** Rows beyond the last one: they become new ones. */
  added: Record<string, StagedValue>[];
};

/** Spreads copied cells over the grid from a cell on, as a spreadsheet does. */
export function pasteOver(pasted: PastedCell[][], target: PasteTarget): PastedEdits {
  const { rows, columns, top, left, bottom, right } = target;
  const [first = []] = pasted;
  const isOne = pasted.length === 1 && first.length === 1;
  const lines = isOne
    ? Array.from({ length: bottom - top + 1 }, () =>
        Array.from({ length: right - left + 1 }, () => first[0] ?? null),
      )
    : pasted;
  const edits: RowEdits[] = [];
  const added: Record<string, StagedValue>[] = [];
  lines.forEach((cells, down) => {
    const row = rows[top + down];
    const placed = cells.flatMap((cell, along) => {
      const column = columns[left + along];
      if (!column || isComputed(column)) return [];
      return { column: column.name, value: valueOfPasted(cell, column) };
    });
    if (row) edits.push({ row, edits: placed });
    else added.push(Object.fromEntries(placed.map(({ column, value }) => [column, value])));
  });
  return { edits, added };
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

/** A range as spreadsheets read it: no names, NULL as nothing, an empty text in quotes. */
export function rangeText(rows: readonly GridRow[], columns: readonly ShownColumn[]): string {
  return rows
    .map((row) => columns.map((column) => quoteCell(cellIn(row, column))).join('\t'))
    .join('\n');
}

function quoteCell(cell: string | number | boolean | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  return text !== '' && !/["\t\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
