import { z } from 'zod';
import { id, instant, nothing, route } from './route.ts';

/** What goes on behind the answers that started it. */
export const runKinds = [
  'import',
  'import-analysis',
  'export',
  'storage-job',
  'crawl',
  'scan',
  'fix',
] as const;

/** A piece of work that outlives the request that asked for it, as everybody in the project sees it. */
export const run = z.object({
  id,
  kind: z.enum(runKinds),
  /** The import, the export, the job it is about. */
  subjectId: id,
  connectorId: id.nullable(),
  /** A file or folder, as its owner would call it. */
  title: z.string(),
  state: z.enum(['queued', 'running', 'ended']),
  outcome: z.enum(['done', 'failed', 'cancelled']).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** How far it is; without a total nobody knows how much there is. */
  done: z.number(),
  total: z.number().nullable(),
  phase: z.string().nullable(),
  startedBy: z.object({ id, name: z.string() }).nullable(),
  queuedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Whether the one who asks may stop it. */
  mayCancel: z.boolean(),
});
export type RunRecord = z.infer<typeof run>;

type Subject = {
  projectId: string;
  kind: (typeof runKinds)[number];
  subjectId: string;
  connectorId: string | null;
};

/** Where its owner looks after it: the import's own page, the list of exports, the bucket. */
export function runPath({ projectId, kind, subjectId, connectorId }: Subject): string | undefined {
  if (!connectorId) return undefined;
  const scope = `projectId=${projectId}&connectorId=${connectorId}`;
  if (kind === 'export') return `/explore/import?${scope}&view=activity`;
  if (kind === 'scan' || kind === 'fix') return '/intelligence';
  if (kind === 'storage-job' || kind === 'crawl') return `/explore?${scope}`;
  const step = kind === 'import' ? 'check' : 'read';
  return `/explore/import?${scope}&import=${subjectId}&step=${step}`;
}

const path = '/api/runs/v1/:projectId';

export const runRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'What is running or waiting in a project, and what has just ended',
    access: { action: 'project.read' },
    params: z.object({ projectId: id }),
    answer: z.array(run),
  }),
  cancel: route({
    method: 'POST',
    path: `${path}/:runId/cancel`,
    summary: 'Stop what you started, or, as an admin, what others did',
    access: { action: 'project.read' },
    params: z.object({ projectId: id, runId: id }),
    answer: nothing,
  }),
};
