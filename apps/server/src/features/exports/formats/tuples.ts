import { Failure } from '@causeway/contract/errors.ts';

/** How much of a row is held at once. */
export type TupleLimits = { cellBytes: number; rowBytes: number; format: string };

/**
 * Rows of COPY's binary form whose columns are all text: every value with its length in front, so
 * nothing is escaped and nothing has to be looked for. The length of a value comes before it: one
 * that is larger than may be held is refused by its first bytes, with its row and column.
 */
export async function* readTuples(
  pieces: AsyncIterable<Buffer>,
  columns: readonly { name: string }[],
  limits: TupleLimits,
): AsyncGenerator<(Buffer | null)[][]> {
  let rows = 0;
  let held: Buffer[] = [];
  let size = 0;
  // A value of many pieces is put together now and then only, not again with each of them.
  let wanted = HEAD;
  let start = 0;
  const take = () => {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held, size);
    if (start === 0) start = HEAD + bytes.readUInt32BE(HEAD - 4);
    const { tuples, end } = tuplesFrom(bytes, start === -1 ? 0 : start);
    rows += tuples.length;
    checkSizes(bytes, end, { columns, limits, row: rows + 1 });
    start = -1;
    const rest = bytes.subarray(end);
    held = rest.length > 0 ? [rest] : [];
    size = rest.length;
    wanted = 2 * rest.length;
    return tuples;
  };
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < wanted) continue;
    const tuples = take();
    if (tuples.length > 0) yield tuples;
  }
  if (size > 0) yield take();
}

function tuplesFrom(bytes: Buffer, from: number) {
  const tuples: (Buffer | null)[][] = [];
  let at = from;
  for (;;) {
    const end = endOfTuple(bytes, at);
    if (end === undefined) return { tuples, end: at };
    // The last one has no columns: it says that it is the last.
    if (end > at + 2) tuples.push(tupleAt(bytes, at));
    at = end;
  }
}

type Checked = { columns: readonly { name: string }[]; limits: TupleLimits; row: number };

/** The row that has not come to its end: what is known of its values' lengths. */
function checkSizes(bytes: Buffer, start: number, { columns, limits, row }: Checked): void {
  if (bytes.length < start + 2) return;
  let at = start + 2;
  for (const { name } of columns) {
    if (bytes.length < at + 4) return;
    const size = Math.max(0, bytes.readInt32BE(at));
    at += 4 + size;
    if (size <= limits.cellBytes && at - start <= limits.rowBytes) continue;
    const isCell = size > limits.cellBytes;
    throw new Failure(
      'E_RESULT_TOO_LARGE',
      isCell
        ? `Row ${row} has ${size} bytes in the column '${name}'; ${limits.format} takes ${limits.cellBytes} in one. Leave the column out or choose CSV.`
        : `Row ${row} has more than ${limits.rowBytes} bytes up to the column '${name}', too many for ${limits.format}. Leave columns out or choose CSV.`,
      { row, column: name },
    );
  }
}

/** A signature, flags, and the length of what else there may be. */
const HEAD = 19;

function endOfTuple(bytes: Buffer, start: number): number | undefined {
  if (bytes.length < start + 2) return undefined;
  const columns = bytes.readInt16BE(start);
  let at = start + 2;
  for (let column = 0; column < columns; column += 1) {
    if (bytes.length < at + 4) return undefined;
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return at <= bytes.length ? at : undefined;
}

function tupleAt(bytes: Buffer, start: number): (Buffer | null)[] {
  const columns = bytes.readInt16BE(start);
  const values: (Buffer | null)[] = Array.from({ length: columns }, () => null);
  let at = start + 2;
  for (let column = 0; column < columns; column += 1) {
    const size = bytes.readInt32BE(at);
    at += 4;
    if (size === -1) continue;
    values[column] = bytes.subarray(at, at + size);
    at += size;
  }
  return values;
}
