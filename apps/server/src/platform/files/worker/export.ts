import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBDecimalType, type DuckDBResult } from '@duckdb/node-api';
import { withoutFormula } from '@causeway/contract/csv.ts';
import { cellWriter } from './cells.ts';
import { mountTables, unmountTables } from './mount-tables.ts';
import { asProblem } from './problems.ts';
import { type Done, ProblemError, type Work, type WrittenFormat } from './protocol.ts';
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
    const rows = await rowsAs(connection, text, { format, spreadsheetSafe });
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

type Wanted = Pick<Extract<Work, { kind: 'export' }>, 'format' | 'spreadsheetSafe'>;

/** The rows, with other words for what DuckDB would write as something else. */
async function rowsAs(
  connection: DuckDBConnection,
  text: string,
  { format, spreadsheetSafe }: Wanted,
): Promise<string> {
  const written = spreadsheetSafe ? asNoFormula : writtenOtherwise[format];
  if (!written) return text;
  const described = await connection.runAndReadAll(`describe (\n${text}\n)`);
  const columns = described.getRows().map(([name, type], index) => {
    const value = `c${index}`;
    const head = spreadsheetSafe ? withoutFormula(String(name)) : String(name);
    return { value, as: written(String(type), value), head };
  });
  if (!spreadsheetSafe && columns.every(({ value, as }) => value === as)) return text;
  const names = columns.map(({ value }) => value).join(', ');
  const list = columns.map(({ as, head }) => `${as} as ${quoted(head)}`);
  return `select ${list.join(', ')} from (\n${text}\n) rows(${names})`;
}

/** A value of a type, as SQL. */
type Written = (type: string, value: string) => string;

/** Numbers, dates and truths are none; whatever else begins like a formula is told to be text. */
const asNoFormula: Written = (type, value) => {
  const isHarmless = /^(BOOLEAN|U?\w*INT|FLOAT|DOUBLE|DECIMAL|DATE|TIME|UUID)/.test(type);
  if (isHarmless) return value;
  return `case when regexp_matches(${value}::varchar, '^[\\t\\r\\n]*[=+@-]')
      then '''' || ${value}::varchar else ${value}::varchar end`;
};

/** NaN and the infinities are no JSON, so they are texts there; a float has the digits it prints. */
const asJson: Written = (type, value) => {
  if (type !== 'FLOAT' && type !== 'DOUBLE') return value;
  return `case when isfinite(${value}) then ${value}::varchar::json
      when isnan(${value}) then to_json('NaN')
      when ${value} > 0 then to_json('Infinity')
      when ${value} < 0 then to_json('-Infinity') end`;
};

/** Parquet has no whole numbers beyond 64 bits: DuckDB makes floats of them, a decimal keeps them. */
const asParquet: Written = (type, value) => {
  return type === 'HUGEINT' || type === 'UHUGEINT' ? `${value}::decimal(38, 0)` : value;
};

const writtenOtherwise: Partial<Record<WrittenFormat, Written>> = {
  json: asJson,
  ndjson: asJson,
  parquet: asParquet,
};

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
