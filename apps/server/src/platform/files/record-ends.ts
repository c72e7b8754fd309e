/** Follows text byte by byte and knows where the last whole record ended. */
export type RecordEnds = {
  see(piece: Uint8Array): void;
  /** Bytes from the beginning; 0 before the first one ended. */
  end: number;
  /** Some record has several lines: a line somewhere in the file need not begin one. */
  spansLines: boolean;
  /** What closes the text once it is cut there. */
  closing: string;
};

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What may stand before the quote that opens a value: the beginning, a line's end, a delimiter, a space. */
const opensAfter = new Set([0, NEWLINE, 0x0d, 0x20, 0x09, 0x2c, 0x3b, 0x7c]);

export function csvRecords(): RecordEnds {
  let isQuoted = false;
  let before = 0;
  let read = 0;
  const ends: RecordEnds = { see, end: 0, spansLines: false, closing: '' };
  return ends;

  function see(piece: Uint8Array): void {
    for (const byte of piece) {
      read += 1;
      // Two quotes in a row close and open again, which comes to the same.
      if (byte === QUOTE) isQuoted = isQuoted ? false : before === QUOTE || opensAfter.has(before);
      else if (byte === NEWLINE) {
        if (isQuoted) ends.spansLines = true;
        else ends.end = read;
      }
      before = byte;
    }
  }
}

/** Objects of a list, or one after the other. */
export function jsonRecords(): RecordEnds {
  let depth = 0;
  let outside = 0;
  let isText = false;
  let isEscaped = false;
  let read = 0;
  const ends: RecordEnds = { see, end: 0, spansLines: false, closing: '\n' };
  return ends;

  function see(piece: Uint8Array): void {
    for (const byte of piece) {
      read += 1;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === 0x5b || byte === 0x7b) {
        if (depth === 0 && byte === 0x5b && ends.end === 0) {
          outside = 1;
          ends.closing = ']';
          ends.spansLines = true;
        }
        depth += 1;
      } else if (byte === 0x5d || byte === 0x7d) {
        depth -= 1;
        if (depth === outside) ends.end = read;
      } else if (byte === NEWLINE && depth > outside) ends.spansLines = true;
    }
  }
}
