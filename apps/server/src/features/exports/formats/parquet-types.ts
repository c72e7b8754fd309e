import type { SchemaElement } from 'hyparquet';
import type { ExportColumn } from '../columns.ts';
import { columnText, type FormatInput, namedSource } from './format.ts';

/** How a column is kept: the SQL that reads it as text, and how that text becomes its value. */
export type ParquetColumn = {
  element: SchemaElement;
  text: string;
  read(cell: Buffer): unknown;
};

/**
 * Parquet's own type where it holds every value there is; otherwise the text Postgres prints.
 * Infinite dates and NaN have no place in dates and decimals, so columns of those types are looked
 * through first, in the same snapshot.
 */
export async function parquetColumns(input: FormatInput): Promise<ParquetColumn[]> {
  const fits = await findFitting(input);
  return input.columns.map((column, index) => {
    const kept = kinds[column.typeName]?.(column);
    return kept && fits[index] ? kept : textColumn(column);
  });
}

async function findFitting(input: FormatInput): Promise<boolean[]> {
  const tests = input.columns.map((column) => fitTest(column));
  if (tests.every((test) => test === 'true')) return tests.map(() => true);
  const { rows } = await input.client.query<string[]>({
    text: `select ${tests.map((test) => `coalesce(bool_and(${test}), true)::text`).join(', ')}
      from ${namedSource(input)}`,
    rowMode: 'array',
  });
  return (rows[0] ?? []).map((fits) => fits === 'true');
}

function fitTest(column: ExportColumn): string {
  const value = columnText(column);
  switch (column.typeName) {
    case 'date':
      return `isfinite(${value})`;
    case 'timestamp':
    case 'timestamptz':
      return `(isfinite(${value}) and extract(year from ${value}) between -4000 and 290000)`;
    case 'numeric':
      return isSmallDecimal(column) ? `${value} <> 'NaN'::numeric` : 'true';
    default:
      return 'true';
  }
}

/** The most digits that 64 bits hold. */
const MOST_DIGITS = 18;

function isSmallDecimal({ precision, scale }: ExportColumn): boolean {
  return precision !== undefined && scale !== undefined && precision <= MOST_DIGITS && scale >= 0;
}

function textColumn(column: ExportColumn): ParquetColumn {
  return {
    element: { name: column.name, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    text: `${columnText(column)}::text`,
    read: toText,
  };
}

type Kind = (column: ExportColumn) => ParquetColumn | undefined;

function plain(element: Omit<SchemaElement, 'name'>, read: (cell: Buffer) => unknown): Kind {
  return (column) => ({
    element: { name: column.name, ...element },
    text: `${columnText(column)}::text`,
    read,
  });
}

/** Microseconds since 1970, counted by the database. */
function moment(isAdjustedToUTC: boolean): Kind {
  return (column) => ({
    element: {
      name: column.name,
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' },
    },
    // A whole and a part, since an epoch with its fraction has more digits than it is given.
    text: `(extract(epoch from date_trunc('second', ${columnText(column)}))::bigint * 1000000
      + (extract(microseconds from ${columnText(column)})::bigint % 1000000))::text`,
    read: toBigInt,
  });
}

const toNumber = (cell: Buffer) => Number(cell.toString('latin1'));
const toBigInt = (cell: Buffer) => BigInt(cell.toString('latin1'));
const toText = (cell: Buffer) => cell.toString();

const kinds: Record<string, Kind> = {
  bool: plain({ type: 'BOOLEAN' }, (cell) => cell[0] === 0x74),
  int2: plain({ type: 'INT32' }, toNumber),
  int4: plain({ type: 'INT32' }, toNumber),
  int8: plain({ type: 'INT64' }, toBigInt),
  float4: plain({ type: 'FLOAT' }, toNumber),
  float8: plain({ type: 'DOUBLE' }, toNumber),
  json: plain({ type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } }, toText),
  jsonb: plain({ type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } }, toText),
  uuid: plain(
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
    (cell) => cell.toString('latin1'),
  ),
  bytea: (column) => ({
    element: { name: column.name, type: 'BYTE_ARRAY' },
    text: `encode(${columnText(column)}, 'hex')`,
    read: (cell) => Uint8Array.from(Buffer.from(cell.toString('latin1'), 'hex')),
  }),
  date: (column) => ({
    element: { name: column.name, type: 'INT32', converted_type: 'DATE' },
    text: `(${columnText(column)} - date '1970-01-01')::text`,
    read: toNumber,
  }),
  timestamp: moment(false),
  timestamptz: moment(true),
  numeric: (column) => {
    if (!isSmallDecimal(column)) return undefined;
    const { name, precision, scale } = column;
    return {
      element: { name, type: 'INT64', converted_type: 'DECIMAL', precision, scale },
      text: `(${columnText(column)} * 1e${scale})::bigint::text`,
      read: toBigInt,
    };
  },
};
