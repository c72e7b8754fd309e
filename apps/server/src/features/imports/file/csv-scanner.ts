import { Tail } from '#platform/bytes/tail.ts';

/**
 * Finds the rows of a CSV file in its bytes, piece by piece. RFC 4180, and what is met besides: a
 * quote in the middle of a value is an ordinary character, and what follows a closing quote belongs
 * to the value. Lines end with LF, CRLF or CR. A row is told by where it lies and at which line it
 * starts: nobody has to decode what is only passed on, nor make an object of it.
 */
export type TakeRecord = (
  bytes: Buffer,
  start: number,
  end: number,
  line: number,
  fields: number,
  isPlain: boolean,
) => void;

const LF = 0x0a;
const CR = 0x0d;
/** A row beyond this is a quote that was never closed. */
const LARGEST_RECORD = 64 * 1024 * 1024;

export class CsvScanner {
  /** The line of a quote that nothing closed; known at the end. */
  unclosedAt: number | undefined;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #take: TakeRecord;
  /** The row whose end has not come yet; the places below are within it. */
  #held: Buffer | undefined;
  readonly #tail = new Tail();
  #at = 0;
  #fieldStart = 0;
  #fields = 1;
  #isQuoted = false;
  #isClosed = false;
  #isPlain = true;
  #line = 1;
  #lineOfRecord = 1;

  constructor({ delimiter, quote }: { delimiter: string; quote: string }, take: TakeRecord) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? -1 : quote.charCodeAt(0);
    this.#take = take;
  }

  push(piece: Buffer): void {
    if (this.unclosedAt !== undefined) return;
    this.#scan(this.#held ? this.#tail.join(this.#held, piece) : piece, false);
  }

  end(): void {
    if (this.unclosedAt === undefined && this.#held) this.#scan(this.#held, true);
  }

  // Every byte of every file comes through here: plain local variables on purpose.
  #scan(bytes: Buffer, isEnd: boolean): void {
    const delimiter = this.#delimiter;
    const quote = this.#quote;
    const take = this.#take;
    const size = bytes.length;
    let start = 0;
    let at = this.#at;
    let fieldStart = this.#fieldStart;
    let fields = this.#fields;
    let isQuoted = this.#isQuoted;
    let isClosed = this.#isClosed;
    let isPlain = this.#isPlain;
    let line = this.#line;
    let lineOfRecord = this.#lineOfRecord;
    for (;;) {
      if (isQuoted) {
        const closing = bytes.indexOf(quote, at);
        const to = closing === -1 ? size : closing;
        line += countBreaks(bytes, at, to);
        at = to;
        if (closing === -1 || (at + 1 === size && !isEnd)) break;
        if (bytes[at + 1] === quote) at += 2;
        else {
          at += 1;
          isQuoted = false;
          isClosed = true;
        }
        continue;
      }
      if (at >= size) break;
      const byte = bytes[at]!;
      if (byte === delimiter) {
        fields += 1;
        at += 1;
        fieldStart = at;
        isClosed = false;
      } else if (byte === LF || byte === CR) {
        if (byte === CR && at + 1 === size && !isEnd) break;
        take(bytes, start, at, lineOfRecord, fields, isPlain);
        at += byte === CR && bytes[at + 1] === LF ? 2 : 1;
        line += 1;
        lineOfRecord = line;
        start = at;
        fieldStart = at;
        fields = 1;
        isPlain = true;
        isClosed = false;
      } else {
        if (isClosed) isPlain = false;
        else if (byte === quote) {
          if (at === fieldStart) isQuoted = true;
          else isPlain = false;
        }
        at += 1;
      }
    }
    if (isEnd) {
      if (isQuoted) this.unclosedAt = lineOfRecord;
      if (start < size) take(bytes, start, size, lineOfRecord, fields, isPlain && !isQuoted);
      return;
    }
    this.#held = start < size ? bytes.subarray(start) : undefined;
    this.#at = at - start;
    this.#fieldStart = fieldStart - start;
    this.#fields = fields;
    this.#isQuoted = isQuoted;
    this.#isClosed = isClosed;
    this.#isPlain = isPlain;
    this.#line = line;
    this.#lineOfRecord = lineOfRecord;
    if (size - start > LARGEST_RECORD) {
      this.unclosedAt = lineOfRecord;
      this.#held = undefined;
    }
  }
}

/** LF, CRLF and CR count one each. */
function countBreaks(bytes: Buffer, start: number, end: number): number {
  let breaks = 0;
  for (let place = start; place < end; place += 1) {
    const byte = bytes[place];
    if (byte === LF) breaks += 1;
    else if (byte === CR && bytes[place + 1] !== LF) breaks += 1;
  }
  return breaks;
}

/** The values of a row: null where there is nothing, '' where an empty text is quoted. */
export function readCells(
  text: string,
  { delimiter, quote, trim }: { delimiter: string; quote: string; trim: boolean },
): (string | null)[] {
  const cells: (string | null)[] = [];
  let at = 0;
  for (;;) {
    let value = '';
    let isQuoted = false;
    if (quote !== '' && text[at] === quote) {
      isQuoted = true;
      let from = at + 1;
      for (;;) {
        const closing = text.indexOf(quote, from);
        if (closing === -1) {
          value += text.slice(from);
          at = text.length;
          break;
        }
        value += text.slice(from, closing);
        at = closing + 1;
        if (text[at] !== quote) break;
        value += quote;
        from = at + 1;
      }
    }
    const next = text.indexOf(delimiter, at);
    const stop = next === -1 ? text.length : next;
    const rest = text.slice(at, stop);
    value = isQuoted ? value + rest : trim ? rest.trim() : rest;
    cells.push(value === '' && !isQuoted ? null : value);
    if (next === -1) return cells;
    at = next + 1;
  }
}
