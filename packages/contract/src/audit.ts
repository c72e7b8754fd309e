import { z } from 'zod';
import { id, instant, pageOf, pageQuery, route } from './route.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  actor: z.object({ id, name: z.string() }).nullable(),
  impersonator: z.object({ id, name: z.string() }).nullable(),
  /** What acted for the person: themselves, a key, a run, a workflow, the assistant. */
  actorKind: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/api/audit/v1/:projectId',
    summary: 'What was done in a project, newest first',
    access: { action: 'audit.read' },
    params: z.object({ projectId: id }),
    query: pageQuery,
    answer: pageOf(auditEntry),
  }),
};
