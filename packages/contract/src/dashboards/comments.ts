import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';

/** What members say about a tile, beside the dashboard and outside its versions. */
export const tileComment = z.object({
  id,
  tileId: id,
  author: z.string().nullable(),
  /** The author's picture. */
  avatar: id.nullable(),
  isMine: z.boolean(),
  text: z.string(),
  mentions: z.array(z.object({ id, name: z.string() })),
  createdAt: instant,
  /** Settled: kept, and out of the way. */
  resolvedAt: instant.nullable(),
  resolvedBy: z.string().nullable(),
});
export type TileComment = z.infer<typeof tileComment>;

const path = '/api/dashboards/v1/:projectId/:dashboardId/comments';
const params = z.object({ projectId: id, dashboardId: id });
const oneParams = params.extend({ commentId: id });
const access = { action: 'dashboards.read' } as const;

export const commentRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'What was said about the tiles of a dashboard, oldest first',
    access,
    params,
    answer: z.array(tileComment),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Say something about a tile; members who are mentioned are told',
    access,
    params,
    body: z.strictObject({
      tileId: id,
      text: z.string().trim().min(1).max(4_000),
      mentions: z.array(id).max(20).default([]),
    }),
    answer: tileComment,
  }),
  resolve: route({
    method: 'PUT',
    path: `${path}/:commentId/resolved`,
    summary: 'Settle a comment, or open it again',
    access,
    params: oneParams,
    body: z.strictObject({ isResolved: z.boolean() }),
    answer: tileComment,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:commentId`,
    summary: 'Delete a comment of one’s own; admins delete any',
    access,
    params: oneParams,
    answer: nothing,
  }),
};
