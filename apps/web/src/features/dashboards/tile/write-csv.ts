import { isNumberType, type Cell } from '@causeway/contract/artifacts.ts';
import { withoutFormula } from '@causeway/contract/csv.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';

/** Rows as the database printed them. NULL is nothing, an empty text is two quotes. */
export function writeCsv({ fields, rows }: Pick<QueryRows, 'fields' | 'rows'>): string {
  const lines = [
    fields.map(({ name }) => quoted(withoutFormula(name))),
    ...rows.map((row) =>
      fields.map(({ type }, place) => writeCell(row[place] ?? null, isNumberType(type))),
    ),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function writeCell(cell: Cell, isNumber: boolean): string {
  if (cell === null) return '';
  return quoted(isNumber ? String(cell) : withoutFormula(String(cell)));
}

function quoted(text: string): string {
  const isPlain = text !== '' && !['"', ',', '\n', '\r'].some((sign) => text.includes(sign));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
