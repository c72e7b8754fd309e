import { guessDelimiter } from '@causeway/contract/csv.ts';

/**
 * A CSV file as it is written, value by value. Only a value that changes is written anew; quotes, line
 * ends, blank lines and short lines elsewhere stay as they were.
 */
export type CsvDocument = { delimiter: string; records: CsvRecord[] };
type CsvValue = { text: string; raw: string };
type CsvRecord = { values: CsvValue[]; /** Its line break; the last may have none. */ end: string };

export function readCsv(text: string, delimiter = guessDelimiter(text)): CsvDocument {
  const records: CsvRecord[] = [];
  let place = 0;
  while (place < text.length) {
    const values: CsvValue[] = [];
    for (;;) {
      const value = readValue(text, place, delimiter);
      values.push(value);
      place += value.raw.length;
      if (text[place] !== delimiter) break;
      place += 1;
    }
    const end = lineBreakAt(text, place);
    place += end.length;
    records.push({ values, end });
  }
  return { delimiter, records };
}

export function writeCsv({ delimiter, records }: CsvDocument): string {
  return records
    .map(({ values, end }) => values.map(({ raw }) => raw).join(delimiter) + end)
    .join('');
}

/** Lines that hold something; the first of them names the columns. */
export function listFilled({ records }: CsvDocument): number[] {
  const isOneColumn = records.every(({ values }) => values.length === 1);
  return records.flatMap(({ values }, index) => {
    const isBlank = values.length === 1 && values[0]?.raw === '';
    // In a file of one column an empty line is an empty value.
    const isValue = isOneColumn && index > 0 && index < records.length - 1;
    return isBlank && !isValue ? [] : [index];
  });
}

/** A short line is filled up to the value that is set. */
export function setValue(
  document: CsvDocument,
  place: { record: number; column: number },
  text: string,
): CsvDocument {
  const before = document.records[place.record];
  if (!before) return document;
  const width = Math.max(before.values.length, place.column + 1);
  const values = Array.from({ length: width }, (_, column) =>
    column === place.column
      ? { text, raw: written(text, document.delimiter) }
      : (before.values[column] ?? { text: '', raw: '' }),
  );
  return { ...document, records: document.records.with(place.record, { ...before, values }) };
}

export function addRecord(document: CsvDocument, width: number): CsvDocument {
  const { records } = document;
  const lineBreak = records.find(({ end }) => end !== '')?.end ?? '\n';
  const last = records.at(-1);
  const closed =
    last?.end === '' ? [...records.slice(0, -1), { ...last, end: lineBreak }] : records;
  const values = Array.from({ length: Math.max(1, width) }, () => ({ text: '', raw: '""' }));
  return { ...document, records: [...closed, { values, end: lineBreak }] };
}

export function removeRecord(document: CsvDocument, record: number): CsvDocument {
  return { ...document, records: document.records.toSpliced(record, 1) };
}

function written(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180: a value in quotes may hold anything, a doubled quote is one. */
function readValue(text: string, from: number, delimiter: string): CsvValue {
  if (text[from] !== '"') {
    const raw = text.slice(from, plainEnd(text, from, delimiter));
    return { text: raw, raw };
  }
  let end = from + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote === -1) return { text: unquoted(text.slice(from + 1)), raw: text.slice(from) };
    if (text[quote + 1] !== '"') {
      const rest = plainEnd(text, quote + 1, delimiter);
      const inside = unquoted(text.slice(from + 1, quote));
      return { text: inside + text.slice(quote + 1, rest), raw: text.slice(from, rest) };
    }
    end = quote + 2;
  }
}

function unquoted(text: string): string {
  return text.replaceAll('""', '"');
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && lineBreakAt(text, end) === '') end += 1;
  return end;
}

function lineBreakAt(text: string, place: number): string {
  if (text[place] === '\r') return text[place + 1] === '\n' ? '\r\n' : '\r';
  return text[place] === '\n' ? '\n' : '';
}
