import Cursor from 'pg-cursor';
import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';

/** Reads a result piece by piece, and no further than allowed. */
export type Limits = { rows: number; bytes: number };

export type Page = { fields: pg.FieldDef[]; rows: (string | null)[][] };

const ROWS_A_FETCH = 500;

/**
 * The rows of one statement, in pages. Stops with `E_RESULT_TOO_LARGE` before more bytes than
 * allowed are held; ends quietly at the row limit, since that is what a page asks for.
 */
export async function* readPages(
  client: pg.Client | pg.PoolClient,
  statement: { text: string; values?: unknown[] },
  limits: Limits,
): AsyncGenerator<Page> {
  const cursor = client.query(
    new Cursor<(string | null)[]>(statement.text, statement.values ?? [], {
      rowMode: 'array',
    } as never),
  );
  let rowsLeft = limits.rows;
  let bytesLeft = limits.bytes;
  try {
    while (rowsLeft > 0) {
      const rows = await cursor.read(Math.min(ROWS_A_FETCH, rowsLeft));
      bytesLeft -= sizeOf(rows);
      if (bytesLeft < 0) throw new Failure('E_RESULT_TOO_LARGE');
      yield { fields: fieldsOf(cursor), rows };
      rowsLeft -= rows.length;
      if (rows.length < ROWS_A_FETCH) return;
    }
  } finally {
    await cursor.close().catch(() => {});
  }
}

/** The driver keeps the columns to itself until the cursor has ended; a page needs them before. */
function fieldsOf(cursor: object): pg.FieldDef[] {
  const { _result: result } = cursor as { _result: { fields: pg.FieldDef[] } };
  return result.fields;
}

function sizeOf(rows: (string | null)[][]): number {
  let size = 0;
  for (const row of rows) for (const cell of row) size += cell?.length ?? 0;
  return size;
}
