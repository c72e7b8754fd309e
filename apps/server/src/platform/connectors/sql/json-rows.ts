/**
 * Rows as JSON text, made straight from the bytes Postgres sends: no value is parsed, so none can
 * lose a digit, and no string is made only to be written again.
 */
export type JsonRows = {
  /** The types of the columns to come. */
  describe(typeOids: readonly number[]): void;
  /** One DataRow message, without its head. */
  add(message: Buffer, start: number, end: number): void;
  /** What was written since the last call. */
  take(): Buffer;
  /** Rows written; those beyond the most allowed are left out. */
  readonly count: number;
  readonly hasMore: boolean;
  /** The cells of the first and the last row as text, for what is told about a page. */
  first(): (string | null)[];
  last(): (string | null)[];
};

type Place = { message: Buffer; start: number };

const TEXT = 0;
const BOOLEAN = 1;
const INTEGER = 2;
const FLOAT = 3;

const kindOfType = new Map([
  [16, BOOLEAN],
  [21, INTEGER],
  [23, INTEGER],
  [700, FLOAT],
  [701, FLOAT],
]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_SIZE = 8_192;
/** A byte becomes at most six: \u001f. */
const WIDEST = 6;
/** Beyond it, looking for what must be escaped and copying the rest at once is quicker. */
const LONG = 64;

export function createJsonRows(separator: ',' | '\n', mostRows = Infinity): JsonRows {
  const separatorByte = separator.charCodeAt(0);
  let kinds: number[] = [];
  let buffer = Buffer.allocUnsafe(FIRST_SIZE);
  let length = 0;
  let count = 0;
  let hasMore = false;
  let first: Place | undefined;
  let last: Place | undefined;

  function reserve(size: number): void {
    if (length + size <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + size));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  function copyPlain(message: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at += 1) buffer[length++] = message[at]!;
  }

  function writeText(message: Buffer, start: number, end: number): void {
    buffer[length++] = QUOTE;
    if (end - start > LONG) writeLong(message, start, end);
    else {
      for (let at = start; at < end; at += 1) {
        const byte = message[at]!;
        if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) buffer[length++] = byte;
        else writeEscaped(byte);
      }
    }
    buffer[length++] = QUOTE;
  }

  function writeLong(message: Buffer, start: number, end: number): void {
    let from = start;
    for (let at = start; at < end; at += 1) {
      const byte = message[at]!;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) continue;
      length += message.copy(buffer, length, from, at);
      writeEscaped(byte);
      from = at + 1;
    }
    length += message.copy(buffer, length, from, end);
  }

  function writeEscaped(byte: number): void {
    length += buffer.write(escapes[byte]!, length, 'latin1');
  }

  function writeCell(message: Buffer, start: number, end: number, kind: number): void {
    if (kind === TEXT) writeText(message, start, end);
    else if (kind === INTEGER) copyPlain(message, start, end);
    else if (kind === BOOLEAN) writeWord(message[start] === 0x74 ? 'true' : 'false');
    else if (isFinite(message, start, end)) copyPlain(message, start, end);
    else writeText(message, start, end);
  }

  function writeWord(word: string): void {
    length += buffer.write(word, length, 'latin1');
  }

  return {
    describe: (typeOids) => {
      kinds = typeOids.map((oid) => kindOfType.get(oid) ?? TEXT);
    },
    add: (message, start, end) => {
      if (count >= mostRows) {
        hasMore = true;
        return;
      }
      const columns = message.readUInt16BE(start);
      reserve(sizeOf(message, start, end) + columns * 8 + 4);
      if (count > 0) buffer[length++] = separatorByte;
      count += 1;
      last = { message, start };
      first ??= last;
      buffer[length++] = 0x5b;
      let at = start + 2;
      for (let column = 0; column < columns; column += 1) {
        if (column > 0) buffer[length++] = 0x2c;
        const size = message.readInt32BE(at);
        at += 4;
        if (size === -1) writeWord('null');
        else {
          writeCell(message, at, at + size, kinds[column] ?? TEXT);
          at += size;
        }
      }
      buffer[length++] = 0x5d;
    },
    take: () => {
      const taken = buffer.subarray(0, length);
      buffer = Buffer.allocUnsafe(FIRST_SIZE);
      length = 0;
      return taken;
    },
    get count() {
      return count;
    },
    get hasMore() {
      return hasMore;
    },
    first: () => cellsAt(first),
    last: () => cellsAt(last),
  };
}

function cellsAt(place: Place | undefined): (string | null)[] {
  if (!place) return [];
  const { message, start } = place;
  let at = start + 2;
  return Array.from({ length: message.readUInt16BE(start) }, () => {
    const size = message.readInt32BE(at);
    at += 4;
    if (size === -1) return null;
    at += size;
    return message.toString('utf8', at - size, at);
  });
}

/** The most the message can grow to; counted where guessing would waste a lot. */
function sizeOf(message: Buffer, start: number, end: number): number {
  const size = end - start;
  if (size <= 4_096) return size * WIDEST;
  let escaped = 0;
  for (let at = start; at < end; at += 1) {
    const byte = message[at]!;
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) escaped += 1;
  }
  return size + escaped * (WIDEST - 1);
}

/** NaN and the infinities are no JSON numbers; every other float ends in a digit. */
function isFinite(message: Buffer, start: number, end: number): boolean {
  const last = message[end - 1] ?? 0;
  return end > start && last >= 0x30 && last <= 0x39;
}

const escapes: string[] = Array.from({ length: 0x5d }, (_, byte) =>
  JSON.stringify(String.fromCharCode(byte)).slice(1, -1),
);
