import { z } from 'zod';
import { queryNumber, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { filterText } from './filters.ts';

/** How the rows of a table are spread over the values of a column, or over the days of a calendar. */

export const MOST_COUNTED_VALUES = 200;
/** A month with the ends of those around it has 42 days. */
export const MOST_COUNTED_DAYS = 100;

/** A day of the calendar, as the standard writes it. */
const day = z.iso.date();

const inTable = z.object({
  connector: sentConnector,
  schema: z.string().min(1).max(300).default('public'),
  column: z.string().min(1).max(300),
  filter: filterText.optional(),
  where: z.string().max(50_000).optional(),
});
const params = z.object({ table: z.string().min(1).max(300) });
const access = { action: 'sql.read', connector: 'sql' } as const;

export const countedValues = z.object({
  /** The most frequent first, as the database prints them; that of rows without a value is always among them. */
  values: z.array(z.object({ value: z.string().nullable(), count: z.number() })),
  /** How many different values there are, listed or not; rows without one are no value. */
  valueCount: z.number(),
  /** All rows that were counted, those of values that are not listed among them. */
  rowCount: z.number(),
});
export type CountedValues = z.infer<typeof countedValues>;

export const countedDays = z.object({ days: z.array(z.object({ day, count: z.number() })) });
export type CountedDays = z.infer<typeof countedDays>;

export const countedRowsRoutes = {
  countValues: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/values',
    summary: 'How many rows have each value of a column, counted now',
    access,
    params,
    query: inTable.extend({
      limit: queryNumber.int().min(1).max(MOST_COUNTED_VALUES).default(20),
    }),
    answer: countedValues,
  }),
  countDays: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/days',
    summary: 'How many rows fall on each day of a date or time column, by the clock of a zone',
    access,
    params,
    query: inTable.extend({
      from: day,
      /** The last day that is counted. */
      to: day,
      /** Whose days are meant where the column holds instants; that of the database unless named. */
      timeZone: z.string().min(1).max(100).optional(),
    }),
    answer: countedDays,
  }),
};
