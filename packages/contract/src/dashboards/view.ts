import { z } from 'zod';
import {
  fold,
  MOST_DRAWN_ROWS,
  pivotTotals,
  queryRows,
  resultCondition,
  runParameter,
} from '../sql/queries.ts';
import { id, route } from '../route.ts';

/** So many queries of one view run at once: the others wait, and the rest of the product does not. */
export const MOST_AT_ONCE = 6;

/** A connector has few places a person: one stays free for whatever else they do there. */
export const MOST_A_CONNECTOR = 3;

/** What came of one tile, as soon as it is there. */
export const tileAnswer = z.union([
  z.object({ tileId: id, result: queryRows }),
  z.object({
    tileId: id,
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
]);
export type TileAnswer = z.infer<typeof tileAnswer>;

export const dashboardViewRoutes = {
  run: route({
    method: 'POST',
    path: '/api/dashboards/v1/:projectId/:dashboardId/run',
    summary: 'What tiles of a dashboard show, a line each; to close it ends their queries',
    access: { action: 'dashboards.read' },
    params: z.object({ projectId: id, dashboardId: id }),
    body: z.strictObject({
      tiles: z
        .array(
          z.strictObject({
            id,
            parameters: z.array(runParameter).max(100),
            where: z.array(resultCondition).max(20).optional(),
            fold: fold.optional(),
            totals: pivotTotals.optional(),
            /** As of `queries.run`: how many seconds old its rows may be. */
            maxAge: z.number().int().min(0).max(86_400).optional(),
            rowLimit: z.number().int().min(1).max(MOST_DRAWN_ROWS).optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    answer: tileAnswer,
    raw: 'application/x-ndjson',
    write: 'repeatable',
    effect: 'reads',
  }),
};
