import { createWriteStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import { beginSnapshot, exactText } from '#platform/connectors/sql/begin.ts';
import { CopyOut } from '#platform/connectors/sql/copy-out.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { identifier, joinSql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { CopiedColumn } from './worker/protocol.ts';

/** Rows of databases are copied for every run: this much of one table, no more. */
const MOST_BYTES = 1_024 * 1_024 * 1_024;
const LONGEST_MS = 120_000;

export type CopiedTable = { target: SqlTarget; schema: string; table: string };
type Copying = {
  /** Those the statement can touch, in lower case; null is all. */
  columns: string[] | null;
  to: string;
  signal: AbortSignal;
  onRows(rows: number): void;
};

/** The rows of a table as one read-only snapshot, all values in quotes, so that nothing is guessed. */
export async function copyTable(
  { databases, sqlCatalog, typeNames }: Pick<Services, 'databases' | 'sqlCatalog' | 'typeNames'>,
  { target, schema, table }: CopiedTable,
  { columns, to, signal, onRows }: Copying,
): Promise<CopiedColumn[]> {
  const known = await sqlCatalog.readTable(target, { schema, table }, 'checked');
  const wanted = known.columns.filter(({ name }) => columns?.includes(name.toLowerCase()) ?? true);
  // A count needs rows, and rows need a column.
  const chosen = (wanted.length > 0 ? wanted : known.columns.slice(0, 1)).map(({ name }) => name);
  if (chosen.length === 0) {
    throw new Failure('E_TABLE_NOT_FOUND', `Table '${table}' has no columns.`);
  }
  const source = sql`${identifier(known.schema)}.${identifier(known.name)}`.text;
  return databases.withFresh(target, async ({ client, cancel }) => {
    const stop = () => void cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
      const list = joinSql(
        chosen.map((name) => identifier(name)),
        ', ',
      ).text;
      const { fields } = await beginSnapshot(client, settings, () => {
        return client.query(`select ${list} from ${source} limit 0`);
      });
      const names = await typeNames.of(
        target,
        fields.map(({ dataTypeID }) => dataTypeID),
      );
      const copied = fields.map(({ name, dataTypeID }) => {
        const type = names.get(dataTypeID) ?? 'text';
        return { name, type: type.endsWith('[]') ? 'json' : type, isArray: type.endsWith('[]') };
      });
      const read = copied.map(({ name, isArray }) => {
        const column = identifier(name).text;
        return isArray ? `to_json(${column})` : column;
      });
      await writeRows(client, `select ${read.join(', ')} from ${source}`, {
        to,
        signal,
        onRows,
        table,
      });
      return copied.map(({ name, type }) => ({ name, type }));
    } catch (error) {
      if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
      if (error instanceof Failure) throw error;
      const { code, message } = asStatementFailure(error);
      throw new Failure(code, message);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
}

const settings = {
  ...exactText,
  timezone: 'UTC',
  statement_timeout: LONGEST_MS,
  lock_timeout: 10_000,
};

async function writeRows(
  client: pg.Client,
  select: string,
  { to, signal, onRows, table }: Omit<Copying, 'columns'> & { table: string },
): Promise<void> {
  const rows = client.query(
    new CopyOut(String.raw`copy (${select}) to stdout (format csv, null '\N', force_quote *)`),
  );
  let bytes = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding: string, done: TransformCallback) {
      bytes += piece.length;
      onRows(rows.messages);
      done(bytes > MOST_BYTES ? tooLarge(table) : null, piece);
    },
  });
  await pipeline(rows, counter, createWriteStream(to), { signal });
}

function tooLarge(table: string): Failure {
  return new Failure(
    'E_RESULT_TOO_LARGE',
    `'${table}' has more than can be copied for a join. Name fewer of its columns.`,
  );
}
