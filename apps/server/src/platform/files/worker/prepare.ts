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
    const rows =
      read.format === 'json'
        ? await jsonRows(connection, from)
        : await csvRows(connection, from, read);
    await writeParquet(connection, `select * from ${rows}`, to);
    return null;
  } catch (error) {
    throw unreadable(error, from);
  }
}

type Column = { name: string; type: string };
type Question = { name: string; question: string };

async function describeColumns(connection: DuckDBConnection, rows: string): Promise<Column[]> {
  const found = await connection.runAndReadAll(`describe select * from ${rows}`);
  return found.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/** Asks for true or false about some columns, in one look at all rows. */
async function findColumns(
  connection: DuckDBConnection,
  rows: string,
  asked: Question[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const list = asked.map(({ question }) => `coalesce(${question}, false)`).join(', ');
  const [row = []] = (await connection.runAndReadAll(`select ${list} from ${rows}`)).getRows();
  return new Set(asked.filter((_, index) => row[index] === true).map(({ name }) => name));
}

/** A whole number beyond a float, and a time with a zone, are read as what is next to them in DuckDB. */
async function jsonRows(connection: DuckDBConnection, from: string): Promise<string> {
  const base = `read_json(${literal(from)}, sample_size = -1, maximum_object_size = 67108864,
    maximum_depth = 4, convert_strings_to_integers = false`;
  const columns = await describeColumns(connection, `${base})`);
  const read = (typeOf: (column: Column) => string) => {
    const types = columns.map((one) => `${literal(one.name)}: ${literal(typeOf(one))}`).join(', ');
    return `${base}, columns = {${types}})`;
  };
  const kinds: Record<string, string> = { DOUBLE: LARGE, HUGEINT: LARGE, TIMESTAMP: ZONE };
  const asked = columns.flatMap(({ name, type }) => {
    const pattern = kinds[type];
    const value = `${quoted(name)}->>'$'`;
    return pattern ? [{ name, question: `bool_or(regexp_matches(${value}, '${pattern}'))` }] : [];
  });
  const looked = read(({ type }) => (kinds[type] ? 'JSON' : type));
  const found = await findColumns(connection, looked, asked);
  if (found.size === 0) return `${base})`;
  const list = columns.map(({ name, type }) => {
    const column = quoted(name);
    if (!found.has(name)) return column;
    const text = `(${column}->>'$')`;
    return `${type === 'TIMESTAMP' ? `${text}::timestamptz` : text} as ${column}`;
  });
  const rows = read(({ name, type }) => (found.has(name) ? 'JSON' : type));
  return `(select ${list.join(', ')} from ${rows})`;
}

/** Parquet has no whole numbers beyond 64 bits: DuckDB makes floats of them. */
const LARGE = '^-?[0-9]{16,}$';
const ZONE = String.raw`:.*(Z|[+-]\d{2}(:?\d{2})?)$`;

async function csvRows(
  connection: DuckDBConnection,
  from: string,
  { delimiter, hasHeader }: Extract<TextReading, { format: 'csv' }>,
): Promise<string> {
  const base = `read_csv(${literal(from)}, sample_size = -1, max_line_size = 16777216,
    buffer_size = 67108864, 
    ${delimiter === undefined ? '' : `delim = ${literal(delimiter)},`}
    ${hasHeader === undefined ? '' : `header = ${hasHeader},`} strict_mode = true`;
  const columns = await describeColumns(connection, `${base})`);
  const asked = [...numberQuestions(columns), ...timeQuestions(columns)];
  const kept = await findColumns(connection, `${base}, all_varchar = true)`, asked);
  if (kept.size === 0) return `${base})`;
  const types = [...kept].map((name) => `${literal(name)}: 'VARCHAR'`).join(', ');
  return `${base}, types = {${types}})`;
}

/** Columns of digits that are no numbers: with zeros in front, or with more digits than a float holds. */
function numberQuestions(columns: Column[]): Question[] {
  return columns
    .filter(({ type }) => /^(BIGINT|HUGEINT|DOUBLE|DECIMAL)/.test(type))
    .map(({ name, type }) => {
      const column = quoted(name);
      const zeros = String.raw`regexp_matches(${column}, '^\s*[+-]?0[0-9]')`;
      const digits = `length(ltrim(regexp_replace(${column}, '[^0-9]|[eE].*$', '', 'g'), '0')) > 15`;
      return { name, question: `bool_or(${type === 'DOUBLE' ? `${zeros} or ${digits}` : zeros})` };
    });
}

/**
 * Times finer than are kept; and days and months of which nothing in the file tells which is which:
 * all its dates are of one form.
 */
function timeQuestions(columns: Column[]): Question[] {
  const times = columns.filter(({ type }) => /^(DATE|TIME)/.test(type));
  const parts = times.flatMap(({ name }) => {
    return [1, 2].map((index) => {
      const part = String.raw`regexp_extract(${quoted(name)}, '^\s*(\d{1,2})/(\d{1,2})/\d', ${index})`;
      return `try_cast(${part} as integer)`;
    });
  });
  return times.map(({ name }) => {
    const isFine = String.raw`regexp_matches(${quoted(name)}, '\.\d{6}0*[1-9]')`;
    const hasSlashes = String.raw`regexp_matches(${quoted(name)}, '^\s*\d{1,2}/\d{1,2}/\d')`;
    const question = `bool_or(${isFine})
      or (bool_or(${hasSlashes}) and max(greatest(${parts.join(', ')})) <= 12)`;
    return { name, question };
  });
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
