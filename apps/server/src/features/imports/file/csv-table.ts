import type { ReadOptions } from '@causeway/contract/import-plan.ts';
import type { Reject } from '@causeway/contract/import-records.ts';
import { uniqueNames } from '@causeway/contract/unique-names.ts';
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
  #emptyLines: number[] = [];

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
      this.columns = columnNames(this.#options.header ? names : names.map(() => null));
      if (this.#options.header) return;
    }
    if (start === end) {
      if (this.columns.length === 1) this.#emptyLines.push(line);
      return;
    }
    if (this.#emptyLines.length > 0) {
      for (const empty of this.#emptyLines) this.#take(bytes, start, start, empty, true);
      this.#emptyLines = [];
    }
    if (fields === this.columns.length) this.#take(bytes, start, end, line, isPlain);
    else {
      const reason = `${fields} values instead of ${this.columns.length}.`;
      this.#refuse(shapeProblem(line, reason, bytes.toString('utf8', start, end)));
    }
  };
}

export function columnNames(given: (string | null)[]): string[] {
  return uniqueNames(given.map((name, index) => name?.trim() || `column_${index + 1}`));
}
