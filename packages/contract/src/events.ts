import { z } from 'zod';
import { id, route } from './route.ts';
import { storageJobStates } from './storage/job-states.ts';

/**
 * Events are hints that something changed, never the only copy of it: a browser that was away gets
 * `ready` on its next connection and reads again what it shows.
 */
export const serverEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    /** What happened since the time asked for follows: nothing has to be read again. */
    isComplete: z.boolean().optional(),
  }),
  z.object({ type: z.literal('user.changed') }),
  /** The user went on with setting up, perhaps in another tab. */
  z.object({ type: z.literal('onboarding.changed') }),
  z.object({ type: z.literal('projects.changed') }),
  /** The user's plan, credits or invoices changed. */
  z.object({ type: z.literal('billing.changed') }),
  z.object({ type: z.literal('members.changed'), projectId: id }),
  z.object({ type: z.literal('connectors.changed'), projectId: id }),
  z.object({ type: z.literal('keys.changed'), projectId: id }),
  /** The user staged, discarded or saved edits, perhaps in another tab. */
  z.object({
    type: z.literal('drafts.changed'),
    connectorId: id,
    schema: z.string(),
    table: z.string(),
  }),
  /** Rows were written through the product. */
  z.object({
    type: z.literal('rows.changed'),
    projectId: id,
    connectorId: id,
    schema: z.string(),
    table: z.string(),
  }),
  /** The user's tabs of the editor changed, perhaps on another device. */
  z.object({ type: z.literal('editor.tabs'), connectorId: id }),
  /** Saved queries or snapshots of a connector changed. */
  z.object({ type: z.literal('queries.changed'), projectId: id, connectorId: id }),
  z.object({ type: z.literal('workflows.changed'), projectId: id, workflowId: id }),
  /** Runs of a workflow began, moved on or ended. */
  z.object({ type: z.literal('workflow-runs.changed'), projectId: id, workflowId: id }),
  z.object({ type: z.literal('credentials.changed'), projectId: id }),
  /** A scan moved on, or findings of a project changed. */
  z.object({ type: z.literal('intelligence.changed'), projectId: id }),
  /** Threads, the model or golden questions of a project changed. */
  z.object({ type: z.literal('assistant.changed'), projectId: id }),
  z.object({ type: z.literal('dashboards.changed'), projectId: id, dashboardId: id }),
  z.object({ type: z.literal('comments.changed'), projectId: id, dashboardId: id }),
  /** Alerts of a dashboard were changed or checked. */
  z.object({ type: z.literal('alerts.changed'), projectId: id, dashboardId: id }),
  /** A job on objects moved on or ended. */
  z.object({
    type: z.literal('storage.job'),
    projectId: id,
    connectorId: id,
    jobId: id,
    state: z.enum(storageJobStates),
    done: z.number(),
    total: z.number(),
  }),
  /** Objects below these folders changed: what is shown of them is outdated. */
  z.object({
    type: z.literal('storage.changed'),
    projectId: id,
    connectorId: id,
    folders: z.array(z.string()),
  }),
  z.object({
    type: z.literal('storage.index'),
    projectId: id,
    connectorId: id,
    state: z.enum(['crawling', 'ready', 'failed']),
    crawled: z.number(),
  }),
  /** An import or an export moved on or ended. */
  z.object({
    type: z.enum(['imports.changed', 'exports.changed']),
    projectId: id,
    connectorId: id,
    id,
    state: z.string(),
  }),
  /** Work in the background began, moved on or ended. */
  z.object({ type: z.literal('runs.changed'), projectId: id }),
  /** Somebody wrote in a thread of support that is the user's, or that the user may answer. */
  z.object({ type: z.literal('support.changed'), threadId: id }),
  /** Something came into the user's inbox, or was read there. */
  z.object({ type: z.literal('inbox.changed') }),
  z.object({
    type: z.literal('sample.progress'),
    projectId: id,
    done: z.number(),
    total: z.number(),
    what: z.string(),
  }),
]);
export type ServerEvent = z.infer<typeof serverEvent>;

export const eventRoutes = {
  subscribe: route({
    method: 'POST',
    path: '/api/events/v1',
    summary: 'One stream of everything that concerns the signed-in user',
    access: 'account',
    query: z.object({
      /** When the page began to read, in ms by the server's clock: what happened since is told as well. */
      since: z.coerce.number().int().nonnegative().optional(),
    }),
    answer: serverEvent,
    stream: true,
    write: 'repeatable',
  }),
};
