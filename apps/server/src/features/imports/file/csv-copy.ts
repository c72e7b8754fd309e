import { isUtf8 } from 'node:buffer';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { readCells } from './csv-scanner.ts';
import { type CsvOptions, CsvTable } from './csv-table.ts';

/** CSV on its way to COPY: rows as they are, with their line in front where they are numbered. */
export type CsvCopy = {
  columns(): string[];
  rows(): number;
  /** Pieces of complete rows; the first comes when the columns are known. */
  pieces: AsyncGenerator<Buffer>;
};

/**
 * Postgres reads CSV as we do, so a row is passed on byte by byte as it stands in the file. Only one
 * that is quoted in an odd way, or whose values are to be trimmed, is written anew.
 */
export function copyCsv(
  text: AsyncIterable<Buffer>,
  options: CsvOptions,
  refuse: (problem: Reject) => void,
  { isNumbered }: { isNumbered: boolean },
): CsvCopy {
  const quote = options.quote === '' ? '"' : options.quote;
  const output = new Output(isNumbered ? options.delimiter.charCodeAt(0) : undefined);
  const quoteByte = quote.charCodeAt(0);
  let rows = 0;
  let isSuspect = false;
  let taken = 0;
  const table = new CsvTable(
    options,
    (bytes, start, end, line, isPlain) => {
      taken += 1;
      if (isSuspect && !isText(bytes.subarray(start, end))) {
        refuse(encodingProblem(line));
        return;
      }
      rows += 1;
      const isAnew =
        !isPlain || options.trim || (options.quote === '' && hasByte(bytes, start, end, quoteByte));
      if (!isAnew) return output.row(line, bytes, start, end);
      const cells = readCells(bytes.toString('utf8', start, end), options);
      const written = Buffer.from(writeCells(cells, options.delimiter, quote));
      return output.row(line, written, 0, written.length);
    },
    refuse,
  );
  const pieces = async function* () {
    // A row that goes on in the next piece takes the suspicion along.
    let isCarried = false;
    for await (const piece of text) {
      const isOdd = piece.includes(0) || !isUtf8(piece);
      const before = taken;
      isSuspect = isOdd || isCarried;
      table.push(piece);
      isCarried = isOdd || (isCarried && taken === before);
      yield* output.take();
    }
    isSuspect = true;
    table.end();
    yield* output.take();
  };
  return { columns: () => table.columns, rows: () => rows, pieces: pieces() };
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

function encodingProblem(line: number): Reject {
  const reason = 'Bytes that are no text in this encoding.';
  return { line, column: null, value: null, rule: 'encoding', reason };
}

function hasByte(bytes: Buffer, start: number, end: number, byte: number): boolean {
  const at = bytes.indexOf(byte, start);
  return at !== -1 && at < end;
}

/** Nothing for NULL, everything else quoted where it has to be. */
export function writeCells(cells: (string | null)[], delimiter: string, quote: string): string {
  let text = '';
  for (let index = 0; index < cells.length; index += 1) {
    if (index > 0) text += delimiter;
    const cell = cells[index];
    if (cell !== null && cell !== undefined) text += writeCell(cell, delimiter, quote);
  }
  return text;
}

function writeCell(cell: string, delimiter: string, quote: string): string {
  const isBare =
    cell !== '' &&
    !cell.includes(delimiter) &&
    !cell.includes(quote) &&
    !cell.includes('\n') &&
    !cell.includes('\r');
  return isBare ? cell : `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`;
}

const SIZE = 1_048_576;
/** A line number and what stands around it. */
const HEAD = 24;

/** Rows one after the other in large pieces. */
class Output {
  /** Of the number in front of a row; none where rows have none. */
  readonly #delimiter: number | undefined;
  #full: Buffer[] = [];
  #buffer = Buffer.allocUnsafe(SIZE);
  #length = 0;

  constructor(delimiter: number | undefined) {
    this.#delimiter = delimiter;
  }

  row(line: number, bytes: Buffer, start: number, end: number): void {
    if (this.#length + end - start + HEAD > this.#buffer.length) {
      if (this.#length > 0) this.#full.push(this.#buffer.subarray(0, this.#length));
      this.#buffer = Buffer.allocUnsafe(Math.max(SIZE, end - start + HEAD));
      this.#length = 0;
    }
    const buffer = this.#buffer;
    let to = this.#length;
    if (this.#delimiter !== undefined) {
      to = writeNumber(buffer, to, line);
      buffer[to++] = this.#delimiter;
    }
    to += bytes.copy(buffer, to, start, end);
    buffer[to++] = 0x0a;
    this.#length = to;
  }

  take(): Buffer[] {
    const taken = this.#full;
    if (this.#length > 0) {
      taken.push(this.#buffer.subarray(0, this.#length));
      this.#buffer = this.#buffer.subarray(this.#length);
    }
    this.#full = [];
    this.#length = 0;
    return taken;
  }
}

function writeNumber(buffer: Buffer, at: number, number: number): number {
  let digits = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  let rest = number;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    buffer[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + digits;
}
