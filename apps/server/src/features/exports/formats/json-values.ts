import type { ExportColumn } from '../columns.ts';
import { columnText } from './format.ts';

/**
 * A value as JSON that reads back as it was. Where JSON has no such value, it is the text Postgres
 * prints: dates with their own notation, ranges, arrays with more than one dimension.
 */
export function jsonValue(column: ExportColumn, numbers: 'text' | 'number'): string {
  const value = columnText(column);
  if (asTheyAre.has(column.typeName)) return value;
  if (exactNumbers.has(column.typeName)) return numbers === 'number' ? value : `${value}::text`;
  if (column.typeName === 'jsonb') return nestedJson(value, 'jsonb');
  if (column.typeName === 'json') return nestedJson(value, 'json');
  if (column.element !== undefined && column.typeName.startsWith('_')) {
    return nestedArray(value, column.element);
  }
  return `${value}::text`;
}

/** Their JSON is their value. NaN and the infinities become text by themselves. */
const asTheyAre = new Set([
  'bool',
  'int2',
  'int4',
  'float4',
  'float8',
  'text',
  'varchar',
  'bpchar',
]);

/** More digits than most readers of JSON keep. */
const exactNumbers = new Set(['int8', 'numeric']);

/**
 * Nested as it is. A text or null at its top could be taken for a text or NULL of the column: there
 * the JSON itself is written as text.
 */
function nestedJson(value: string, type: 'json' | 'jsonb'): string {
  return `case when ${type}_typeof(${value}) in ('string', 'null')
    then to_${type}(${value}::text) else ${value} end`;
}

const plainElements = new Set(['bool', 'int2', 'int4', 'text', 'varchar']);
/** Their elements would be nested JSON themselves, or print a delimiter of their own. */
const opaqueElements = new Set(['json', 'jsonb', 'box', 'record']);

/** A list where it is one: arrays of more dimensions, or that count from elsewhere, stay text. */
function nestedArray(value: string, element: string): string {
  if (opaqueElements.has(element)) return `${value}::text`;
  const list = plainElements.has(element) ? value : `${value}::text[]`;
  return `case when array_ndims(${value}) = 1 and array_lower(${value}, 1) = 1
      then to_json(${list})
    when cardinality(${value}) = 0 then '[]'::json else to_json(${value}::text) end`;
}
