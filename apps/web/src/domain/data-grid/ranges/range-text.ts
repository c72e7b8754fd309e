import type { Cell } from '../cell-display.ts';

/** Cells as spreadsheets read them: NULL as nothing, an empty text in quotes. */
export function rangeText(rows: readonly (readonly (Cell | undefined)[])[]): string {
  return rows.map((cells) => cells.map(quoteCell).join('\t')).join('\n');
}

function quoteCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  return text !== '' && !/["\t\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
