import {
  DuckDBArrayValue,
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { singleText } from '#platform/rows/single-text.ts';
import { postgresTypeOf } from './types.ts';

// Times with a zone are told in UTC, wherever this machine stands.
DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;

/** Writes one value as JSON: the same cells that results of Postgres have. */
export type WriteCell = (value: DuckDBValue) => string;

export function cellWriter(type: DuckDBType): WriteCell {
  const { kind } = postgresTypeOf(type);
  if (kind === 'boolean') return (value) => (value === true ? 'true' : 'false');
  if (kind === 'integer') return String;
  if (kind === 'float') {
    const isSingle = type.typeId === DuckDBTypeId.FLOAT;
    return (value) => floatText(value as number, isSingle);
  }
  if (kind === 'json') return (value) => JSON.stringify(jsonText(value));
  if (kind === 'array') return (value) => JSON.stringify(arrayText(value));
  return (value) => JSON.stringify(plainText(value));
}

/** NaN and the infinities are no JSON numbers; minus zero is one. */
function floatText(value: number, isSingle: boolean): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"Infinity"' : '"-Infinity"';
  if (Object.is(value, -0)) return '-0';
  return isSingle ? singleText(value) : String(value);
}

/** As Postgres would print it. */
function plainText(value: DuckDBValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBIntervalValue) {
    return value
      .toString()
      .replaceAll(/\bmonth(s?)\b/g, 'mon$1')
      .replace(FRACTION, '$1');
  }
  if (value instanceof DuckDBDecimalValue || value instanceof DuckDBBitValue) {
    return value.toString();
  }
  if (typeof value === 'number') return floatText(value, false).replaceAll('"', '');
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'bigint') return value.toString();
  return String(value).replace(FRACTION, '$1').replace(' (BC)', ' BC');
}

/** Zeros at the end of a second's fraction, and its dot when nothing is left of it. */
const FRACTION = /(\.\d*?[1-9])0+(?=\D|$)|\.0+(?=\D|$)/;

function arrayText(value: DuckDBValue): string {
  const items = value instanceof DuckDBListValue || value instanceof DuckDBArrayValue;
  if (!items) return plainText(value);
  return `{${value.items.map((item) => (item === null ? 'NULL' : elementText(item))).join(',')}}`;
}

function elementText(item: DuckDBValue): string {
  const text = plainText(item);
  if (text !== '' && !/[\s{},"\\]/.test(text) && !/^null$/i.test(text)) return text;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
}

/** Numbers keep every digit: none becomes a JavaScript number on its way. */
function jsonText(value: DuckDBValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatText(value, false);
  if (value instanceof DuckDBDecimalValue) return value.toString();
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(jsonText).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) {
    const entries = Object.entries(value.entries);
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`).join(',')}}`;
  }
  if (value instanceof DuckDBMapValue) {
    const entries = value.entries.map(
      ({ key, value: item }) => `${JSON.stringify(plainText(key))}:${jsonText(item)}`,
    );
    return `{${entries.join(',')}}`;
  }
  if (value instanceof DuckDBUnionValue) return jsonText(value.value);
  return JSON.stringify(plainText(value));
}
