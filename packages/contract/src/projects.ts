import { z } from 'zod';
import { role } from './access.ts';
import { id, instant, nothing, route } from './route.ts';
import { uiLanguages } from './settings.ts';

const projectName = z.string().trim().min(1).max(120);
const projectParams = z.object({ projectId: id });

export const projectSettings = z.object({ defaultUiLang: z.enum(uiLanguages) });

export const connectorSummary = z.object({
  id,
  name: z.string(),
  implementation: z.enum(['sql', 's3', '']),
  /** Without its secrets: `secretFields` says which are set. */
  config: z.record(z.string(), z.unknown()),
  secretFields: z.record(z.string(), z.boolean()),
  settings: z.record(z.string(), z.unknown()),
});

export const project = z.object({
  id,
  name: z.string(),
  settings: projectSettings,
  sponsorId: id.nullable(),
  createdAt: instant,
  /** The caller's role in it. */
  role,
  connectors: z.array(connectorSummary),
});
export type Project = z.infer<typeof project>;

export const projectRoutes = {
  list: route({
    method: 'GET',
    path: '/projects',
    summary: 'All projects of the signed-in user, with their connectors',
    access: 'account',
    answer: z.array(project),
  }),
  create: route({
    method: 'POST',
    path: '/api/projects/v1',
    summary: 'Create a project; the creator is its owner',
    access: 'account',
    body: z.strictObject({ name: projectName, settings: projectSettings.partial().optional() }),
    answer: project,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/projects/v1/:projectId',
    summary: 'Rename a project or change its settings',
    access: { action: 'project.update', partOfOnboarding: true },
    params: projectParams,
    body: z.strictObject({
      name: projectName.optional(),
      settings: projectSettings.partial().optional(),
    }),
    answer: project,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/projects/v1/:projectId',
    summary: 'Delete a project',
    access: { action: 'project.delete' },
    params: projectParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
};
