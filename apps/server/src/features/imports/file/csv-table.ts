import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { columnNames } from '@causeway/contract/unique-names.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { CsvScanner, readCells } from './csv-scanner.ts';
import { shapeProblem } from './rows.ts';

export type CsvOptions = Pick<ReadOptions, 'delimiter' | 'quote' | 'header' | 'skipLines' | 'trim'>;

type TakeRow = (bytes: Buffer, start: number, end: number, line: number, isPlain: boolean) => void;

/**
 * The rows among the records of a CSV file. The first one names the columns. A line with nothing on
 * it is skipped; only in a file of one column an empty line between two others is a value.
 */
export class CsvTable {
  columns: string[] = [];
  readonly #options: CsvOptions;
  readonly #scanner: CsvScanner;
  readonly #take: TakeRow;
  readonly #refuse: (problem: Reject) => void;
  #isBegun = false;
  /** Lines with nothing on them, which follow each other: the first, and how many. */
  #emptyLines = { first: 0, count: 0 };

  constructor(options: CsvOptions, take: TakeRow, refuse: (problem: Reject) => void) {
    this.#options = options;
    this.#take = take;
    this.#refuse = refuse;
    this.#scanner = new CsvScanner(options, this.#receive);
  }

  push(piece: Buffer): void {
    this.#scanner.push(piece);
  }

  end(): void {
    this.#scanner.end();
    const line = this.#scanner.unclosedAt;
    if (line !== undefined) this.#refuse(shapeProblem(line, 'A quote is never closed.'));
  }

  #countEmpty(line: number): void {
    if (this.#emptyLines.count === 0) this.#emptyLines.first = line;
    this.#emptyLines.count += 1;
    if (this.#emptyLines.count > MOST_EMPTY_LINES) {
      const reason = `Line ${line} is one of more than ${MOST_EMPTY_LINES} empty ones in a row.`;
      throw new Failure('E_IMPORT_UNREADABLE', reason, { line });
    }
  }

  readonly #receive = (
    bytes: Buffer,
    start: number,
    end: number,
    line: number,
    fields: number,
    isPlain: boolean,
  ) => {
    if (!this.#isBegun) {
      if (line <= this.#options.skipLines || start === end) return;
      this.#isBegun = true;
      const names = readCells(bytes.toString('utf8', start, end), this.#options);
      if (names.length > MOST_COLUMNS) {
        const reason = `The file has more than ${MOST_COLUMNS} columns.`;
        throw new Failure('E_IMPORT_UNREADABLE', reason);
      }
      this.columns = columnNames(this.#options.header ? names : names.map(() => null));
      if (this.#options.header) return;
    }
    if (start === end) {
      if (this.columns.length === 1) this.#countEmpty(line);
      return;
    }
    const { first, count } = this.#emptyLines;
    this.#emptyLines = { first: 0, count: 0 };
    for (let empty = 0; empty < count; empty += 1) {
      this.#take(bytes, start, start, first + empty, true);
    }
    if (fields === this.columns.length) this.#take(bytes, start, end, line, isPlain);
    else {
      const reason = `${fields} values instead of ${this.columns.length}.`;
      const shown = bytes.toString('utf8', start, Math.min(end, start + LONGEST_SHOWN));
      this.#refuse(shapeProblem(line, reason, shown));
    }
  };
}

const LONGEST_SHOWN = 4_000;
const MOST_COLUMNS = 16_384;
const MOST_EMPTY_LINES = 100_000;
