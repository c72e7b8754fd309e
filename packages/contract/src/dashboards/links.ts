import { z } from 'zod';
import { resultField, cell } from '../artifacts.ts';
import { columnFormats } from '../number-formats.ts';
import { id, instant, nothing, route } from '../route.ts';
import { askedFilters } from './asked.ts';
import { missingTimes, namedChart } from './charts.ts';
import { pivot, valueColour } from './dashboards.ts';
import { dashboardFilter, filterTypes } from './filters.ts';

/**
 * A public link shows a dashboard to whoever holds it. It names tiles and values of filters, never a
 * query: what it may ask was decided by who made it, whose rights it reads with.
 */
export const publicLink = z.object({
  id,
  dashboardId: id,
  name: z.string(),
  author: z.string().nullable(),
  hasPassword: z.boolean(),
  expiresAt: instant,
  /** Filters its readers may set. */
  released: z.array(z.string()),
  /** Values they can neither see nor change. */
  locked: askedFilters,
  opens: z.number(),
  lastOpenedAt: instant.nullable(),
  createdAt: instant,
  isExpired: z.boolean(),
});
export type PublicLink = z.infer<typeof publicLink>;

/** One of a list over all dashboards. */
export const projectLink = publicLink.extend({
  dashboard: z.string(),
  /** Of those with a fixed value: what they are called, and of what kind their values are. */
  filters: z.array(dashboardFilter),
});
export type ProjectLink = z.infer<typeof projectLink>;

const path = '/api/dashboards/v1/:projectId/:dashboardId/links';
const params = z.object({ projectId: id, dashboardId: id });

export const LINK_DAYS = 30;
const LONGEST_DAYS = 366;

export const publicLinkRoutes = {
  listAll: route({
    method: 'GET',
    path: '/api/dashboards/v1/:projectId/links',
    summary: 'Public links of all dashboards of a project, newest first',
    access: { action: 'project.update' },
    params: z.object({ projectId: id }),
    answer: z.array(projectLink),
  }),
  list: route({
    method: 'GET',
    path,
    summary: 'Public links of a dashboard, newest first',
    access: { action: 'dashboards.write' },
    params,
    answer: z.array(publicLink),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Make a public link; its address is told once',
    access: { action: 'dashboards.write' },
    params,
    body: z.strictObject({
      name: z.string().trim().max(120).default(''),
      days: z.number().int().min(1).max(LONGEST_DAYS).default(LINK_DAYS),
      password: z.string().min(8).max(200).optional(),
      released: z.array(z.string().max(60)).max(30).default([]),
      locked: askedFilters.default({}),
      /** Free text and numbers can be used to guess what is hidden: they take a second yes. */
      allowsFreeValues: z.boolean().default(false),
    }),
    answer: z.object({ link: publicLink, token: z.string() }),
    refusedWhileImpersonating: true,
  }),
  revoke: route({
    method: 'DELETE',
    path: `${path}/:linkId`,
    summary: 'Revoke a public link, at once',
    access: { action: 'dashboards.write' },
    params: params.extend({ linkId: id }),
    answer: nothing,
  }),
};

const place = { x: z.number(), y: z.number(), w: z.number(), h: z.number() };

/** A tile as strangers see it: nothing of its query, its connector or its author. */
export const publicTile = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  ...place,
  chart: namedChart.nullable().optional(),
  missing: z.enum(missingTimes).optional(),
  pivot: pivot.nullable().optional(),
  formats: columnFormats.optional(),
  isDownGood: z.boolean().optional(),
  goal: z.number().nullable().optional(),
  look: z.enum(['ring', 'bar']).optional(),
  text: z.string().optional(),
  href: z.string().optional(),
  alt: z.string().optional(),
  fit: z.enum(['contain', 'cover']).optional(),
});
export type PublicTile = z.infer<typeof publicTile>;

export const publicDashboard = z.object({
  name: z.string(),
  description: z.string(),
  timeZone: z.string(),
  expiresAt: instant,
  tiles: z.array(publicTile),
  filters: z.array(
    z.object({
      slug: z.string(),
      label: z.string(),
      type: z.enum(filterTypes),
      options: z.array(z.string()),
      /** What can be chosen is asked for: it depends on what is chosen beside it. */
      hasChoices: z.boolean(),
      isMany: z.boolean(),
      hasEmpty: z.boolean(),
      initial: z.string(),
      /** Nothing is shown before it has a value. */
      isRequired: z.boolean(),
    }),
  ),
});
export type PublicFilter = PublicDashboard['filters'][number];
export type PublicDashboard = z.infer<typeof publicDashboard>;

export const publicRows = z.object({
  fields: z.array(resultField),
  rows: z.array(z.array(cell)),
  hasMore: z.boolean(),
  asOf: instant,
  /** Those that values of these rows have on the whole dashboard; of no others. */
  colours: z.array(valueColour),
});
export type PublicRows = z.infer<typeof publicRows>;

/** In the body, so that no log and no proxy on the way writes it down. */
const holder = { token: z.string().min(20).max(200), pass: z.string().max(500).optional() };

export const publicViewRoutes = {
  open: route({
    method: 'POST',
    path: '/api/shared/v1/open',
    summary: 'What a public link shows',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject(holder),
    answer: publicDashboard,
  }),
  unlock: route({
    method: 'POST',
    path: '/api/shared/v1/unlock',
    summary: 'Tell the password of a public link; the pass is good for a day',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject({ token: holder.token, password: z.string().max(200) }),
    answer: z.object({ pass: z.string() }),
  }),
  rows: route({
    method: 'POST',
    path: '/api/shared/v1/rows',
    summary: 'What one tile of a public link shows',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject({ ...holder, tileId: id, asked: askedFilters.default({}) }),
    answer: publicRows,
  }),
  choices: route({
    method: 'POST',
    path: '/api/shared/v1/choices',
    summary: 'What can be chosen of a filter of a public link, beside what is chosen of the others',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject({
      ...holder,
      slug: z.string().min(1).max(60),
      asked: askedFilters.default({}),
    }),
    answer: z.object({ values: z.array(z.string()) }),
  }),
  image: route({
    method: 'POST',
    path: '/api/shared/v1/image',
    summary: 'The picture of one tile of a public link, asked for by the tile',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject({ ...holder, tileId: id }),
    answer: z.object({ base64: z.string() }),
  }),
};
