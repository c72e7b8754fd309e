import type { DuckDBConnection } from '@duckdb/node-api';
import { asProblem } from './problems.ts';
import {
  type CopiedColumn,
  type Done,
  ProblemError,
  type TextReading,
  type Work,
} from './protocol.ts';
import { literal, quoted } from './quote.ts';

/**
 * Text becomes Parquet once, so that every later statement is quick. Types are found out over the
 * whole file, not over its beginning, and only taken where they hold every value as it is written.
 */
export async function prepareText(
  connection: DuckDBConnection,
  { from, to, read }: Extract<Work, { kind: 'prepareText' }>,
): Promise<null> {
  try {
    const rows = read.format === 'json' ? jsonRows(from) : await csvRows(connection, from, read);
    await writeParquet(connection, `select * from ${rows}`, to);
    return null;
  } catch (error) {
    throw unreadable(error, from);
  }
}

function jsonRows(from: string): string {
  return `read_json(${literal(from)}, sample_size = -1, maximum_object_size = 67108864,
    maximum_depth = 4, convert_strings_to_integers = false)`;
}

async function csvRows(
  connection: DuckDBConnection,
  from: string,
  { delimiter, hasHeader }: Extract<TextReading, { format: 'csv' }>,
): Promise<string> {
  const base = `read_csv(${literal(from)}, sample_size = -1, max_line_size = 16777216,
    buffer_size = 67108864, 
    ${delimiter === undefined ? '' : `delim = ${literal(delimiter)},`}
    ${hasHeader === undefined ? '' : `header = ${hasHeader},`} strict_mode = true`;
  const found = await connection.runAndReadAll(`describe select * from ${base})`);
  const columns = found
    .getRows()
    .map(([name, type]) => ({ name: String(name), type: String(type) }));
  const numbers = columns.filter(({ type }) => /^(BIGINT|HUGEINT|DOUBLE|DECIMAL)/.test(type));
  const kept = await findTexts(connection, `${base}, all_varchar = true)`, numbers);
  if (kept.length === 0) return `${base})`;
  const types = kept.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ');
  return `${base}, types = {${types}})`;
}

/** Columns of digits that are no numbers: with zeros in front, or with more digits than a float holds. */
async function findTexts(
  connection: DuckDBConnection,
  rows: string,
  numbers: { name: string; type: string }[],
): Promise<string[]> {
  if (numbers.length === 0) return [];
  const questions = numbers.map(({ name, type }) => {
    const column = quoted(name);
    const zeros = String.raw`regexp_matches(${column}, '^\s*[+-]?0[0-9]')`;
    const digits = `length(ltrim(regexp_replace(${column}, '[^0-9]|[eE].*$', '', 'g'), '0')) > 15`;
    return `coalesce(bool_or(${type === 'DOUBLE' ? `${zeros} or ${digits}` : zeros}), false)`;
  });
  const answers = await connection.runAndReadAll(`select ${questions.join(', ')} from ${rows}`);
  const [row = []] = answers.getRows();
  return numbers.filter((_, index) => row[index] === true).map(({ name }) => name);
}

/** Rows that Postgres wrote as CSV, all values in quotes, with the types Postgres has for them. */
export async function prepareRows(
  connection: DuckDBConnection,
  { from, to, columns }: Extract<Work, { kind: 'prepareRows' }>,
): Promise<Done['prepareRows']> {
  const names = columns.map(({ name }) => `${literal(name)}: 'VARCHAR'`).join(', ');
  const rows = String.raw`read_csv(${literal(from)}, auto_detect = false, header = false,
    delim = ',', quote = '"', escape = '"', nullstr = '\N', allow_quoted_nulls = false,
    max_line_size = 16777216, buffer_size = 67108864, columns = {${names}})`;
  try {
    const decimals = await findDecimals(connection, rows, columns);
    const list = columns.map(({ name, type }) => {
      const column = quoted(name);
      return `${typed(column, decimals.get(name) ?? duckTypes[type])} as ${column}`;
    });
    const written = await writeParquet(connection, `select ${list.join(', ')} from ${rows}`, to);
    return { rows: written };
  } catch (error) {
    throw unreadable(error, from);
  }
}

/** Everything else stays the text Postgres prints. */
const duckTypes: Record<string, string | undefined> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  uuid: 'UUID',
  json: 'JSON',
  jsonb: 'JSON',
  bytea: 'BLOB',
};

function typed(column: string, type: string | undefined): string {
  if (type === undefined) return column;
  return type === 'BLOB' ? `unhex(substr(${column}, 3))` : `${column}::${type}`;
}

/** The widest decimal DuckDB has. */
const WIDEST = 38;

/** A numeric becomes a decimal with room for all of its values; where there is none it stays text. */
async function findDecimals(
  connection: DuckDBConnection,
  rows: string,
  columns: CopiedColumn[],
): Promise<Map<string, string>> {
  const numerics = columns.filter(({ type }) => type === 'numeric');
  if (numerics.length === 0) return new Map();
  const questions = numerics.flatMap(({ name }) => {
    const column = quoted(name);
    return [
      String.raw`coalesce(bool_and(regexp_full_match(${column}, '-?[0-9]+(\.[0-9]+)?')), true)`,
      `coalesce(max(length(ltrim(split_part(${column}, '.', 1), '-'))), 1)::int`,
      `coalesce(max(length(split_part(${column}, '.', 2))), 0)::int`,
    ];
  });
  const reader = await connection.runAndReadAll(`select ${questions.join(', ')} from ${rows}`);
  const [row = []] = reader.getRows();
  const found = numerics.flatMap(({ name }, index): [string, string][] => {
    const [isPlain, whole, fraction] = row.slice(index * 3) as [boolean, number, number];
    const width = whole + fraction;
    return isPlain && width <= WIDEST ? [[name, `DECIMAL(${width}, ${fraction})`]] : [];
  });
  return new Map(found);
}

async function writeParquet(
  connection: DuckDBConnection,
  select: string,
  to: string,
): Promise<number> {
  const written = await connection.runAndReadAll(
    `copy (${select}) to ${literal(to)} (format parquet)`,
  );
  return Number(written.getRows()[0]?.[0] ?? 0);
}

/** Where our own file is told of, the reader has to know what went wrong in theirs. */
function unreadable(error: unknown, file: string): ProblemError {
  const { problem } = asProblem(error, '');
  if (problem.kind === 'memory') return new ProblemError('memory', problem.message);
  const message = problem.message.replaceAll(file, 'the file').split('\n\n')[0] ?? '';
  return new ProblemError('unreadable', message);
}
