import type { Reject } from '@causeway/contract/imports/records.ts';

/** A row of a file: where it starts, and its values in the order of the columns. */
export type FileRow = {
  line: number;
  cells: (string | null)[];
  /** Places where the file says null, which is more than saying nothing; only JSON can, where asked. */
  nulls?: number[];
};

/** What comes of a piece of a file: rows, and rows that are none. */
export type Batch = { rows: FileRow[]; problems: Reject[] };

/** A file being read. `columns` holds once the first batch has come. */
export type RowReader = { columns(): string[]; batches: AsyncGenerator<Batch> };

export function shapeProblem(line: number, reason: string, value: string | null = null): Reject {
  return {
    line,
    column: null,
    value: value?.slice(0, LONGEST_VALUE) ?? null,
    rule: 'shape',
    reason,
  };
}

export const LONGEST_VALUE = 1_000;
