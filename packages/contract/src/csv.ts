/**
 * Reads CSV text that fits in memory (pasted or previewed). The first row holds the column names. A
 * line with nothing on it is skipped, with two exceptions, because they are real values: `""`, and in a
 * file of one column an empty line between two others, where an empty line is how an empty value is
 * written. Empty lines at the end are always skipped.
 */
export type Csv = {
  columns: string[];
  rows: string[][];
  problems: CsvProblem[];
};

export type CsvProblem = {
  /** The line of the text where the row starts, counted from 1. */
  line: number;
  kind: 'tooFewValues' | 'tooManyValues' | 'unclosedQuote';
};

type Row = { line: number; values: string[]; isEmptyLine: boolean };

const delimiters = [',', ';', '\t', '|'] as const;

export function parseCsv(text: string, delimiter = guessDelimiter(text)): Csv {
  const { rows: lines, unclosedQuoteAt } = splitRows(withoutByteOrderMark(text), delimiter);
  const filled = lines.filter((row) => !row.isEmptyLine);
  const header = filled[0];
  if (!header) return { columns: [], rows: [], problems: [] };

  const columns = header.values;
  const body = columns.length === 1 ? lines.slice(lines.indexOf(header) + 1) : filled.slice(1);
  const rows = columns.length === 1 ? withoutEmptyEnd(body) : body;
  return {
    columns,
    rows: rows.map((row) => row.values),
    problems: [
      ...rows.flatMap((row) => widthProblem(row, columns.length)),
      ...(unclosedQuoteAt ? [{ line: unclosedQuoteAt, kind: 'unclosedQuote' as const }] : []),
    ],
  };
}

/** The delimiter that splits the header line into the most columns; a comma when none does. */
export function guessDelimiter(text: string): string {
  const widths = delimiters.map((delimiter) => {
    const { rows } = splitRows(firstLines(text), delimiter);
    return rows.find((row) => !row.isEmptyLine)?.values.length ?? 0;
  });
  return delimiters[widths.indexOf(Math.max(...widths))] ?? ',';
}

function firstLines(text: string): string {
  return withoutByteOrderMark(text).slice(0, 10_000);
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function withoutEmptyEnd(rows: Row[]): Row[] {
  return rows.slice(0, rows.findLastIndex((row) => !row.isEmptyLine) + 1);
}

function widthProblem(row: Row, width: number): CsvProblem[] {
  if (row.values.length === width) return [];
  return [{ line: row.line, kind: row.values.length < width ? 'tooFewValues' : 'tooManyValues' }];
}

/**
 * RFC 4180. Outside quotes a value runs to the next delimiter or line break; inside, only a quote that
 * is not doubled ends it. A quote in the middle of an unquoted value is an ordinary character.
 */
function splitRows(text: string, delimiter: string): { rows: Row[]; unclosedQuoteAt?: number } {
  const rows: Row[] = [];
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const row: Row = { line, values: [], isEmptyLine: isLineEnd(text, position) };
    for (;;) {
      const value = text[position] === '"' ? quotedValue(text, position) : undefined;
      if (value?.isUnclosed) {
        rows.push({ ...row, values: [...row.values, value.text] });
        return { rows, unclosedQuoteAt: line };
      }
      const plainFrom = value?.end ?? position;
      const end = plainEnd(text, plainFrom, delimiter);
      row.values.push((value?.text ?? '') + text.slice(plainFrom, end));
      line += countLineBreaks(text.slice(position, end));
      position = end;
      if (text[position] !== delimiter) break;
      position += 1;
    }
    rows.push(row);
    position += lineBreakLength(text, position);
    line += 1;
  }
  return { rows };
}

function quotedValue(text: string, start: number) {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: value + text.slice(from), end: text.length, isUnclosed: true };
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { text: value, end: quote + 1, isUnclosed: false };
    value += '"';
    from = quote + 2;
  }
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && !isLineEnd(text, end)) end += 1;
  return end;
}

function isLineEnd(text: string, position: number): boolean {
  return text[position] === '\n' || text[position] === '\r';
}

function lineBreakLength(text: string, position: number): number {
  return text[position] === '\r' && text[position + 1] === '\n' ? 2 : 1;
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
