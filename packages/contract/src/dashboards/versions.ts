import { z } from 'zod';
import { dashboardFilters } from './filters.ts';
import {
  dashboard,
  dashboardSettings,
  dashboardTabs,
  sentTiles,
  tile,
  tileQuery,
} from './dashboards.ts';
import { id, instant, nothing, route } from '../route.ts';

/** What somebody arranges: theirs alone until it is published. */
export const draftContent = z.strictObject({
  tiles: sentTiles,
  tabs: dashboardTabs,
  settings: dashboardSettings,
});
export type DraftContent = z.infer<typeof draftContent>;

const base = z.object({
  tiles: z.array(tile),
  tabs: dashboardTabs,
  settings: dashboardSettings,
});

export const dashboardDraft = z.object({
  /** The version the work began on, and what that was. */
  baseVersion: z.number(),
  base,
  content: base,
  /** Those the content names besides those of the dashboard. */
  queries: z.array(tileQuery),
  /** Rises with every change; a change names the one it was made on. */
  revision: z.number(),
  updatedAt: instant,
});
export type DashboardDraftState = z.infer<typeof dashboardDraft>;

export const dashboardVersion = z.object({
  version: z.number(),
  author: z.string().nullable(),
  createdAt: instant,
  tiles: z.number(),
});
export type DashboardVersion = z.infer<typeof dashboardVersion>;

export const versionContent = base.extend({ filters: dashboardFilters });
export type VersionContent = z.infer<typeof versionContent>;

const path = '/api/dashboards/v1/:projectId/:dashboardId';
const params = z.object({ projectId: id, dashboardId: id });
const write = { action: 'dashboards.write' } as const;

export const dashboardVersionRoutes = {
  draft: route({
    method: 'GET',
    path: `${path}/draft`,
    summary: 'What the caller is arranging and has not published',
    access: write,
    params,
    answer: dashboardDraft.nullable(),
  }),
  keepDraft: route({
    method: 'PUT',
    path: `${path}/draft`,
    summary: 'Keep what the caller is arranging; 412 when another window kept something since',
    access: write,
    params,
    body: z.strictObject({
      baseVersion: z.number().int().min(1),
      content: draftContent,
      /** 0 where there was none. */
      revision: z.number().int().min(0),
    }),
    answer: z.object({ revision: z.number() }),
  }),
  discardDraft: route({
    method: 'DELETE',
    path: `${path}/draft`,
    summary: 'Give up what was arranged',
    access: write,
    params,
    answer: nothing,
  }),
  versions: route({
    method: 'GET',
    path: `${path}/versions`,
    summary: 'What a dashboard was before, newest first',
    access: write,
    params,
    answer: z.array(dashboardVersion),
  }),
  version: route({
    method: 'GET',
    path: `${path}/versions/:version`,
    summary: 'A dashboard as it was',
    access: write,
    params: params.extend({ version: z.coerce.number().int().min(1) }),
    answer: versionContent,
  }),
  restoreVersion: route({
    method: 'POST',
    path: `${path}/versions/:version/restore`,
    summary: 'Publish an earlier version as a new one; its queries stay as they are now',
    access: write,
    params: params.extend({ version: z.coerce.number().int().min(1) }),
    body: z.strictObject({ version: z.number().int().min(1) }),
    answer: dashboard,
  }),
};
