import { z } from 'zod';
import { screen, stagedValue } from './edits.ts';
import { id, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { filter } from './filters.ts';

/**
 * Changing every row that meets a filter, loaded or not. It is not staged: what it would do depends
 * on rows nobody has looked at, so it is counted first and written at once, and can be taken back.
 */

/** More are a matter for SQL: every row is kept as it was. */
export const MOST_MATCHING_ROWS = 100_000;

export const matchingChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('update'),
    values: z.record(z.string().min(1).max(300), stagedValue),
  }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type MatchingChange = z.infer<typeof matchingChange>;

export const matchingRoutes = {
  change: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/matching',
    summary:
      'Change or delete all rows that match, in one transaction; 412 when it is another number',
    access: { action: 'sql.write', connector: 'sql' },
    params: z.object({ table: z.string().min(1).max(300) }),
    body: z.strictObject({
      connector: sentConnector,
      schema: z.string().min(1).max(300).default('public'),
      screen: screen.default('api'),
      filter: filter.optional(),
      /** A condition in SQL, read-only and checked by the parser. */
      where: z.string().max(50_000).optional(),
      change: matchingChange,
      /** How many rows were counted when it was decided. */
      expectedRows: z.number().int().min(1).max(MOST_MATCHING_ROWS),
    }),
    answer: z.object({
      /** Null where every row was that way already. */
      changeSetId: id.nullable(),
      updated: z.number(),
      deleted: z.number(),
    }),
    write: 'recorded',
  }),
};
