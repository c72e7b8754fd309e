import { z } from 'zod';

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

const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A condition on a column, or on what lies at a path inside a JSON column. */
export const filterCondition = z.strictObject({
  column: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  operator: z.enum(filterOperators),
  value: filterValue.optional(),
  values: z.array(filterValue).max(1_000).optional(),
});
export type FilterCondition = z.infer<typeof filterCondition>;

export type Filter = FilterCondition | { and: Filter[] } | { or: Filter[] } | { not: Filter };
export const filter: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    filterCondition,
    z.strictObject({ and: z.array(filter).max(100) }),
    z.strictObject({ or: z.array(filter).max(100) }),
    z.strictObject({ not: filter }),
  ]),
);

/** A filter travels in an address as JSON. */
export const filterText = z
  .string()
  .max(50_000)
  .transform((text, context) => {
    try {
      return filter.parse(JSON.parse(text));
    } catch (error) {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : 'Not JSON';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });
