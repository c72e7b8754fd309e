import { PassThrough } from 'node:stream';
import { withoutFormula } from '@causeway/contract/csv.ts';
import type { ExportFile } from '@causeway/contract/exports.ts';
import { copyOut } from '#platform/connectors/sql/copy.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { ExportColumn } from '../columns.ts';
import { columnText, type FormatInput, type FormattedFile, namedSource } from './format.ts';

type CsvFile = Extract<ExportFile, { format: 'csv' }>;

/**
 * CSV as Postgres writes it: NULL is nothing, an empty text is `""`. In a file of one column nothing
 * would be an empty line, which readers skip, so NULL is `\N` there.
 */
export function writeCsv(input: FormatInput, file: CsvFile): FormattedFile {
  const list = input.columns.map((column) => {
    return `${csvText(column, file)} as ${quoteIdentifier(headOf(column, file))}`;
  });
  const options = [
    'format csv',
    `delimiter ${literal(file.delimiter)}`,
    `header ${file.header}`,
    ...(input.columns.length === 1 ? [String.raw`null '\N'`] : []),
  ];
  const copy = copyOut(
    input.client,
    `copy (select ${list.join(', ')} from ${namedSource(input)}) to stdout (${options.join(', ')})`,
  );
  const rows = () => Math.max(0, copy.messages - (file.header ? 1 : 0));
  return { body: file.byteOrderMark ? withByteOrderMark(copy) : copy, rows };
}

function csvText(column: ExportColumn, { spreadsheetSafe }: CsvFile): string {
  const value = columnText(column);
  // Dearer as a cast: both words are the same for every row.
  if (column.typeName === 'bool')
    return `case when ${value} then 'true' when not ${value} then 'false' end`;
  if (!spreadsheetSafe || harmless.has(column.typeName)) return value;
  const text = `${value}::text`;
  return `case when ${text} collate "C" < 'A' and ascii(${text}) in (${beginnings})
      and ${text} ~ ${formula}
    then '''' || ${text} else ${text} end`;
}

/** Columns are called what a file or a statement of somebody calls them. */
function headOf({ name }: ExportColumn, { spreadsheetSafe }: CsvFile): string {
  return spreadsheetSafe ? withoutFormula(name) : name;
}

/** Values of these types never begin as a formula does, or are numbers if they do. */
const harmless = new Set(
  `int2 int4 int8 float4 float8 numeric date time timetz timestamp timestamptz uuid oid`.split(' '),
);

/** What a spreadsheet would run: = + - @, also behind a tab or a line break. */
const formula = String.raw`E'^[\\t\\r\\n]*[=+@-]'`;

/**
 * The first characters of such a value: looked at before a pattern is tried on every text, and only
 * where it begins below the letters, as all of them do.
 */
const beginnings = [...'\t\r\n=+@-'].map((character) => character.charCodeAt(0)).join(', ');

function withByteOrderMark(copy: NodeJS.ReadableStream & { destroy(error?: Error): void }) {
  const output = new PassThrough();
  output.write('\uFEFF');
  copy.once('error', (error) => output.destroy(error));
  output.once('close', () => copy.destroy());
  return copy.pipe(output);
}
