import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import { isNumberType } from '#domain/data-grid/cell-display.ts';
import type { Field } from './result-grid-columns.tsx';
import type { Cell, Row } from './result-rows.ts';

export const copyFormats = ['csv', 'json', 'markdown', 'insert'] as const;
export type CopyFormat = (typeof copyFormats)[number];
export type Copied = {
  fields: readonly Field[];
  rows: Row[];
  source: ResultSource | null;
  /** Those of the source, where they are needed. */
  columns?: readonly Pick<TableColumn, 'name' | 'generated' | 'identity'>[];
};

export function formatResult(format: CopyFormat, copied: Copied): string {
  return writers[format](copied);
}

/** What stands in some of the columns; of the table, those columns. */
export function inColumns(copied: Copied, left: number, right: number): Copied {
  const { fields, rows, source } = copied;
  return {
    ...copied,
    fields: fields.slice(left, right + 1),
    rows: rows.map((cells) => cells.slice(left, right + 1)),
    source: source && { ...source, columns: source.columns.slice(left, right + 1) },
  };
}

/** The first column for `where id in …`: each value once, without nulls. */
export function toInList({ fields, rows }: Copied): string {
  const values = rows.flatMap(([cell = null]) => (cell === null ? [] : literal(cell, fields[0])));
  // An empty list is no SQL.
  return `(${[...new Set(values)].join(', ') || 'null'})`;
}

const writers: Record<CopyFormat, (copied: Copied) => string> = {
  csv: ({ fields, rows }) =>
    [fields.map(({ name }) => name), ...rows]
      .map((cells) => cells.map(csvCell).join(','))
      .join('\r\n'),
  json: ({ fields, rows }) => {
    const objects = rows.map((cells) => `  {${jsonPairs(fields, cells).join(', ')}}`);
    return `[\n${objects.join(',\n')}\n]`;
  },
  markdown: ({ fields, rows }) => {
    const line = (cells: readonly (Cell | undefined)[]) =>
      `| ${cells.map(markdownCell).join(' | ')} |`;
    const rule = fields.map(({ type }) => (isNumberType(type) ? '---:' : '---'));
    return [
      line(fields.map(({ name }) => name)),
      `| ${rule.join(' | ')} |`,
      ...rows.map(line),
    ].join('\n');
  },
  insert: (copied) => {
    const { fields, rows, source, columns } = copied;
    const table = source ? [source.schema, source.table].map(quoted).join('.') : 'table_name';
    const written = listWritten(copied);
    const names = written.map(({ name }) => quoted(name)).join(', ');
    const values = rows.map(
      (cells) =>
        `  (${written.map(({ at }) => literal(cells[at] ?? null, fields[at])).join(', ')})`,
    );
    const isOverriding = written.some(({ name }) =>
      columns?.some((column) => column.name === name && column.identity === 'always'),
    );
    const head = `insert into ${table} (${names})${isOverriding ? ' overriding system value' : ''}`;
    return `${head} values\n${values.join(',\n')};`;
  },
};

/** What a table takes: its own columns by their own names, each once, and none that it computes. */
function listWritten({ fields, source, columns }: Copied): { name: string; at: number }[] {
  if (!source) return fields.map(({ name }, at) => ({ name, at }));
  const generated = new Set(columns?.flatMap((one) => (one.generated ? one.name : [])));
  return source.columns.flatMap((name, at) => {
    const isOwn = name !== null && source.columns.indexOf(name) === at && !generated.has(name);
    return isOwn ? [{ name, at }] : [];
  });
}

/** NULL is nothing, an empty text is `""`: both read back as they were. */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** JSON columns are nested as they are, digit for digit. */
function jsonPairs(fields: readonly Field[], cells: Row): string[] {
  return cells.map((cell, at) => {
    const { name = '', type = '' } = fields[at] ?? {};
    const isJson = (type === 'json' || type === 'jsonb') && typeof cell === 'string';
    return `${JSON.stringify(name)}: ${isJson ? cell : JSON.stringify(cell)}`;
  });
}

function markdownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return String(cell)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r?\n/g, '<br>');
}

function literal(cell: Cell, field: Field | undefined): string {
  if (cell === null) return 'null';
  if (typeof cell !== 'string') return String(cell);
  const isPlain = isNumberType(field?.type ?? '') && /^-?\d+(\.\d+)?$/.test(cell);
  return isPlain ? cell : `'${cell.replaceAll("'", "''")}'`;
}
