import { z } from 'zod';
import { id, instant, nothing, pageOf, pageQuery, route } from '../route.ts';
import { definition, samples } from './definition.ts';
import { replay } from './replay.ts';
import { runDetails, runStatuses, runStep, runTriggerKinds, workflowRun } from './run-shapes.ts';
import { oneParams, params, path, read, write } from './workflows.ts';

const runParams = params.extend({ runId: id });
const started = z.object({ runId: id });

export const workflowRunRoutes = {
  start: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/runs`,
    summary: 'Start the published version; with an Idempotency-Key, once',
    access: write,
    params: oneParams,
    body: z.strictObject({ input: z.unknown().optional() }),
    keepsDigits: true,
    answer: started,
    write: 'outside',
    costs: true,
  }),
  list: route({
    method: 'GET',
    path: `${path}/runs`,
    summary: 'Runs of a project, newest first',
    access: read,
    params,
    query: pageQuery.extend({
      workflowId: id.optional(),
      status: z.enum([...runStatuses, 'open']).optional(),
      triggerKind: z.enum(runTriggerKinds).optional(),
      from: instant.optional(),
      to: instant.optional(),
      /** In the errors of runs that failed. */
      search: z.string().trim().max(200).optional(),
      /**
       * What the words are in as well, in another language: our sentences and codes by name, one a
       * line, each with the facts that have to stand in it behind tabs.
       */
      messages: z.string().max(6_000).optional(),
    }),
    answer: pageOf(workflowRun).extend({
      /** Searching stopped here for the time it took; the cursor goes on further back. */
      searchedTo: instant.nullable(),
    }),
  }),
  show: route({
    method: 'GET',
    path: `${path}/runs/:runId`,
    summary: 'One run with all its steps',
    access: read,
    params: runParams,
    answer: runDetails,
  }),
  cancel: route({
    method: 'POST',
    path: `${path}/runs/:runId/cancel`,
    summary: 'End a run; a step under way is stopped',
    access: write,
    params: runParams,
    answer: nothing,
  }),
  rerun: route({
    method: 'POST',
    path: `${path}/runs/:runId/rerun`,
    summary:
      'Run it again with the same payload, whole or from a step on; steps before keep what they gave',
    access: write,
    params: runParams,
    body: z.strictObject({
      from: z.string().max(60).optional(),
      /** The version it ran on unless said; only from a step of the same version. */
      version: z.enum(['same', 'current']).default('same'),
    }),
    answer: started,
    costs: true,
  }),
  decide: route({
    method: 'POST',
    path: `${path}/runs/:runId/steps/:step/decide`,
    summary: 'Answer a step in doubt or an approval',
    access: write,
    params: runParams.extend({ step: z.string().max(200) }),
    body: z.strictObject({
      decision: z.enum(['retry', 'skip', 'fail', 'approve', 'reject']),
      note: z.string().trim().max(1_000).default(''),
    }),
    answer: nothing,
  }),
  overview: route({
    method: 'GET',
    path: `${path}/overview`,
    summary: 'What ran, what failed, what waits and what comes next',
    access: read,
    params,
    answer: z.object({
      /** The last 24 hours, an entry an hour. */
      hours: z.array(
        z.object({ at: instant, done: z.number(), failed: z.number(), cancelled: z.number() }),
      ),
      failures: z.array(workflowRun),
      open: z.array(workflowRun),
      next: z.array(z.object({ workflowId: id, workflowName: z.string(), at: instant })),
      counts: z.object({
        workflows: z.number(),
        enabled: z.number(),
        waiting: z.number(),
        held: z.number(),
      }),
    }),
  }),
};

const tried = z.object({
  status: z.enum(['done', 'failed', 'waiting']),
  steps: z.array(runStep),
  answer: runDetails.shape.answer,
});

/** Trying a draft acts for who tries it, so a person does it. */
export const workflowTestRoutes = {
  try: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/try`,
    summary:
      'Run a draft up to a step without leaving a trace: writes are rolled back or only shown',
    access: write,
    params: oneParams,
    largestBody: 4_000_000,
    keepsDigits: true,
    body: z.strictObject({
      definition,
      samples: samples.default({}),
      /** The last step to run; all of them unless said. */
      upTo: z.string().max(60).optional(),
      /** The trigger it begins at; unless said, one that leads there. */
      trigger: z.string().max(60).optional(),
      /** The trigger's payload. */
      input: z.unknown().optional(),
    }),
    answer: tried,
    write: 'repeatable',
  }),
  tryNew: route({
    method: 'POST',
    path: `${path}/try`,
    summary: 'The same for a workflow that is not kept yet',
    access: write,
    params,
    largestBody: 4_000_000,
    keepsDigits: true,
    body: z.strictObject({ definition, input: z.unknown().optional() }),
    answer: tried,
    write: 'repeatable',
  }),
  replay: route({
    method: 'POST',
    path: `${path}/workflows/:workflowId/replay`,
    summary:
      'What a draft makes of its last runs: steps without an effect run on what was recorded, and what differs is told',
    access: write,
    params: oneParams,
    largestBody: 4_000_000,
    body: z.strictObject({ definition }),
    answer: replay,
    write: 'repeatable',
  }),
  evaluate: route({
    method: 'POST',
    path: `${path}/evaluate`,
    summary: 'The value of a text with expressions, over values sent along',
    access: write,
    params,
    body: z.strictObject({
      text: z.string().max(20_000),
      scope: z.record(z.string(), z.unknown()),
    }),
    answer: z.union([
      z.object({ value: z.unknown() }),
      z.object({ error: z.string(), at: z.number().nullable() }),
    ]),
    write: 'repeatable',
  }),
};

/** Called by other systems: the token in the address is what lets them in. */
export const hookRoutes = {
  receive: route({
    method: 'POST',
    path: '/api/hooks/v1/:token',
    summary: 'Start the workflow this webhook belongs to',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    takes: 'bytes',
    body: z.custom<Blob>().transform((sent) => sent as unknown as AsyncIterable<Uint8Array>),
    answer: z.unknown(),
    raw: 'file',
    write: 'repeatable',
  }),
  receiveGet: route({
    method: 'GET',
    path: '/api/hooks/v1/:token',
    summary: 'Start the workflow this webhook belongs to; the query is its payload',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    query: z.looseObject({}),
    answer: z.unknown(),
    raw: 'file',
  }),
};
