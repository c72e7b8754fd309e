import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { WrittenColumn } from './plan-import.ts';

/** How the text of the staging table becomes a value of the table, as SQL. */

/** The text after the rules for NULL and for numbers: what the type's own reader is given. */
export function textOf({ column, staged, nulls }: WrittenColumn, read: ReadOptions): string {
  let text = `staged.${quoteIdentifier(staged)}`;
  if (read.nullWords.length > 0) {
    const words = read.nullWords.map(literal).join(', ');
    text = `case when ${text} in (${words}) then null else ${text} end`;
  }
  if (nulls === 'emptyIsNull' || hasNoEmptyValue(column)) text = `nullif(${text}, '')`;
  if (nulls === 'nullIsEmpty') text = `coalesce(${text}, '')`;
  if (read.decimal === ',' && column.category === 'N') text = withDecimalPoint(text);
  return text;
}

/** Nothing in quotes is nothing for a number or a date: there is no empty one. */
function hasNoEmptyValue({ category, baseType }: WrittenColumn['column']): boolean {
  return /[NDTB]/.test(category) || ['uuid', 'json', 'jsonb'].includes(baseType);
}

/**
 * 1.234,56 → 1234.56. Digits that are not written that way are refused, whatever they would mean with a
 * decimal point; what has none, NaN or a word, is for the type to tell.
 */
function withDecimalPoint(text: string): string {
  const pattern = String.raw`'^\s*[+-]?(\d+|\d{1,3}(\.\d{3})+)?(,\d+)?\s*$'`;
  return `case when ${text} ~ ${pattern} then replace(replace(${text}, '.', ''), ',', '.')
    when ${text} ~ '\\d' then 'no decimal comma: ' || (${text}) else ${text} end`;
}

/** The value itself. Never cast to a length: that would cut silently what the column refuses. */
export function valueOf(written: WrittenColumn, read: ReadOptions): string {
  const { column, nulls } = written;
  const value = `(${textOf(written, read)})::${castOf(column)}`;
  const hasDefault = nulls === 'default' && column.defaultValue !== null;
  return hasDefault ? `coalesce(${value}, ${column.defaultValue})` : value;
}

/** Of a domain what it is made of: assigning checks the rest. */
export function castOf({ type, baseType, castType }: WrittenColumn['column']): string {
  if (type === baseType) return castType;
  if (baseType === 'character') return 'bpchar';
  return baseType === 'bit' ? '"bit"' : baseType;
}
