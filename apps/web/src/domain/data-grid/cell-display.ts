import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import { isJson } from '#domain/connectors/column-kind.ts';

export type Cell = RowsPage['rows'][number][number];

/**
 * How a value is told apart at a glance: SQL NULL, JSON's null and an empty text are no text, and the
 * text NULL is one.
 */
export type CellKind = 'null' | 'empty' | 'jsonNull' | 'json' | 'number' | 'boolean' | 'text';
export type CellDisplay = { kind: CellKind; text: string };

/** The start of a longer value; the whole of it is in the value panel. */
const LONGEST_IN_GRID = 300;

export function displayOf(cell: Cell, column: Pick<TableColumn, 'baseType' | 'category'>) {
  const text = textOf(cell);
  return { kind: kindOf(cell, column), text } satisfies CellDisplay;
}

/** One line of the value, line breaks made visible. */
export function shortText(text: string): string {
  const line = text.slice(0, LONGEST_IN_GRID).replace(/\r\n|\r|\n/g, ' ↵ ');
  return text.length > LONGEST_IN_GRID ? `${line}…` : line;
}

export function textOf(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

export function isNumber({ category }: Pick<TableColumn, 'category'>): boolean {
  return category === 'N';
}

function kindOf(cell: Cell, column: Pick<TableColumn, 'baseType' | 'category'>): CellKind {
  if (cell === null) return 'null';
  if (isJson(column)) return String(cell).trim() === 'null' ? 'jsonNull' : 'json';
  if (cell === '') return 'empty';
  if (typeof cell === 'boolean') return 'boolean';
  return isNumber(column) ? 'number' : 'text';
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'money', 'oid']);

/** Of a result only the names of its types are known. */
export function columnOfType(type: string): Pick<TableColumn, 'baseType' | 'category'> {
  return { baseType: type, category: isNumberType(type) ? 'N' : 'S' };
}

export function isNumberType(type: string): boolean {
  return NUMBERS.has(type);
}
