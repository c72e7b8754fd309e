import { z } from 'zod';
import { id, nothing, route } from './route.ts';

/** How far the sample workspace is: it is filled in the background after the first start. */
export const sampleProgress = z.object({
  state: z.enum(['none', 'filling', 'ready', 'failed']),
  done: z.number(),
  total: z.number(),
  /** What is being made: a table, a kind of file. */
  what: z.string(),
  databaseId: id.nullable(),
  bucketId: id.nullable(),
});
export type SampleProgress = z.infer<typeof sampleProgress>;

export const sampleRoutes = {
  progress: route({
    method: 'GET',
    path: '/api/sample/v1/:projectId',
    summary: 'Whether this is the sample workspace, and how far it is filled',
    access: { action: 'project.read' },
    params: z.object({ projectId: id }),
    answer: sampleProgress,
  }),
  connect: route({
    method: 'POST',
    path: '/api/sample/v1/:projectId/connect',
    summary: 'Connect a project to the sample data of this installation, for reading',
    access: { action: 'connectors.manage', partOfOnboarding: true },
    params: z.object({ projectId: id }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
};
