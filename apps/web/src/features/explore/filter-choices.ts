import type {
  Filter,
  FilterCondition,
  FilterOperator,
  TableColumn,
} from '@causeway/contract/tables.ts';
import { isJson } from './cell-display.ts';

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

/** What makes sense for a column, the likeliest first. */
export function listOperators(
  column: Pick<TableColumn, 'baseType' | 'category'>,
): FilterOperator[] {
  if (isJson(column)) return ['jsonContains', 'hasKey', 'contains', ...presence];
  if (column.category === 'N' || column.category === 'D' || column.category === 'T') {
    return [...compared, ...listed, ...presence, 'contains'];
  }
  if (column.category === 'B') return ['eq', 'ne', ...presence];
  if (column.category === 'E') return ['eq', 'ne', ...listed, ...presence, 'contains'];
  if (column.category === 'S') {
    return ['contains', 'eq', 'ne', ...searched.slice(1), ...listed, 'isEmpty', ...presence];
  }
  return ['eq', 'ne', ...listed, 'contains', ...presence];
}

/** A condition as it is being written: every value is text until the database reads it. */
export type FilterDraft = { column: string; operator: FilterOperator; values: string[] };

/** Undefined while a value is missing. */
export function findCondition({
  column,
  operator,
  values,
}: FilterDraft): FilterCondition | undefined {
  const count = valueCountOf(operator);
  if (count === 'none') return { column, operator };
  const [first = '', second = ''] = values;
  if (count === 'one') return first === '' ? undefined : { column, operator, value: first };
  if (count === 'two') {
    return first === '' || second === ''
      ? undefined
      : { column, operator, values: [first, second] };
  }
  const list = splitList(first);
  return list.length > 0 ? { column, operator, values: list } : undefined;
}

export function draftOf(condition: FilterCondition): FilterDraft {
  const { column, operator, value, values } = condition;
  const texts = (values ?? (value === undefined ? [] : [value])).map((one) => String(one));
  const isList = valueCountOf(operator) === 'many';
  return { column, operator, values: isList ? [texts.map(quoteItem).join(', ')] : texts };
}

/** Conditions inside JSON, and those joined by or and not, are shown but not taken apart here. */
export function isEditable(filter: Filter): filter is FilterCondition {
  return 'column' in filter && filter.path === undefined;
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
  const parts = text.match(/[ \t]*"(?:[^"]|"")*"|[^,\n]+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part));
}
