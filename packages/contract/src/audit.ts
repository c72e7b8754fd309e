import { z } from 'zod';
import { auditCatalogue, type AuditTarget } from './audit-actions.ts';
import { id, instant, pageOf, pageQuery, route } from './route.ts';

/** What acts: people, and what acts for them. */
export const auditActorKinds = ['person', 'key', 'run', 'workflow', 'assistant', 'nobody'] as const;

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** As they are called and look now. */
  actor: z.object({ id, name: z.string(), avatar: id.nullable() }).nullable(),
  impersonator: z.object({ id, name: z.string() }).nullable(),
  /** What acted for the person: themselves, a key, a run, a workflow, the assistant. */
  actorKind: z.string().nullable(),
  /** Of a key: which one. */
  actorName: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  /** What the thing is called, where that is known; entries outlive what they name. */
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const things = Object.keys(auditCatalogue) as [AuditTarget, ...AuditTarget[]];

/** What is not said is not asked for. */
export const auditFilter = z.object({
  /** Who did it, or on whose behalf it was done; also who acted as somebody. */
  person: id.optional(),
  actorKind: z.enum(auditActorKinds).optional(),
  /** The kind of thing it was done to. */
  thing: z.enum(things).optional(),
  action: z.string().max(60).optional(),
  /** The thing itself, by its id or name. */
  target: z.string().max(200).optional(),
  from: instant.optional(),
  until: instant.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const projectParams = z.object({ projectId: id });

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/api/audit/v1/:projectId',
    summary: 'What was done in a project, newest first',
    access: { action: 'audit.read' },
    params: projectParams,
    query: pageQuery.extend(auditFilter.shape),
    answer: pageOf(auditEntry),
  }),
  export: route({
    method: 'GET',
    path: '/api/audit/v1/:projectId/export',
    summary: 'The same entries as a CSV file, at most 100,000 of them',
    access: { action: 'audit.read' },
    params: projectParams,
    query: auditFilter,
    answer: z.unknown(),
    raw: 'file',
  }),
};
