import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { CatalogColumn } from '#platform/connectors/sql/catalog-table.ts';
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
export function hasNoEmptyValue({ category, baseType }: WrittenColumn['column']): boolean {
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

/**
 * Where numbers of sequences come from. A number is used up by asking for it, whatever becomes of the
 * row: while it is only tried whether rows are good, others take their place.
 */
export type Numbers = 'drawn' | 'made up';

/** The value itself. Never cast to a length: that would cut silently what the column refuses. */
export function valueOf(written: WrittenColumn, read: ReadOptions, numbers: Numbers): string {
  const { column, nulls } = written;
  const value = `(${textOf(written, read)})::${column.castType}`;
  if (nulls !== 'default' || column.defaultValue === null) return value;
  const fallback = numbers === 'drawn' ? column.defaultValue : withMadeUpNumbers(column);
  return `coalesce(${value}, ${fallback})`;
}

const DRAWING = /nextval\([^()]*\)/g;

/** Whether the database draws a number of a sequence where nothing is written. */
export function drawsNumber({ identity, defaultValue }: CatalogColumn): boolean {
  return identity !== null || (defaultValue?.includes('nextval(') ?? false);
}

/** What a column would get, with a number that nobody has: one a line, down from the end of its type. */
export function withMadeUpNumbers(column: CatalogColumn): string {
  const last = lastNumbers[column.baseType] ?? lastNumbers['integer'];
  const number = `(${last} - staged.line)`;
  if (column.identity !== null || column.defaultValue === null) {
    return `${number}::${column.castType}`;
  }
  return `(${column.defaultValue.replaceAll(DRAWING, number)})::${column.castType}`;
}

const lastNumbers: Record<string, string> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
};
