import { copyOut } from '#platform/connectors/sql/copy.ts';
import { writeBook } from '#platform/xlsx/write-book.ts';
import { columnText, type FormatInput, type FormattedFile, namedSource } from './format.ts';
import { readTuples } from './tuples.ts';

/** A cell of a sheet holds 32,767 characters, which are at most three bytes each. */
const LIMITS = { cellBytes: 98_301, rowBytes: 16 * 1024 * 1024, format: 'a sheet' };

/** A workbook written row by row: nothing is held but the row on its way. */
export function writeXlsx(input: FormatInput): FormattedFile {
  const list = input.columns.map((column) => `${columnText(column)}::text`);
  const copy = copyOut(
    input.client,
    `copy (select ${list.join(', ')} from ${namedSource(input)}) to stdout (format binary)`,
  );
  const book = writeBook({
    name: input.source.name,
    columns: input.columns,
    batches: readTuples(copy, input.columns, LIMITS),
  });
  book.body.once('close', () => copy.destroy());
  return book;
}
