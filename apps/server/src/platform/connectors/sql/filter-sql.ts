import { Failure } from '@causeway/contract/errors.ts';
import {
  ANY_COLUMN,
  calendarSpans,
  type Filter,
  type FilterCondition,
  type FilterOperator,
} from '@causeway/contract/tables/filters.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { CatalogColumn, CatalogTable } from './catalog-table.ts';
import { readColumn, typed } from './table-sql.ts';

/** A filter as a condition: columns from the catalog, operators from the enum, values bound. */
export function filterSql(table: CatalogTable, filter: Filter): Sql {
  if ('and' in filter) return join(table, filter.and, ' and ', sql`true`);
  if ('or' in filter) return join(table, filter.or, ' or ', sql`false`);
  if ('not' in filter) return sql`not coalesce(${filterSql(table, filter.not)}, false)`;
  if (isAboutAny(table, filter)) return searchSql(table, filter);
  return conditionSql(readColumn(table, filter.column), filter);
}

function isAboutAny({ columns }: CatalogTable, { column, operator }: FilterCondition): boolean {
  const isNamed = columns.some(({ name }) => name === column);
  return column === ANY_COLUMN && operator === 'contains' && !isNamed;
}

/** Bytes are no text that anybody looks for. */
function searchSql(table: CatalogTable, { value }: FilterCondition): Sql {
  const wanted = `%${escapeLike(value)}%`;
  const searched = table.columns.filter(({ baseType }) => baseType !== 'bytea');
  const parts = searched.map(({ name }) => sql`${identifier(name)}::text ilike ${wanted}`);
  return parts.length === 0 ? sql`false` : sql`(${joinSql(parts, ' or ')})`;
}

function join(table: CatalogTable, filters: Filter[], separator: string, none: Sql): Sql {
  if (filters.length === 0) return none;
  return sql`(${joinSql(
    filters.map((filter) => filterSql(table, filter)),
    separator,
  )})`;
}

function conditionSql(column: CatalogColumn, condition: FilterCondition): Sql {
  const { operator, path } = condition;
  const name = identifier(column.name);
  const isInside = path !== undefined && path.length > 0;
  const json = isInside ? sql`(${name}::jsonb #> ${textArray(path)}::text[])` : sql`${name}::jsonb`;
  const text = isInside ? sql`(${name}::jsonb #>> ${textArray(path)}::text[])` : sql`${name}::text`;
  const isText = isInside || hasNoEquality(column);
  const subject: Subject = {
    plain: isText ? text : name,
    text,
    json,
    value: (given) => {
      if (isInside) return sql`${textOf(given)}`;
      const read = typed(textOf(given), column);
      return isText ? sql`${read}::text` : read;
    },
    within: (given) => withinSql(column, name, textOf(given) ?? ''),
    // Inside JSON, numbers compare as numbers and text as text.
    ordered: (sign, given) =>
      isInside
        ? sql`${json} ${sign} ${numberOrText(given)}::jsonb`
        : sql`${name} ${sign} ${typed(textOf(given), column)}`,
  };
  return conditions[operator](subject, condition);
}

type Given = NonNullable<FilterCondition['value']> | null;
type Subject = {
  plain: Sql;
  text: Sql;
  json: Sql;
  value(given: Given): Sql;
  ordered(sign: Sql, given: Given): Sql;
  /** Undefined where the column is no range. */
  within(given: Given): Sql | undefined;
};
type Condition = (subject: Subject, condition: FilterCondition) => Sql;

const conditions: Record<FilterOperator, Condition> = {
  eq: ({ plain, value }, { value: given }) =>
    given == null ? sql`${plain} is null` : sql`${plain} = ${value(given)}`,
  ne: ({ plain, value }, { value: given }) =>
    given == null ? sql`${plain} is not null` : sql`${plain} is distinct from ${value(given)}`,
  lt: ({ ordered }, { value }) => ordered(sql`<`, value ?? null),
  lte: ({ ordered }, { value }) => ordered(sql`<=`, value ?? null),
  gt: ({ ordered }, { value }) => ordered(sql`>`, value ?? null),
  gte: ({ ordered }, { value }) => ordered(sql`>=`, value ?? null),
  between: ({ ordered }, { values = [] }) =>
    sql`(${ordered(sql`>=`, values[0] ?? null)} and ${ordered(sql`<=`, values[1] ?? null)})`,
  inLast: ({ plain }, { value }) => {
    const [, count, unit] =
      /^(\d{1,5}) (hour|day|week|month|year)s?$/.exec(textOf(value) ?? '') ?? [];
    if (!count || !unit)
      throw new Failure('E_VALIDATION', `'${value}' is no span such as '7 days'.`);
    return sql`(${plain} >= now() - ${`${count} ${unit}`}::interval and ${plain} <= now())`;
  },
  inThis: ({ plain }, { value }) => {
    const span = calendarSpans.find((known) => known === value);
    if (!span) throw new Failure('E_VALIDATION', `'${value}' is no span of the calendar.`);
    const length = span === 'quarter' ? '3 months' : `1 ${span}`;
    const start = sql`date_trunc(${span}, now())`;
    return sql`(${plain} >= ${start} and ${plain} < ${start} + ${length}::interval)`;
  },
  in: (subject, { values = [] }) => anyOf(subject, values),
  notIn: (subject, { values = [] }) => sql`not coalesce(${anyOf(subject, values)}, false)`,
  contains: (subject, { value }) => containsSql(subject, value ?? null),
  notContains: (subject, { value }) =>
    sql`not coalesce(${containsSql(subject, value ?? null)}, false)`,
  startsWith: ({ text }, { value }) => sql`${text} like ${`${escapeLike(value)}%`}`,
  endsWith: ({ text }, { value }) => sql`${text} like ${`%${escapeLike(value)}`}`,
  like: ({ text }, { value }) => sql`${text} like ${textOf(value)}`,
  ilike: ({ text }, { value }) => sql`${text} ilike ${textOf(value)}`,
  matches: ({ text }, { value }) => sql`${text} ~ ${textOf(value)}`,
  isNull: ({ plain }) => sql`${plain} is null`,
  isNotNull: ({ plain }) => sql`${plain} is not null`,
  isEmpty: ({ text }) => sql`coalesce(${text}, '') = ''`,
  jsonContains: ({ json }, { value }) => sql`${json} @> ${textOf(value)}::jsonb`,
  hasKey: ({ json }, { value }) => sql`${json} ? ${textOf(value)}`,
};

function containsSql({ text, within }: Subject, value: Given): Sql {
  return within(value) ?? sql`${text} ilike ${`%${escapeLike(value)}%`}`;
}

/** XML, JSON and points have no `=`; that of boxes and circles compares areas. */
function hasNoEquality({ category, baseType }: CatalogColumn): boolean {
  return category === 'G' || baseType === 'xml' || baseType === 'json';
}

const elements: Record<string, Sql> = {
  int4: sql`int4`,
  int8: sql`int8`,
  num: sql`numeric`,
  ts: sql`timestamp`,
  tstz: sql`timestamptz`,
  date: sql`date`,
};

/** A range holds a value, or all of another range. */
function withinSql(column: CatalogColumn, name: Sql, given: string): Sql | undefined {
  const [, of = ''] = /^(\w+?)(?:multi)?range$/.exec(column.baseType) ?? [];
  const element = elements[of];
  if (!element) return undefined;
  const isRange = /^\s*(?:[[({]|empty\s*$)/i.test(given);
  return isRange
    ? sql`${name} @> ${typed(given, column)}`
    : sql`${name} @> ${given}::text::${element}`;
}

function anyOf({ plain, value }: Subject, values: Given[]): Sql {
  if (values.length === 0) return sql`false`;
  const some = values.filter((given) => given !== null);
  const parts = some.length > 0 ? [sql`${plain} in (${joinSql(some.map(value), ', ')})`] : [];
  if (some.length < values.length) parts.push(sql`${plain} is null`);
  return sql`(${joinSql(parts, ' or ')})`;
}

function textOf(given: Given | undefined): string | null {
  return given == null ? null : String(given);
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** As JSON; a number keeps its digits. */
function numberOrText(given: Given): string {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '' || !Number.isFinite(Number(text))) return JSON.stringify(given);
  return jsonNumber.test(text) ? text : String(Number(text));
}

export function escapeLike(given: Given | undefined): string {
  return (textOf(given) ?? '').replace(/[\\%_]/g, String.raw`\$&`);
}

function textArray(path: (string | number)[]): string {
  const parts = path.map((part) => `"${String(part).replace(/["\\]/g, String.raw`\$&`)}"`);
  return `{${parts.join(',')}}`;
}
