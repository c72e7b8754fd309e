import { z } from 'zod';
import { parseWithAllDigits } from '../all-digits.ts';

/** Which rows are meant: conditions, and what joins them. */

export const filterOperators = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'inLast',
  'inThis',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'like',
  'ilike',
  'matches',
  'isNull',
  'isNotNull',
  'isEmpty',
  'jsonContains',
  'hasKey',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Stands for all columns of a table: one of them contains the value. */
export const ANY_COLUMN = '*';

/** Spans that go along with the clock: `inLast` takes `7 days`, `inThis` one of these. */
export const calendarSpans = ['day', 'week', 'month', 'quarter', 'year'] as const;
export const lastUnits = ['hour', 'day', 'week', 'month', 'year'] as const;
export type LastUnit = (typeof lastUnits)[number];

const MAX_JOINED = 100;
const MAX_VALUES = 1_000;

const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A condition on a column, or on what lies at a path inside a JSON column. */
export const filterCondition = z.strictObject({
  column: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  operator: z.enum(filterOperators),
  value: filterValue.optional(),
  values: z.array(filterValue).max(MAX_VALUES).optional(),
});
export type FilterCondition = z.infer<typeof filterCondition>;

export type Filter = FilterCondition | { and: Filter[] } | { or: Filter[] } | { not: Filter };
export const filter: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    filterCondition,
    z.strictObject({ and: z.array(filter).max(MAX_JOINED) }),
    z.strictObject({ or: z.array(filter).max(MAX_JOINED) }),
    z.strictObject({ not: filter }),
  ]),
);

/**
 * A filter out of JSON, where it is one. Every page of rows reads its address: it does that by hand,
 * since whoever follows a plain link would wait for schemas that have nothing to check.
 */
export function readFilter(value: unknown): Filter | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 1 && 'and' in value) return joined('and', value['and']);
  if (keys.length === 1 && 'or' in value) return joined('or', value['or']);
  if (keys.length === 1 && 'not' in value) {
    const not = readFilter(value['not']);
    return not && { not };
  }
  return isCondition(value) ? value : undefined;
}

function joined(joint: 'and' | 'or', value: unknown): Filter | undefined {
  if (!Array.isArray(value) || value.length > MAX_JOINED) return undefined;
  const filters = value.map((one: unknown) => readFilter(one));
  const known = filters.filter((one) => one !== undefined);
  if (known.length < filters.length) return undefined;
  return joint === 'and' ? { and: known } : { or: known };
}

const conditionKeys = new Set(['column', 'path', 'operator', 'value', 'values']);

function isCondition(value: Record<string, unknown>): value is FilterCondition {
  const { column, path, operator, value: one, values } = value;
  return (
    Object.keys(value).every((key) => conditionKeys.has(key)) &&
    typeof column === 'string' &&
    filterOperators.some((known) => known === operator) &&
    (path === undefined || (Array.isArray(path) && path.every(isStep))) &&
    (one === undefined || isValue(one)) &&
    (values === undefined ||
      (Array.isArray(values) && values.length <= MAX_VALUES && values.every(isValue)))
  );
}

function isStep(step: unknown): boolean {
  return typeof step === 'string' || typeof step === 'number';
}

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || isStep(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A filter travels in an address as JSON. */
export const filterText = z
  .string()
  .max(50_000)
  .transform((text, context) => {
    try {
      return filter.parse(parseWithAllDigits(text));
    } catch (error) {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : 'Not JSON';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });
