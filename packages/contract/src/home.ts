import { z } from 'zod';
import { id, route } from './route.ts';

/**
 * What home shows of a project beside what every page knows: the caller's staged edits and the gravest
 * findings, in their language. A file of its own, small, since home is what is loaded first.
 */
const homeWork = z.object({
  drafts: z.array(
    z.object({ connectorId: id, schema: z.string(), table: z.string(), changes: z.number() }),
  ),
  findings: z.array(z.object({ id, title: z.string() })),
});
export type HomeWork = z.infer<typeof homeWork>;

export const homeRoutes = {
  work: route({
    method: 'GET',
    path: '/api/home/v1/:projectId',
    summary: 'What waits in a project: own staged edits, and the gravest findings',
    access: { action: 'sql.read' },
    params: z.object({ projectId: id }),
    query: z.object({ language: z.enum(['en', 'de']).default('en') }),
    answer: homeWork,
  }),
};
