import { z } from 'zod';
import { GRID_COLUMNS } from './layout.ts';
import { id, nothing, route } from '../route.ts';

/**
 * How a dashboard looked when somebody saw it last: a few strokes a tile, in numbers between 0 and 1
 * and short texts, so that any theme can draw it and none of it is more than was on their screen.
 */
const share = z.number().min(0).max(1);
const words = z.string().max(60);
const points = 40;

export const sketch = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    text: words,
    trend: z.array(share.nullable()).max(points),
  }),
  z.strictObject({ kind: z.literal('lines'), lines: lines(), isFilled: z.boolean() }),
  z.strictObject({ kind: z.literal('bars'), bars: lines() }),
  z.strictObject({ kind: z.literal('parts'), parts: z.array(share).max(12) }),
  z.strictObject({ kind: z.literal('steps'), steps: z.array(share).max(12) }),
  z.strictObject({
    kind: z.literal('points'),
    points: z.array(z.tuple([share, share])).max(120),
    isMap: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('cells'),
    rows: z.array(z.array(share.nullable()).max(points)).max(12),
  }),
  z.strictObject({ kind: z.literal('table'), rows: z.array(z.array(words).max(4)).max(6) }),
  z.strictObject({ kind: z.literal('gauge'), share, text: words }),
  z.strictObject({ kind: z.literal('text'), text: z.string().max(160) }),
  z.strictObject({ kind: z.literal('image') }),
  z.strictObject({ kind: z.literal('failed') }),
  z.strictObject({ kind: z.literal('nothing') }),
]);
export type Sketch = z.infer<typeof sketch>;

function lines() {
  return z.array(z.array(share.nullable()).max(points)).max(8);
}

export const dashboardPicture = z.strictObject({
  tiles: z
    .array(
      z.strictObject({
        x: z.number().int().min(0).max(GRID_COLUMNS),
        y: z.number().int().min(0).max(100),
        w: z.number().int().min(1).max(GRID_COLUMNS),
        h: z.number().int().min(1).max(60),
        sketch,
      }),
    )
    .max(24),
});
export type DashboardPicture = z.infer<typeof dashboardPicture>;

const path = '/api/dashboards/v1/:projectId';
const params = z.object({ projectId: id });
const oneParams = params.extend({ dashboardId: id });
const read = { action: 'dashboards.read' } as const;

/** What a dashboard is to the person who looks at it. */
export const dashboardMarkRoutes = {
  pictures: route({
    method: 'GET',
    path: `${path}/pictures`,
    summary: 'How dashboards looked when they were seen last, by who may see the same rows',
    access: read,
    params,
    answer: z.record(id, dashboardPicture),
  }),
  see: route({
    method: 'POST',
    path: `${path}/:dashboardId/seen`,
    summary: 'Keep that the caller saw a dashboard, and how it looked',
    access: read,
    params: oneParams,
    body: z.strictObject({
      picture: dashboardPicture.optional(),
      failing: z.number().int().min(0).max(100).optional(),
    }),
    answer: nothing,
    write: 'repeatable',
    effect: 'reads',
  }),
  favor: route({
    method: 'PUT',
    path: `${path}/:dashboardId/favorite`,
    summary: 'Make a dashboard one of the caller’s favorites, or none',
    access: read,
    params: oneParams,
    body: z.strictObject({ isFavorite: z.boolean() }),
    answer: nothing,
    effect: 'reads',
  }),
};
