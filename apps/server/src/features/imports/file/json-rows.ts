import { isUtf8 } from 'node:buffer';
import { Failure } from '@causeway/contract/errors.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { readObject } from './json-object.ts';
import { JsonScanner } from './json-scanner.ts';
import { type Batch, type FileRow, type RowReader, shapeProblem } from './rows.ts';

/** Beyond it a table could not have a column for each. */
const MOST_COLUMNS = 1_600;

type JsonOptions = {
  format: 'json' | 'ndjson';
  columns?: readonly string[];
  /** Whether rows say where a null stands. */
  tellsNull?: boolean;
};

/**
 * A JSON array of row objects, or one a line. With columns given, only their values are kept; without,
 * every key that is met becomes a column, in the order they are met.
 */
export function readJsonRows(
  text: AsyncIterable<Buffer>,
  { format, columns, tellsNull = false }: JsonOptions,
): RowReader {
  const places = new Map((columns ?? []).map((name, index) => [name, index]));
  const isOpen = columns === undefined;
  let rows: FileRow[] = [];
  let problems: Reject[] = [];

  const place = (key: string): number | undefined => {
    const known = places.get(key);
    if (known !== undefined || !isOpen) return known;
    if (places.size === MOST_COLUMNS) {
      throw new Failure('E_IMPORT_UNREADABLE', `The rows have more than ${MOST_COLUMNS} keys.`);
    }
    places.set(key, places.size);
    return places.size - 1;
  };
  const take = (bytes: Buffer, start: number, end: number, line: number) => {
    const part = bytes.subarray(start, end);
    if (!isUtf8(part)) {
      const reason = 'Bytes that are no text in this encoding.';
      problems.push({ line, column: null, value: null, rule: 'encoding', reason });
      return;
    }
    const value = part.toString();
    const cells: (string | null)[] = [];
    let nulls: number[] | undefined;
    const problem = readObject(value, (key, cell) => {
      const index = place(key);
      if (index === undefined) return;
      while (cells.length < index) cells.push(null);
      cells[index] = cell;
      if (tellsNull && cell === null) (nulls ??= []).push(index);
    });
    if (problem === undefined) rows.push(nulls ? { line, cells, nulls } : { line, cells });
    else problems.push(shapeProblem(line, problem, value));
  };
  const scanner = new JsonScanner(format, take);
  const batches = async function* () {
    const batch = (): Batch => {
      const taken = { rows, problems };
      rows = [];
      problems = [];
      return taken;
    };
    for await (const piece of text) {
      for (let at = 0; at < piece.length; at += PIECE) {
        scanner.push(piece.subarray(at, at + PIECE));
        if (rows.length + problems.length > 0) yield batch();
      }
    }
    scanner.end();
    yield batch();
  };
  return { columns: () => [...places.keys()], batches: batches() };
}

/** A row of few letters may have as many cells as there are keys. */
const PIECE = 32_768;
