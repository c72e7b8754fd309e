import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBDecimalType, type DuckDBResult } from '@duckdb/node-api';
import { cellWriter } from './cells.ts';
import { mountTables, unmountTables } from './mount-tables.ts';
import { asProblem } from './problems.ts';
import { type Done, ProblemError, type Work } from './protocol.ts';
import { literal, quoted } from './quote.ts';
import { readNames } from './read-names.ts';
import { describeFields } from './run.ts';

const writtenAs = {
  csv: '(format csv, header true)',
  json: '(format json, array true)',
  ndjson: '(format json)',
  parquet: '(format parquet)',
} as const;

/** All rows of a statement as a file, written by DuckDB itself. */
export async function exportQuery(
  connection: DuckDBConnection,
  { sql, tables, to, format, spreadsheetSafe }: Extract<Work, { kind: 'export' }>,
): Promise<Done['export']> {
  await readNames(connection, sql);
  try {
    await mountTables(connection, tables);
    const text = sql.replace(/;\s*$/, '');
    const rows = spreadsheetSafe ? await withoutFormulas(connection, text) : text;
    const target = `${literal(to)} ${writtenAs[format]}`;
    const written = await connection.runAndReadAll(`copy (\n${rows}\n) to ${target}`);
    return { rows: Number(written.getRows()[0]?.[0] ?? 0) };
  } catch (error) {
    const { problem } = asProblem(error, sql);
    // Places count from our own words in front.
    throw new ProblemError(problem.kind, problem.message);
  } finally {
    await unmountTables(connection, tables);
  }
}

/** Numbers, dates and truths are none; whatever else begins like a formula is told to be text. */
async function withoutFormulas(connection: DuckDBConnection, text: string): Promise<string> {
  const described = await connection.runAndReadAll(`describe (\n${text}\n)`);
  const columns = described.getRows().map(([name, type], index) => {
    const value = `c${index}`;
    const isHarmless = /^(BOOLEAN|U?\w*INT|FLOAT|DOUBLE|DECIMAL|DATE|TIME|UUID)/.test(String(type));
    const safe = `case when regexp_matches(${value}::varchar, '^[\\t\\r\\n]*[=+@-]')
      then '''' || ${value}::varchar else ${value}::varchar end`;
    return { value, written: `${isHarmless ? value : safe} as ${quoted(String(name))}` };
  });
  const names = columns.map(({ value }) => value).join(', ');
  return `select ${columns.map(({ written }) => written).join(', ')} from (\n${text}\n) rows(${names})`;
}

/** All rows of a statement for a format that DuckDB does not write; held are those on their way. */
export async function exportCells(
  connection: DuckDBConnection,
  { sql, tables, to }: Extract<Work, { kind: 'exportCells' }>,
): Promise<Done['exportCells']> {
  await readNames(connection, sql);
  try {
    await mountTables(connection, tables);
    const result = await connection.stream(sql);
    await pipeline(Readable.from(linesOf(result)), createWriteStream(to));
    const types = result.columnTypes();
    return describeFields(result).map((field, index) => {
      const type = types[index];
      return { ...field, scale: type instanceof DuckDBDecimalType ? type.scale : undefined };
    });
  } catch (error) {
    throw asProblem(error, sql);
  } finally {
    await unmountTables(connection, tables);
  }
}

/** A chunk of rows at a time. */
async function* linesOf(result: DuckDBResult): AsyncGenerator<string> {
  const writers = result.columnTypes().map(cellWriter);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const lines = chunk.getRows().map((row) => {
      const cells = row.map((value, index) => (value === null ? 'null' : writers[index]!(value)));
      return `[${cells.join(',')}]\n`;
    });
    yield lines.join('');
  }
}
