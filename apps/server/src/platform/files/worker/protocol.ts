import type { ExportedFormat } from '@causeway/contract/sql/files.ts';

/** What the server and the process that runs DuckDB say to each other. */

/** A table a statement names; undefined parts were not written. */
export type NamedTable = {
  catalog: string;
  schema: string;
  name: string;
  /** Where it stands in the statement: in UTF-16 units, from 0. */
  place: number;
  /** Columns of it the statement can touch; null where it may be all. */
  columns: string[] | null;
};

/** A table as the statement will find it: a view over Parquet files. */
export type MountedTable = {
  catalog: string;
  schema: string;
  name: string;
  files: MountedFile[];
};

/** Folders like `year=2024` are columns of the files in them. */
export type MountedFile = { path: string; folders: Record<string, string> };

export type CopiedColumn = {
  name: string;
  /** What Postgres calls it, without its size. */
  type: string;
};

/** How a text file is read; what is not said is found out. */
export type TextReading =
  | { format: 'json' }
  | { format: 'csv'; delimiter?: string; hasHeader?: boolean };

export type Work =
  | { kind: 'read'; sql: string }
  | { kind: 'prepareText'; from: string; to: string; read: TextReading }
  | { kind: 'prepareRows'; from: string; to: string; columns: CopiedColumn[] }
  /** Of a Parquet file whose end is in `footer` and stands at `place` of it. */
  | {
      kind: 'cutParquet';
      footer: string;
      place: number;
      to: string;
      mostBytes: number;
      mostColumns: number;
    }
  | { kind: 'describe'; files: MountedFile[] }
  | {
      kind: 'run';
      sql: string;
      values: (string | null)[];
      tables: MountedTable[];
      rowLimit: number;
      rowsAPage: number;
      mostBytes: number;
    }
  | {
      kind: 'plan';
      sql: string;
      values: (string | null)[];
      tables: MountedTable[];
      /** Also run it, to measure. */
      analyze: boolean;
    }
  | {
      kind: 'export';
      sql: string;
      tables: MountedTable[];
      to: string;
      format: WrittenFormat;
      /** Text that a spreadsheet would take for a formula gets a `'` in front. */
      spreadsheetSafe: boolean;
    }
  /** Rows as lines of JSON lists, each value as Postgres would print it. */
  | { kind: 'exportCells'; sql: string; tables: MountedTable[]; to: string };

/** What DuckDB writes by itself. */
export type WrittenFormat = Exclude<ExportedFormat, 'xlsx'>;

export type Field = { name: string; type: string; oid: number };

export type Done = {
  read: { tables: NamedTable[]; parameters: number };
  prepareText: null;
  prepareRows: { rows: number };
  /** Which bytes of the file belong into the part, and what the part has of the whole. */
  cutParquet: {
    ranges: [start: number, end: number][];
    columns: string[];
    rows: number;
    sampled: number;
  };
  describe: Field[];
  run: { fields: Field[]; pages: Uint8Array[]; rowCount: number; hasMore: boolean };
  /** As DuckDB tells it, in JSON. */
  plan: string;
  export: { rows: number };
  /** The columns; a decimal has a scale. */
  exportCells: (Field & { scale: number | undefined })[];
};

/** What is wrong with the statement, a file, or the process itself. */
export type Problem = {
  kind:
    | 'empty'
    | 'several'
    | 'refused'
    | 'syntax'
    | 'failed'
    | 'unreadable'
    | 'too-large'
    | 'memory'
    | 'internal';
  message: string;
  /** In UTF-16 units of the statement, from 0. */
  place?: number;
};

export type WorkerStart = {
  /** The only folder the process may open files in. */
  folder: string;
  spill: string;
  memoryMb: number;
  threads: number;
};

export type ToWorker = { start: WorkerStart } | { id: number; work: Work };
export type FromWorker = { id: number } & ({ done: Done[keyof Done] } | { problem: Problem });

/** Thrown in the worker: becomes the answer. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(kind: Problem['kind'], message: string, place?: number) {
    super(message);
    this.problem = { kind, message, ...(place !== undefined && { place }) };
  }
}
