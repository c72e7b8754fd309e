import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { definition, problem, samples } from './definition.ts';
import { leftInDatabases } from './left.ts';
import { runStatuses } from './run-shapes.ts';
import { templateChoices, templateKey } from './template-choices.ts';

/**
 * A workflow has a draft, which saves itself and may be wrong, and published versions, which never
 * change. What starts it starts the last published version, and only while it is enabled. It acts
 * for who published it, with at most the rights that person has at that moment.
 */
const head = {
  id,
  name: z.string(),
  description: z.string(),
  /** The published version; null before the first. */
  version: z.number().nullable(),
  isEnabled: z.boolean(),
  /** On whose behalf it runs. */
  publishedBy: z.object({ id, name: z.string() }).nullable(),
  publishedAt: instant.nullable(),
  updatedAt: instant,
  /** Whether the draft says something else than the published version. */
  hasChanges: z.boolean(),
};

/** One of the last runs, as a tick. */
export const tick = z.object({ id, status: z.enum(runStatuses), ms: z.number().nullable() });

export const workflowSummary = z.object({
  ...head,
  /** As published, or as drafted where nothing is. */
  triggers: definition.shape.triggers,
  nextAt: instant.nullable(),
  /** Newest first, at most twenty. */
  ticks: z.array(tick),
  /** Over the last thousand runs that ended, but for those somebody cancelled; null without one. */
  successRate: z.number().nullable(),
  p95Ms: z.number().nullable(),
  waiting: z.number(),
  held: z.number(),
});
export type WorkflowSummary = z.infer<typeof workflowSummary>;

export const workflow = z.object({
  ...head,
  definition,
  samples,
  /** Rises with every save; a save names the one it was made on. */
  draftVersion: z.number(),
  /** Of the draft. */
  problems: z.array(problem),
  /** Where a webhook trigger is called; who knows it can start the workflow. Null to who may not. */
  hookUrl: z.string().nullable(),
  nextAt: instant.nullable(),
});
export type Workflow = z.infer<typeof workflow>;

export const workflowVersion = z.object({
  version: z.number(),
  note: z.string(),
  publishedBy: z.object({ id, name: z.string() }).nullable(),
  publishedAt: instant,
});
export type WorkflowVersion = z.infer<typeof workflowVersion>;

/** A verb of the product that a workflow can use as a step. */
export const offeredOperation = z.object({
  name: z.string(),
  summary: z.string(),
  effect: z.enum(['reads', 'writes', 'sends']),
  scope: z.string(),
  /** JSON schemas of its input. */
  params: z.unknown(),
  query: z.unknown(),
  body: z.unknown(),
});

const name = z.string().trim().min(1).max(160);
const description = z.string().trim().max(2_000);
const note = z.string().trim().max(500);

export const path = '/api/workflows/v1/:projectId';
export const params = z.object({ projectId: id });
export const oneParams = params.extend({ workflowId: id });
export const read = { action: 'workflows.read' } as const;
export const write = { action: 'workflows.write' } as const;
const LARGEST_DEFINITION = 4_000_000;

export const workflowRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Workflows of a project with their last runs, those that failed last on top',
    access: read,
    params,
    answer: z.array(workflowSummary),
  }),
  show: route({
    method: 'GET',
    path: `${path}/workflows/:workflowId`,
    summary: 'One workflow with its draft and what is wrong with it',
    access: read,
    params: oneParams,
    answer: workflow,
  }),
  create: route({
    method: 'POST',
    path: `${path}/workflows`,
    summary: 'Make a workflow, empty, of a definition or of a template',
    access: write,
    params,
    largestBody: LARGEST_DEFINITION,
    body: z.strictObject({
      name,
      description: description.default(''),
      definition: definition.optional(),
      template: templateKey.optional(),
      /** What the template is about. */
      choices: templateChoices.prefault({}),
    }),
    answer: workflow,
  }),
  rename: route({
    method: 'PATCH',
    path: `${path}/workflows/:workflowId`,
    summary: 'Change name and description',
    access: write,
    params: oneParams,
    body: z.strictObject({ name: name.optional(), description: description.optional() }),
    answer: workflow,
  }),
  saveDraft: route({
    method: 'PUT',
    path: `${path}/workflows/:workflowId/draft`,
    summary:
      'Keep the draft, wrong or not, and say what is wrong; 412 when another save came between',
    access: write,
    params: oneParams,
    largestBody: LARGEST_DEFINITION,
    body: z.strictObject({
      draftVersion: z.number().int().min(1),
      definition,
      samples: samples.default({}),
    }),
    answer: z.object({
      draftVersion: z.number(),
      hasChanges: z.boolean(),
      problems: z.array(problem),
    }),
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/workflows/:workflowId`,
    summary:
      'Delete a workflow with what it put into databases; what is queued ends, and it can be restored for a while',
    access: write,
    params: oneParams,
    answer: leftInDatabases,
  }),
  restore: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/restore`,
    summary: 'Bring back a workflow that was deleted; it stays disabled',
    access: write,
    params: oneParams,
    answer: workflow,
  }),
  versions: route({
    method: 'GET',
    path: `${path}/workflows/:workflowId/versions`,
    summary: 'Published versions, newest first',
    access: read,
    params: oneParams,
    answer: z.array(workflowVersion),
  }),
  version: route({
    method: 'GET',
    path: `${path}/workflows/:workflowId/versions/:number`,
    summary: 'A published version',
    access: read,
    params: oneParams.extend({ number: z.coerce.number().int().min(1) }),
    answer: workflowVersion.extend({ definition }),
  }),
  check: route({
    method: 'POST',
    path: `${path}/check`,
    summary: 'What would keep a definition from running, with the place of each problem',
    access: read,
    effect: 'reads',
    params,
    largestBody: LARGEST_DEFINITION,
    body: z.strictObject({ definition }),
    answer: z.object({ problems: z.array(problem) }),
    write: 'repeatable',
  }),
  nextSlots: route({
    method: 'POST',
    path: `${path}/next-slots`,
    summary: 'When a schedule would fire next, five times',
    access: read,
    effect: 'reads',
    params,
    body: z.strictObject({ cron: z.string().max(200), zone: z.string().max(60) }),
    answer: z.object({ slots: z.array(instant) }),
    write: 'repeatable',
  }),
  operations: route({
    method: 'GET',
    path: `${path}/operations`,
    summary: 'The verbs of the product that can be steps',
    access: read,
    params,
    answer: z.array(offeredOperation),
  }),
};

/** How a row or object trigger stands. */
export const watch = z.object({
  trigger: z.string(),
  lookedAt: instant.nullable(),
  nextAt: instant,
  /** Between what happened last and when it was seen; null where it can't be told. */
  lagMs: z.number().nullable(),
  error: z.string().nullable(),
});

/** What a watch says when its table has no trigger of ours, or one for other changes. */
export const NOTHING_NOTED =
  'Nothing notes the changes of this table: what the trigger needs is not in the database.';

const triggerParams = oneParams.extend({ trigger: z.string().max(60) });

/** What gives a workflow somebody's rights is done by a person. */
export const workflowPublishingRoutes = {
  publish: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/publish`,
    summary: 'Make the draft the version that runs, on behalf of who publishes it',
    access: write,
    params: oneParams,
    body: z.strictObject({ draftVersion: z.number().int().min(1), note: note.default('') }),
    answer: workflow,
  }),
  enable: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/enable`,
    summary: 'Let its triggers start runs',
    access: write,
    params: oneParams,
    answer: workflow,
  }),
  disable: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/disable`,
    summary: 'Start nothing any more, and end what is queued',
    access: write,
    params: oneParams,
    answer: workflow,
  }),
  watches: route({
    method: 'GET',
    path: `${path}/workflows/:workflowId/watches`,
    summary: 'How the row and object triggers of the published version stand',
    access: read,
    params: oneParams,
    answer: z.array(watch),
  }),
  watchSql: route({
    method: 'GET',
    path: `${path}/workflows/:workflowId/triggers/:trigger/sql`,
    summary: 'What a row trigger of the draft puts into the database, and how it is taken away',
    access: read,
    params: triggerParams,
    answer: z.object({
      install: z.array(z.string()),
      remove: z.array(z.string()),
      /** Whether it is there, for just these changes; null where the database could not be asked. */
      isInstalled: z.boolean().nullable(),
      /** When that was asked, on the clock that also says when a watch looked. */
      asOf: instant,
    }),
  }),
  installWatch: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/triggers/:trigger/install`,
    summary: 'Put it there, as who asks for it',
    access: write,
    params: triggerParams,
    answer: nothing,
    write: 'repeatable',
  }),
  removeWatch: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/triggers/:trigger/remove`,
    summary: 'Take it away again',
    access: write,
    params: triggerParams,
    answer: nothing,
    write: 'repeatable',
  }),
  renewHook: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/renew-hook`,
    summary: 'Give the webhook a new address; the old one is dead at once',
    access: write,
    params: oneParams,
    answer: workflow,
  }),
};
