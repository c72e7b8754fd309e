import { once } from 'node:events';
import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { ExportFile } from '@causeway/contract/exports.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { beginSnapshot, exactText } from '#platform/connectors/sql/begin.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import type { SqlDatabases } from '#platform/connectors/sql/databases.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { describeColumns } from './columns.ts';
import { isPacked } from './files.ts';
import { writeCsv } from './formats/csv.ts';
import type { FormatInput, FormattedFile } from './formats/format.ts';
import { writeJson } from './formats/json.ts';
import { writeParquet } from './formats/parquet.ts';
import { writeInserts } from './formats/sql-inserts.ts';
import { writeXlsx } from './formats/xlsx.ts';
import type { PlannedSource } from './source.ts';

/** A file whose first bytes are there. */
export type OpenedExport = {
  body: Readable;
  rows(): number;
  bytes(): number;
  /** Settles when the last byte was taken, or when it broke. */
  ended: Promise<void>;
};

type Opening = { source: PlannedSource; file: ExportFile; signal: AbortSignal };

/** A whole table may take its time, but not for ever. */
const LONGEST_MS = 6 * 3_600_000;
/** A reader that takes nothing for this long has gone to sleep; the connection is needed. */
const STALL_MS = 10 * 60_000;

/**
 * Reads on a connection of its own, in one read-only snapshot, and no faster than the file is taken.
 * What goes wrong before the first byte is thrown; what goes wrong later breaks the body off, so that
 * a part never looks like the whole.
 */
export async function openExport(
  databases: SqlDatabases,
  target: SqlTarget,
  opening: Opening,
): Promise<OpenedExport> {
  const started = Promise.withResolvers<Omit<OpenedExport, 'ended'>>();
  const ended = databases.withFresh(target, async ({ client, cancel }) => {
    const stop = () => void cancel().catch(() => {});
    opening.signal.addEventListener('abort', stop, { once: true });
    try {
      const file = await start(client, opening);
      started.resolve(file);
      await finished(file.body);
    } finally {
      opening.signal.removeEventListener('abort', stop);
    }
  });
  ended.catch((error: unknown) => started.reject(failureOf(error, opening.signal)));
  return { ...(await started.promise), ended };
}

async function start(client: pg.Client, { source, file, signal }: Opening) {
  if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
  const settings = {
    ...exactText,
    ...(source.timeZone !== undefined && { timezone: source.timeZone }),
    statement_timeout: LONGEST_MS,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 0,
  };
  const columns = await beginSnapshot(client, settings, () => {
    return describeColumns(client, source.select);
  });
  const formatted = await format({ client, source, columns }, file);
  const counter = new Counter(signal);
  const stages: Writable[] = isPacked(file) ? [createGzip(), counter] : [counter];
  // Heard before the pipeline hears it: whoever sends the file may still be able to say what went wrong.
  formatted.body.once('error', (error) => counter.destroy(failureOf(error, signal)));
  pipeline([formatted.body, ...stages]).catch(() => {});
  await once(counter, 'readable');
  return { body: counter, rows: formatted.rows, bytes: () => counter.bytes };
}

type Writers = {
  [F in ExportFile['format']]: (
    input: FormatInput,
    file: Extract<ExportFile, { format: F }>,
  ) => FormattedFile | Promise<FormattedFile>;
};

const writers: Writers = {
  json: writeJson,
  ndjson: writeJson,
  csv: writeCsv,
  xlsx: writeXlsx,
  parquet: writeParquet,
  sql: writeInserts,
};

function format(input: FormatInput, file: ExportFile) {
  const write = writers[file.format] as (
    input: FormatInput,
    file: ExportFile,
  ) => FormattedFile | Promise<FormattedFile>;
  return write(input, file);
}

/** Counts what goes through, and breaks off when told to or when nobody takes anything. */
class Counter extends Transform {
  bytes = 0;
  readonly #watch: NodeJS.Timeout;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    super({ highWaterMark: 1_048_576 });
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
    let stalled = { at: Date.now(), bytes: -1 };
    this.#watch = setInterval(() => {
      const isMoving = this.bytes !== stalled.bytes || this.readableLength === 0;
      if (isMoving) stalled = { at: Date.now(), bytes: this.bytes };
      else if (Date.now() - stalled.at > STALL_MS) this.#abort();
    }, 10_000);
    this.#watch.unref();
  }

  readonly #abort = () => void this.destroy(new Failure('E_QUERY_CANCELLED'));

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    this.bytes += piece.length;
    done(null, piece);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#watch);
    this.#signal.removeEventListener('abort', this.#abort);
    done(error);
  }
}

/** Positions in a statement that we wrapped would only mislead. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return new Failure('E_QUERY_CANCELLED');
  const { code, message, details } = asStatementFailure(error);
  if (!details) return new Failure(code, message);
  const { position: _, ...rest } = details;
  return new Failure(code, message, rest);
}
