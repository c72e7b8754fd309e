import { z } from 'zod';
import { instant, nothing, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';

/**
 * What the database's own statistics say about a column; nothing is read from the table for it.
 * - ready: there are statistics, perhaps of some time ago
 * - unanalyzed: the database has not looked at the table yet
 * - unavailable: it keeps none, as for views, or does not show them to this role
 */
export const columnProfile = z.object({
  state: z.enum(['ready', 'unanalyzed', 'unavailable']),
  analyzedAt: instant.nullable(),
  /** Rows when the database last counted. */
  rowCount: z.number().nullable(),
  /** Rows written since the statistics were made. */
  changedRows: z.number().nullable(),
  /** So much was written since that the figures say little. */
  isOutdated: z.boolean(),
  nullShare: z.number().nullable(),
  /** How many different values there are, estimated. */
  distinct: z.number().nullable(),
  /** Bytes a value takes on average. */
  averageBytes: z.number().nullable(),
  smallest: z.string().nullable(),
  largest: z.string().nullable(),
  /** The values met most often, with the part of all rows that have them. */
  common: z.array(z.object({ value: z.string(), share: z.number() })),
  /** Bounds between which equal numbers of the other values lie, in order. */
  bounds: z.array(z.string()),
  /** The part of all rows the bounds speak of. */
  boundsShare: z.number(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

const schema = z.string().min(1).max(300).default('public');

export const columnProfileRoutes = {
  profile: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/profile',
    summary: 'Figures about a column from the database’s own statistics',
    access: { action: 'sql.read', connector: 'sql' },
    params: z.object({ table: z.string().min(1).max(300) }),
    query: z.object({ connector: sentConnector, schema, column: z.string().min(1).max(300) }),
    answer: columnProfile,
  }),
  analyze: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/analyze',
    summary: 'Let the database look at a table and renew its statistics',
    access: { action: 'sql.write', connector: 'sql' },
    params: z.object({ table: z.string().min(1).max(300) }),
    body: z.strictObject({ connector: sentConnector, schema }),
    answer: nothing,
    write: 'repeatable',
  }),
};
