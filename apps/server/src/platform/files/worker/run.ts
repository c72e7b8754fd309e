import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { cellWriter } from './cells.ts';
import { mountTables, unmountTables } from './mount-tables.ts';
import { asProblem } from './problems.ts';
import { type Done, type Field, ProblemError, type Work } from './protocol.ts';
import { readNames } from './read-names.ts';
import { postgresTypeOf } from './types.ts';

type RunWork = Extract<Work, { kind: 'run' }>;

/**
 * The rows of a statement up to the limit, as the pages of a result. The statement runs as it was
 * written: what it names are views, and the limit is where we stop to read.
 */
export async function runQuery(
  connection: DuckDBConnection,
  { sql, values, tables, ...limits }: RunWork,
): Promise<Done['run']> {
  // Read once more, so that nothing runs here that was not looked at here.
  await readNames(connection, sql);
  try {
    await mountTables(connection, tables);
    const prepared = await prepareBound(connection, sql, values);
    return await collect(await prepared.stream(), limits);
  } catch (error) {
    throw asProblem(error, sql);
  } finally {
    await unmountTables(connection, tables);
  }
}

export async function prepareBound(
  connection: DuckDBConnection,
  sql: string,
  values: (string | null)[],
): Promise<DuckDBPreparedStatement> {
  const prepared = await connection.prepare(sql);
  values.forEach((value, index) => {
    if (value === null) prepared.bindNull(index + 1);
    else prepared.bindVarchar(index + 1, value);
  });
  return prepared;
}

export function describeFields(result: DuckDBResult): Field[] {
  const types = result.columnTypes();
  return result.columnNames().map((name, index) => {
    const { type, oid } = postgresTypeOf(types[index]!);
    return { name, type, oid };
  });
}

type Limits = Pick<RunWork, 'rowLimit' | 'rowsAPage' | 'mostBytes'>;

async function collect(
  result: DuckDBResult,
  { rowLimit, rowsAPage, mostBytes }: Limits,
): Promise<Done['run']> {
  const writers = result.columnTypes().map(cellWriter);
  const pages: Uint8Array[] = [];
  let page: string[] = [];
  let rowCount = 0;
  let bytes = 0;
  let hasMore = false;
  const endPage = () => {
    const text = Buffer.from(page.join(','));
    bytes += text.length;
    if (bytes > mostBytes) throw new ProblemError('too-large', 'The result is too large.');
    pages.push(text);
    page = [];
  };
  while (!hasMore) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    for (const row of chunk.getRows()) {
      if (rowCount === rowLimit) {
        hasMore = true;
        break;
      }
      const cells = row.map((value, index) => (value === null ? 'null' : writers[index]!(value)));
      page.push(`[${cells.join(',')}]`);
      rowCount += 1;
      if (page.length === rowsAPage) endPage();
    }
  }
  if (page.length > 0) endPage();
  return { fields: describeFields(result), pages, rowCount, hasMore };
}
