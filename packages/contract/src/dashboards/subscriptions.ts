import { z } from 'zod';
import { bytes, id, instant, nothing, route } from '../route.ts';
import { resultCondition } from '../sql/queries.ts';
import { askedFilters } from './asked.ts';

export const MOST_GUESTS = 20;
/** How long a question to an address can be answered. */
export const ASKED_DAYS = 7;

/** An address outside of the project; an address of a domain its admins allow. */
const outsideAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());

/** `domain`: its domain is allowed no more, so nothing is sent. */
export const guestStates = ['asked', 'confirmed', 'unsubscribed', 'domain'] as const;

/** A dashboard that comes by mail, with pictures and as a PDF, at a time of the project's zone. */
const content = {
  rhythm: z.enum(['daily', 'weekdays', 'weekly']),
  /** Of weekly ones: 1 is Monday. */
  weekday: z.number().int().min(1).max(7).default(1),
  /** Minutes since midnight. */
  minute: z.number().int().min(0).max(1_439),
  /** Members. Who may not change dashboards subscribes themselves only. */
  recipients: z.array(id).min(1).max(50),
  /** Addresses that are no members, where who may change dashboards adds them; without it they stay. */
  outside: z.array(outsideAddress).max(MOST_GUESTS).optional(),
  asked: askedFilters.default({}),
};

export const dashboardSubscription = z.object({
  id,
  dashboardId: id,
  ...content,
  recipients: z.array(z.object({ id, name: z.string(), isUnsubscribed: z.boolean() })),
  outside: z.array(z.object({ id, email: z.string(), state: z.enum(guestStates) })),
  author: z.string().nullable(),
  isMine: z.boolean(),
  isHeld: z.boolean(),
  /** The time zone of the project, where it is not known to the server: until it has another, nothing is sent. */
  unknownZone: z.string().nullable(),
  nextAt: instant,
  lastAt: instant.nullable(),
  /** Of the last time: how many tiles could not be read. */
  lastFailed: z.number().nullable(),
});
export type DashboardSubscription = z.infer<typeof dashboardSubscription>;

const path = '/api/dashboards/v1/:projectId/:dashboardId/subscriptions';
const params = z.object({ projectId: id, dashboardId: id });
const oneParams = params.extend({ subscriptionId: id });
const access = { action: 'dashboards.read' } as const;

export const subscriptionRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Subscriptions of a dashboard: one’s own, and for editors all',
    access,
    params,
    answer: z.array(dashboardSubscription),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Have a dashboard mailed',
    access,
    params,
    body: z.strictObject(content),
    answer: dashboardSubscription,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:subscriptionId`,
    summary: 'Change when it comes and to whom; who changes that of somebody else takes it over',
    access,
    params: oneParams,
    body: z.strictObject(content),
    answer: dashboardSubscription,
  }),
  test: route({
    method: 'POST',
    path: `${path}/:subscriptionId/test`,
    summary: 'Mail it to oneself now, in the way it is always mailed',
    access,
    effect: 'sends',
    params: oneParams,
    answer: nothing,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:subscriptionId`,
    summary: 'End a subscription',
    access,
    params: oneParams,
    answer: nothing,
  }),
};

const token = z.string().min(20).max(2_000);

export const confirmRoutes = {
  question: route({
    method: 'POST',
    path: '/api/subscriptions/v1/question',
    summary:
      'What an address is asked about; names that could be a message of their own are left out',
    access: 'public',
    effect: 'reads',
    write: 'repeatable',
    body: z.strictObject({ token }),
    answer: z.object({ project: z.string().nullable(), dashboard: z.string().nullable() }),
  }),
  answer: route({
    method: 'POST',
    path: '/api/subscriptions/v1/confirm',
    summary:
      'Say for an address whether it wants a dashboard by mail, or is never to be asked again',
    access: 'public',
    write: 'repeatable',
    body: z.strictObject({ token, answer: z.enum(['yes', 'never']) }),
    answer: nothing,
  }),
};

export const unsubscribeRoutes = {
  stop: route({
    method: 'POST',
    path: '/api/subscriptions/v1/stop',
    summary: 'Stop a subscription for who got its mail',
    access: 'public',
    write: 'repeatable',
    body: z.strictObject({ token }),
    answer: z.object({ dashboard: z.string() }),
  }),
  oneClick: route({
    method: 'POST',
    path: '/api/subscriptions/v1/unsubscribe',
    summary: 'The same, as mail programs do it for the header List-Unsubscribe (RFC 8058)',
    access: 'public',
    query: z.object({ token }),
    // A form with one field that says nothing more; nobody reads it.
    takes: 'bytes',
    body: bytes.optional(),
    answer: nothing,
    write: 'repeatable',
  }),
};

export const paperRoutes = {
  pdf: route({
    method: 'POST',
    path: '/api/dashboards/v1/:projectId/:dashboardId/pdf',
    summary: 'The whole dashboard as a PDF',
    access,
    effect: 'reads',
    write: 'repeatable',
    params,
    body: z.strictObject({ asked: askedFilters.default({}), language: z.enum(['en', 'de']) }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  }),
  picture: route({
    method: 'POST',
    path: '/api/dashboards/v1/:projectId/:dashboardId/tiles/:tileId/picture',
    summary: 'One tile as a PNG, of whatever kind it is',
    access,
    effect: 'reads',
    write: 'repeatable',
    params: params.extend({ tileId: id }),
    body: z.strictObject({
      asked: askedFilters.default({}),
      /** What clicks on other tiles narrowed it to. */
      where: z.array(resultCondition).max(20).default([]),
      language: z.enum(['en', 'de']),
      width: z.number().int().min(160).max(2_000),
      height: z.number().int().min(80).max(2_000),
    }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  }),
};
