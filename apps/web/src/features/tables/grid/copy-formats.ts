import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { isJson } from '#domain/connectors/column-kind.ts';
import { isNumber, type Cell } from '#domain/data-grid/cell-display.ts';

export const copyFormats = ['csv', 'tsv', 'json', 'markdown', 'sql'] as const;
export type CopyFormat = (typeof copyFormats)[number];

export type CopiedColumn = Pick<TableColumn, 'name' | 'baseType' | 'category'> &
  Partial<Pick<TableColumn, 'generated' | 'identity'>>;
export type CopiedRows = {
  schema: string;
  table: string;
  columns: CopiedColumn[];
  /** Cells in the order of the columns. */
  rows: Cell[][];
};

/** Rows as text for another program; every digit stays as the database printed it. */
export function formatRows(format: CopyFormat, copied: CopiedRows): string {
  return writers[format](copied);
}

const writers: Record<CopyFormat, (copied: CopiedRows) => string> = {
  csv: (copied) => separated(copied, ','),
  tsv: (copied) => separated(copied, '\t'),
  json: toJson,
  markdown: toMarkdown,
  sql: toInserts,
};

/** For `where id in …`: each value once, without nulls. */
export function toInList(column: CopiedColumn, cells: Cell[]): string {
  const values = cells.filter((cell) => cell !== null).map((cell) => literal(cell, column));
  return `(${[...new Set(values)].join(', ')})`;
}

/** RFC 4180: a null has nothing between its commas, an empty text has quotes. */
function separated({ columns, rows }: CopiedRows, delimiter: string): string {
  const quote = (cell: Cell) => {
    if (cell === null) return '';
    const text = String(cell);
    const isPlain = text !== '' && !text.includes(delimiter) && !/["\r\n]/.test(text);
    return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
  };
  const head = columns.map(({ name }) => quote(name));
  return [head, ...rows.map((row) => row.map(quote))]
    .map((line) => line.join(delimiter))
    .join('\n');
}

function toJson({ columns, rows }: CopiedRows): string {
  const objects = rows.map((row) => {
    const pairs = columns.map(
      (column, index) => `${JSON.stringify(column.name)}: ${jsonValue(row[index] ?? null, column)}`,
    );
    return `  { ${pairs.join(', ')} }`;
  });
  return `[\n${objects.join(',\n')}\n]`;
}

/** Numbers too large for a program's own are numbers in JSON all the same; NaN is not. */
export function jsonValue(cell: Cell, column: CopiedColumn): string {
  if (cell === null) return 'null';
  if (isJson(column)) return String(cell);
  if (isNumber(column) && JSON_NUMBER.test(String(cell))) return String(cell);
  return JSON.stringify(cell);
}

function toMarkdown({ columns, rows }: CopiedRows): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const escape = (text: string) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|')
      .replace(/\r\n|\r|\n/g, '<br>');
  return [
    line(columns.map(({ name }) => escape(name))),
    line(columns.map((column) => (isNumber(column) ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => (cell === null ? '' : escape(String(cell)))))),
  ].join('\n');
}

/** A generated column takes no value, and one that always counts only where that is said. */
function toInserts({ schema, table, columns, rows }: CopiedRows): string {
  const name = `${quoteName(schema)}.${quoteName(table)}`;
  const places = columns.flatMap((column, place) => (column.generated ? [] : [{ column, place }]));
  if (places.length === 0) return rows.map(() => `insert into ${name} default values;`).join('\n');
  const names = places.map(({ column }) => quoteName(column.name)).join(', ');
  const isOverriding = places.some(({ column }) => column.identity === 'always');
  const lines = rows.map((row) => {
    const values = places.map(({ column, place }) => literal(row[place] ?? null, column));
    return `  (${values.join(', ')})`;
  });
  const head = `insert into ${name} (${names})${isOverriding ? ' overriding system value' : ''}`;
  return `${head} values\n${lines.join(',\n')};`;
}

function literal(cell: Cell, column: CopiedColumn): string {
  if (cell === null) return 'null';
  if (typeof cell === 'boolean') return String(cell);
  if (isNumber(column) && JSON_NUMBER.test(String(cell))) return String(cell);
  return `'${String(cell).replaceAll("'", "''")}'`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
