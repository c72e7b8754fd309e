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

/** A line with something on it. Empty lines are only counted: most are skipped. */
type Row = { line: number; values: string[]; emptyBefore: number };

const delimiters = [',', ';', '\t', '|'] as const;

export function parseCsv(text: string, delimiter = guessDelimiter(text)): Csv {
  const { rows: filled, unclosedQuoteAt } = splitRows(withoutByteOrderMark(text), delimiter);
  const header = filled.shift();
  if (!header) return { columns: [], rows: [], problems: [] };

  const columns = header.values;
  const problems = widthProblems(filled, columns.length);
  if (unclosedQuoteAt) problems.push({ line: unclosedQuoteAt, kind: 'unclosedQuote' });
  return {
    columns,
    rows: columns.length === 1 ? withEmptyLines(filled) : filled.map((row) => row.values),
    problems,
  };
}

/** The delimiter that splits the header line into the most columns; a comma when none does. */
export function guessDelimiter(text: string): string {
  const widths = delimiters.map((delimiter) => {
    const { rows } = splitRows(firstLines(text), delimiter);
    return rows[0]?.values.length ?? 0;
  });
  return delimiters[widths.indexOf(Math.max(...widths))] ?? ',';
}

function firstLines(text: string): string {
  return withoutByteOrderMark(text).slice(0, 10_000);
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function withEmptyLines(rows: Row[]): string[][] {
  const lines: string[][] = [];
  for (const { values, emptyBefore } of rows) {
    for (let empty = 0; empty < emptyBefore; empty += 1) lines.push(['']);
    lines.push(values);
  }
  return lines;
}

function widthProblems(rows: Row[], width: number): CsvProblem[] {
  return rows
    .filter((row) => row.values.length !== width)
    .map(({ line, values }) => {
      return { line, kind: values.length < width ? 'tooFewValues' : 'tooManyValues' };
    });
}

/**
 * RFC 4180. Outside quotes a value runs to the next delimiter or line break; inside, only a quote that
 * is not doubled ends it. A quote in the middle of an unquoted value is an ordinary character.
 */
function splitRows(text: string, delimiter: string): { rows: Row[]; unclosedQuoteAt?: number } {
  const rows: Row[] = [];
  let position = 0;
  let line = 1;
  let emptyBefore = 0;
  while (position < text.length) {
    if (isLineEnd(text, position)) {
      emptyBefore += 1;
      position += lineBreakLength(text, position);
      line += 1;
      continue;
    }
    const start = line;
    let values: string[] | undefined;
    for (;;) {
      const quoted = text[position] === '"' ? quotedValue(text, position) : undefined;
      const plainFrom = quoted?.end ?? position;
      const end = quoted?.isUnclosed ? plainFrom : plainEnd(text, plainFrom, delimiter);
      const value = (quoted?.text ?? '') + text.slice(plainFrom, end);
      // A list that begins empty gets room for 17.
      if (values) values.push(value);
      else values = [value];
      if (quoted?.isUnclosed) {
        rows.push({ line: start, values, emptyBefore });
        return { rows, unclosedQuoteAt: line };
      }
      if (quoted) line += countLineBreaks(text.slice(position, plainFrom));
      position = end;
      if (text[position] !== delimiter) break;
      position += 1;
    }
    rows.push({ line: start, values, emptyBefore });
    emptyBefore = 0;
    position += lineBreakLength(text, position);
    line += 1;
  }
  return { rows };
}

function quotedValue(text: string, start: number) {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  const isUnclosed = quote === -1;
  const inside = text.slice(start + 1, isUnclosed ? text.length : quote);
  const end = isUnclosed ? text.length : quote + 1;
  return { text: inside.split('""').join('"'), end, isUnclosed };
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

/** A spreadsheet would run it, also behind a tab or a line break: then it is said to be a text. */
export function withoutFormula(text: string): string {
  return /^[\t\r\n]*[=+@-]/.test(text) ? `'${text}` : text;
}
