import { z } from 'zod';
import { nothing, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';

/** Postgres allows 1600 columns, with names of 63 bytes. */
const names = z.array(z.string().min(1).max(300)).max(1600);

/** How somebody arranged the columns of a table. */
export const columnLayout = z.object({
  order: names,
  hidden: names,
  /** Left out as long as nobody pinned or loosened a column: the key stays in sight then. */
  pinned: names.optional(),
  widths: z
    .record(z.string().min(1).max(300), z.number().min(20).max(4000))
    .refine((widths) => Object.keys(widths).length <= 1600),
});
export type KeptLayout = z.infer<typeof columnLayout>;

export const tableLayoutRoutes = {
  keepLayout: route({
    method: 'PUT',
    path: '/api/tables/v1/tables/:table/layout',
    summary: 'Keep how the caller arranged the columns of a table, for all their browsers',
    access: { action: 'sql.read', connector: 'sql' },
    params: z.object({ table: z.string().min(1).max(300) }),
    body: z.strictObject({
      connector: sentConnector,
      schema: z.string().min(1).max(300).default('public'),
      layout: columnLayout,
    }),
    answer: nothing,
  }),
};
