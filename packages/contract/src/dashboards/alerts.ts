import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { askedFilters } from './asked.ts';

/**
 * An alert watches what a tile shows and tells who asked for it when a limit is crossed, and once
 * more when all is well again.
 * - threshold: the number of a tile, compared with a limit; `margin` is how far back it has to go
 * - change: by how many percent it differs from what it is compared with
 * - row: a row whose key was not there at the check before
 */
export const alertSigns = ['above', 'atLeast', 'below', 'atMost'] as const;
const name = z.string().max(200);

export const alertCondition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('threshold'),
    sign: z.enum(alertSigns),
    limit: z.number(),
    margin: z.number().min(0).default(0),
  }),
  z.object({
    kind: z.literal('change'),
    sign: z.enum(alertSigns),
    /** In percent: 20 is a fifth more. */
    limit: z.number(),
    margin: z.number().min(0).default(0),
  }),
  z.object({ kind: z.literal('row'), keys: z.array(name).min(1).max(10) }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;

/** While it fires, the limit is further back by the margin: no message for every wave. */
export function isCrossed(condition: AlertCondition, value: number, isFiring = false): boolean {
  if (condition.kind === 'row') return false;
  const { sign, limit, margin } = condition;
  const back = isFiring ? margin : 0;
  switch (sign) {
    case 'above':
      return value > limit - back;
    case 'atLeast':
      return value >= limit - back;
    case 'below':
      return value < limit + back;
    default:
      return value <= limit + back;
  }
}

/** Of what is crossed already when it begins to be watched: told now, or not before it was over once. */
export const firstNews = ['now', 'next'] as const;

export const alertRhythms = [5, 15, 60, 360, 1440] as const;

/** What a tile without a value counts as: as it was, as crossed, or as zero. */
export const emptyChoices = ['keep', 'fire', 'zero'] as const;
export const MOST_TIMES = 10;

const content = {
  tileId: id,
  name: z.string().trim().min(1).max(160),
  condition: alertCondition,
  /** Minutes between two checks. */
  every: z.union(alertRhythms.map((minutes) => z.literal(minutes))),
  /** How many checks in a row have to agree before anything is told. */
  times: z.number().int().min(1).max(MOST_TIMES).default(1),
  /** What NULL or no row counts as. */
  whenEmpty: z.enum(emptyChoices).default('keep'),
  asked: askedFilters.default({}),
};

export const alertCheck = z.object({
  checkedAt: instant,
  outcome: z.enum(['ok', 'firing', 'empty', 'failed']),
  value: z.string().nullable(),
  error: z.string().nullable(),
});
export type AlertCheck = z.infer<typeof alertCheck>;

export const dashboardAlert = z.object({
  id,
  dashboardId: id,
  ...content,
  author: z.string().nullable(),
  isMine: z.boolean(),
  state: z.enum(['ok', 'firing']),
  since: instant,
  /** Who made it lost the right to ask: nothing is checked until somebody takes it over. */
  isHeld: z.boolean(),
  snoozedUntil: instant.nullable(),
  nextCheckAt: instant,
  checks: z.array(alertCheck),
});
export type DashboardAlert = z.infer<typeof dashboardAlert>;

const path = '/api/dashboards/v1/:projectId/:dashboardId/alerts';
const params = z.object({ projectId: id, dashboardId: id });
const oneParams = params.extend({ alertId: id });
const read = { action: 'dashboards.read' } as const;

export const alertRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Alerts on the tiles of a dashboard, with their last checks',
    access: read,
    params,
    answer: z.array(dashboardAlert),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Watch a tile',
    access: read,
    params,
    body: z.strictObject({ ...content, firstNews: z.enum(firstNews).default('now') }),
    answer: dashboardAlert,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:alertId`,
    summary: 'Change an alert of one’s own; another condition begins anew, silently',
    access: read,
    params: oneParams,
    body: z.strictObject(content),
    answer: dashboardAlert,
  }),
  snooze: route({
    method: 'PUT',
    path: `${path}/:alertId/snooze`,
    summary: 'Be told nothing for some minutes, 0 to be told again; it goes on being checked',
    access: read,
    params: oneParams,
    body: z.strictObject({ minutes: z.number().int().min(0).max(43_200) }),
    answer: dashboardAlert,
  }),
  check: route({
    method: 'POST',
    path: `${path}/:alertId/check`,
    summary: 'Check now',
    access: read,
    params: oneParams,
    answer: dashboardAlert,
    write: 'repeatable',
  }),
  takeOver: route({
    method: 'POST',
    path: `${path}/:alertId/take-over`,
    summary: 'Have an alert that is held checked again, for oneself: an author or an editor',
    access: read,
    params: oneParams,
    answer: dashboardAlert,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:alertId`,
    summary: 'Remove an alert of one’s own; editors remove any',
    access: read,
    params: oneParams,
    answer: nothing,
  }),
};
