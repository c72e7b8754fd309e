import { z } from 'zod';
import { GRID_COLUMNS } from './layout.ts';
import { id, instant, route } from '../route.ts';

/** The list alone: the sidebar shows it beside every page, which loads no more than this for it. */
export const tileKinds = [
  'number',
  'chart',
  'table',
  'gauge',
  'pivot',
  'text',
  'link',
  'image',
] as const;
export type TileKind = (typeof tileKinds)[number];

export const tilePlace = {
  x: z
    .number()
    .int()
    .min(0)
    .max(GRID_COLUMNS - 1),
  y: z.number().int().min(0).max(10_000),
  w: z.number().int().min(1).max(GRID_COLUMNS),
  h: z.number().int().min(1).max(60),
};

export const dashboardHead = {
  id,
  name: z.string(),
  description: z.string(),
  folder: z.string(),
  author: z.string().nullable(),
  /** Rises with every change; a change names the one it was made on. */
  version: z.number(),
  updatedAt: instant,
};

export const dashboardSummary = z.object({
  ...dashboardHead,
  isFavorite: z.boolean(),
  /** By who asks; null is never. */
  viewedAt: instant.nullable(),
  /** How many of its tiles failed when they saw it last. */
  failing: z.number(),
  /** As much as a small picture of it needs. */
  tiles: z.array(z.object({ kind: z.enum(tileKinds), ...tilePlace })),
});
export type DashboardSummary = z.infer<typeof dashboardSummary>;

export const dashboardsPath = '/api/dashboards/v1/:projectId';

export const listDashboards = route({
  method: 'GET',
  path: dashboardsPath,
  summary: 'Dashboards of a project, by name',
  access: { action: 'dashboards.read' },
  params: z.object({ projectId: id }),
  answer: z.array(dashboardSummary),
});
