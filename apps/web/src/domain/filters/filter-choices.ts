import {
  calendarSpans,
  type Filter,
  type FilterCondition,
  type FilterOperator,
  lastUnits,
  type LastUnit,
} from '@causeway/contract/tables/filters.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { isJson } from '#domain/connectors/column-kind.ts';
import { findValueProblem, type ValueProblem } from '#domain/value-editors/value-problem.ts';
import { parsePath, writePath } from './json-path.ts';

/** How many values an operator takes. */
export function valueCountOf(operator: FilterOperator): 'none' | 'one' | 'two' | 'many' {
  if (operator === 'isNull' || operator === 'isNotNull' || operator === 'isEmpty') return 'none';
  if (operator === 'between') return 'two';
  return operator === 'in' || operator === 'notIn' ? 'many' : 'one';
}

const compared: FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'];
const listed: FilterOperator[] = ['in', 'notIn'];
const searched: FilterOperator[] = [
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'like',
  'ilike',
  'matches',
];
const presence: FilterOperator[] = ['isNull', 'isNotNull'];

/** What makes sense for a column, or for what lies inside its JSON, the likeliest first. */
export function listOperators(
  column: Pick<TableColumn, 'baseType' | 'category'>,
  { isInside = false }: { isInside?: boolean } = {},
): FilterOperator[] {
  if (isInside) {
    return [...compared, ...listed, ...searched, ...presence, 'isEmpty', 'jsonContains', 'hasKey'];
  }
  if (isJson(column)) return ['jsonContains', 'hasKey', 'contains', ...presence];
  if (isDated(column)) {
    return [...compared, 'inLast', 'inThis', ...listed, ...presence, 'contains'];
  }
  if (column.category === 'N' || column.category === 'D' || column.category === 'T') {
    return [...compared, ...listed, ...presence, 'contains'];
  }
  if (column.category === 'B') return ['eq', 'ne', ...presence];
  if (column.category === 'E') return ['eq', 'ne', ...listed, ...presence, 'contains'];
  if (column.category === 'S') {
    return ['contains', 'eq', 'ne', ...searched.slice(1), ...listed, 'isEmpty', ...presence];
  }
  if (column.category === 'R') return ['contains', 'notContains', 'eq', 'ne', ...presence];
  return ['eq', 'ne', ...listed, 'contains', ...presence];
}

/** Whether it holds days, by which people look for what is recent. */
export function isDated({ baseType }: Pick<TableColumn, 'baseType'>): boolean {
  return /^(date$|timestamp)/.test(baseType);
}

/** What stands there when a span is chosen, instead of nothing. */
export function usualValues(operator: FilterOperator, values: string[]): string[] {
  if (operator === 'inLast') return spanOf(values[0] ?? '') ? values : ['7 days'];
  if (operator !== 'inThis') return values;
  return calendarSpans.some((span) => span === values[0]) ? values : ['month'];
}

/** `7 days` in its parts. */
export function spanOf(text: string): { count: number; unit: LastUnit } | undefined {
  const [, count, word] = /^(\d{1,5}) ([a-z]+?)s?$/.exec(text) ?? [];
  const unit = lastUnits.find((known) => known === word);
  return unit && { count: Number(count), unit };
}

/** What people ask of a day most often. */
export const datePresets: { key: string; operator: FilterOperator; values: string[] }[] = [
  { key: 'today', operator: 'inThis', values: ['day'] },
  { key: 'last7', operator: 'inLast', values: ['7 days'] },
  { key: 'last30', operator: 'inLast', values: ['30 days'] },
  { key: 'thisMonth', operator: 'inThis', values: ['month'] },
  { key: 'thisYear', operator: 'inThis', values: ['year'] },
];

/** Values of a list as they were written, and the text of such a list. */
export function listValues(text: string): string[] {
  return splitList(text);
}

export function writeList(values: readonly string[]): string {
  return values.map(quoteItem).join(', ');
}

/** A condition as it is being written: every value is text until the database reads it. */
export type FilterDraft = {
  column: string;
  /** The way into a JSON column as it was written; none or empty means the column itself. */
  path?: string;
  operator: FilterOperator;
  values: string[];
};

/** On the column that is wanted, or the first. */
export function newDraft(columns: TableColumn[], wanted?: string): FilterDraft {
  const column = columns.find(({ name }) => name === wanted) ?? columns[0];
  const [operator = 'eq'] = column ? listOperators(column) : [];
  return { column: column?.name ?? '', operator, values: [] };
}

/** Undefined while a value is missing or the path can not be read. */
export function findCondition(draft: FilterDraft): FilterCondition | undefined {
  const { column, operator, values } = draft;
  const path = parsePath(draft.path ?? '');
  if (!path) return undefined;
  const subject = { column, ...(path.length > 0 && { path }), operator };
  const count = valueCountOf(operator);
  if (count === 'none') return subject;
  const [first = '', second = ''] = values;
  if (count === 'one') return first === '' ? undefined : { ...subject, value: first };
  if (count === 'two') {
    return first === '' || second === '' ? undefined : { ...subject, values: [first, second] };
  }
  const list = splitList(first);
  return list.length > 0 ? { ...subject, values: list } : undefined;
}

/** What the database would refuse to compare with the column; text is looked for in any. */
export function findProblem(
  column: TableColumn,
  { operator, values }: Pick<FilterDraft, 'operator' | 'values'>,
): ValueProblem | undefined {
  if (!compared.includes(operator) && !listed.includes(operator)) return undefined;
  const texts = valueCountOf(operator) === 'many' ? splitList(values[0] ?? '') : values;
  return texts
    .filter((text) => text !== '')
    .map((text) => findValueProblem(column, { set: text }))
    .find((problem) => problem !== undefined);
}

export function draftOf(condition: FilterCondition): FilterDraft {
  const { column, path, operator, value, values } = condition;
  const texts = (values ?? (value === undefined ? [] : [value])).map((one) => String(one));
  const isList = valueCountOf(operator) === 'many';
  return {
    column,
    ...(path && { path: writePath(path) }),
    operator,
    values: isList ? [texts.map(quoteItem).join(', ')] : texts,
  };
}

/** Conditions on the columns of a key: the way from a row to those it belongs to. */
export function keyFilters(columns: string[], values: (string | number | boolean)[]): Filter[] {
  return columns.map((column, index) => ({
    column,
    operator: 'eq',
    value: String(values[index] ?? ''),
  }));
}

function quoteItem(text: string): string {
  const isPlain = !/[",\n]/.test(text) && text === text.trim() && text !== '';
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Commas or lines between values; what has a comma itself stands in quotes. */
function splitList(text: string): string[] {
  const parts = text.match(/[ \t]{0,100}"(?:[^"]|"")*"|[^,\n]+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part));
}
