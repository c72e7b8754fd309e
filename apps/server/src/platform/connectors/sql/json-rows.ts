/**
 * Rows as JSON text, made straight from the bytes Postgres sends: no value is parsed, so none can
 * lose a digit, and no string is made only to be written again.
 */
export type JsonRows = {
  /** The types of the columns to come. */
  describe(typeOids: readonly number[]): void;
  /** One DataRow message, without its head. False where more would be held than may be. */
  add(message: Buffer, start: number, end: number): boolean;
  /** What was written since the last call, in pieces that follow each other. */
  take(): Buffer[];
  /** All of it between two texts, as one piece; nothing is written afterwards. */
  enclose(head: string, tail: string): Buffer;
  /** Gives back at once what was written and not taken: waiting for the collector adds up. */
  discard(): void;
  /** Like take, parted every so many rows; what parts them is left out. */
  takePages(): Buffer[];
  /** Rows written; those beyond the most allowed are left out. */
  readonly count: number;
  readonly hasMore: boolean;
  /** The cells of the first and the last row as text, for what is told about a page. */
  first(): (string | null)[];
  last(): (string | null)[];
};

/** The last columns of every row, which are for us and not for whoever asked. */
export type HiddenColumns = {
  count: number;
  /** Nothing else is in the rows: whoever asked gets none. */
  areAll: boolean;
  take(cells: (string | null)[]): void;
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

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A page of rows fits, and what is allocated stays below what the system maps anew each time. */
const FIRST_SIZE = 32_768;
const NEXT_SIZE = 262_144;
/** Blocks of pages that were answered, for those to come. */
const MOST_SPARE = 32;
const spare: Buffer[] = [];
/** A byte becomes at most six: \u001f. */
const WIDEST = 6;
/** So what is allowed on the wire may still be too much to hold as JSON. */
const MOST_HELD = 40 * 1024 * 1024;
/** Beyond it, looking for what must be escaped and copying the rest at once is quicker. */
const LONG = 64;

export function createJsonRows(
  separator: ',' | '\n',
  mostRows = Infinity,
  rowsAPage = Infinity,
  hidden?: HiddenColumns,
): JsonRows {
  const separatorByte = separator.charCodeAt(0);
  let kinds: number[] = [];
  let firstBlock: Buffer | undefined;
  let buffer: Buffer = NOTHING;
  const full: Buffer[] = [];
  let length = 0;
  /** Bytes in the full buffers, and where pages end among all bytes. */
  let fullLength = 0;
  const pageEnds: number[] = [];
  let count = 0;
  let hasMore = false;
  let first: Place | undefined;
  /** Moved from row to row: an object for each would be garbage at once. */
  const last: Place = { message: NULL, start: 0 };

  function reserve(size: number): void {
    if (length + size <= buffer.length) return;
    if (length > 0) full.push(buffer.subarray(0, length));
    fullLength += length;
    buffer = nextBlock(size);
    length = 0;
  }

  function nextBlock(size: number): Buffer {
    if (firstBlock || size > FIRST_SIZE) return Buffer.allocUnsafeSlow(Math.max(NEXT_SIZE, size));
    firstBlock = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_SIZE);
    return firstBlock;
  }

  function take(): Buffer[] {
    const taken = [...full.splice(0), buffer.subarray(0, length)];
    buffer = buffer.subarray(length);
    length = 0;
    fullLength = 0;
    return taken;
  }

  return {
    describe: (typeOids) => {
      kinds = typeOids.map((oid) => kindOfType.get(oid) ?? TEXT);
    },
    add: (message, start, end) => {
      hidden?.take(cellsAt({ message, start }).slice(-hidden.count));
      if (hidden?.areAll) return true;
      if (count >= mostRows) {
        hasMore = true;
        return true;
      }
      const columns = message.readUInt16BE(start) - (hidden?.count ?? 0);
      const size = sizeOf(message, start, end) + columns * 8 + 4;
      if (fullLength + length + size > MOST_HELD) return false;
      reserve(size);
      if (count > 0 && count % rowsAPage === 0) pageEnds.push(fullLength + length);
      if (count > 0) buffer[length++] = separatorByte;
      count += 1;
      last.message = message;
      last.start = start;
      first ??= { message, start };
      length = writeRow({ message, start, columns, kinds }, buffer, length);
      return true;
    },
    take,
    enclose: (head, tail) => {
      const pieces = take();
      const headLength = Buffer.byteLength(head);
      const rowsLength = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const whole = Buffer.allocUnsafe(headLength + rowsLength + Buffer.byteLength(tail));
      whole.write(head, 0);
      let at = headLength;
      for (const piece of pieces) at += piece.copy(whole, at);
      whole.write(tail, at);
      // Nobody has seen the block: its bytes were copied, and nothing more is written into it.
      buffer = NOTHING;
      if (firstBlock && spare.length < MOST_SPARE) spare.push(firstBlock);
      firstBlock = undefined;
      return whole;
    },
    discard: () => {
      for (const { buffer: block } of full.splice(0)) (block as ArrayBuffer).transfer(0);
      fullLength = 0;
      length = 0;
      buffer = NOTHING;
    },
    takePages: () => {
      const all = Buffer.concat(take());
      const ends = [...pageEnds.splice(0), all.length];
      return ends.map((end, index) => all.subarray(index === 0 ? 0 : ends[index - 1]! + 1, end));
    },
    get count() {
      return count;
    },
    get hasMore() {
      return hasMore;
    },
    first: () => cellsAt(first),
    last: () => cellsAt(first && last),
  };
}

type DataRow = { message: Buffer; start: number; columns: number; kinds: number[] };

/** Says where it ended. `target` has room for the row, whatever is in it. */
function writeRow(
  { message, start, columns, kinds }: DataRow,
  target: Buffer,
  from: number,
): number {
  let to = from;
  let at = start + 2;
  target[to++] = OPEN;
  for (let column = 0; column < columns; column += 1) {
    if (column > 0) target[to++] = COMMA;
    const size = message.readInt32BE(at);
    at += 4;
    if (size === -1) to = writeWord(NULL, target, to);
    else {
      to = writeCell(message, at, at + size, kinds[column] ?? TEXT, target, to);
      at += size;
    }
  }
  target[to++] = CLOSE;
  return to;
}

// The hottest lines of the product: plain arguments and local variables on purpose.
function writeCell(
  message: Buffer,
  start: number,
  end: number,
  kind: number,
  target: Buffer,
  from: number,
): number {
  if (kind === BOOLEAN) return writeWord(message[start] === 0x74 ? TRUE : FALSE, target, from);
  if (kind === INTEGER || (kind === FLOAT && isFinite(message, start, end))) {
    let to = from;
    for (let at = start; at < end; at += 1) target[to++] = message[at]!;
    return to;
  }
  return writeText(message, start, end, target, from);
}

function writeText(
  message: Buffer,
  start: number,
  end: number,
  target: Buffer,
  from: number,
): number {
  let to = from;
  target[to++] = QUOTE;
  if (end - start > LONG) to = writeLong(message, start, end, target, to);
  else {
    for (let at = start; at < end; at += 1) {
      const byte = message[at]!;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) target[to++] = byte;
      else to = writeWord(escapes[byte]!, target, to);
    }
  }
  target[to++] = QUOTE;
  return to;
}

function writeLong(
  message: Buffer,
  start: number,
  end: number,
  target: Buffer,
  from: number,
): number {
  let to = from;
  let copied = start;
  for (let at = start; at < end; at += 1) {
    const byte = message[at]!;
    if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) continue;
    to += message.copy(target, to, copied, at);
    to = writeWord(escapes[byte]!, target, to);
    copied = at + 1;
  }
  return to + message.copy(target, to, copied, end);
}

function writeWord(word: Uint8Array, target: Buffer, from: number): number {
  for (let at = 0; at < word.length; at += 1) target[from + at] = word[at]!;
  return from + word.length;
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

const NOTHING = Buffer.alloc(0);
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const escapes: Uint8Array[] = Array.from({ length: 0x5d }, (_, byte) =>
  Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);
