import { z } from 'zod';
import { id, instant } from '../route.ts';

/**
 * A run is
 * - queued: accepted, and next when its project's turn comes
 * - running: a process works on it
 * - waiting: for a moment, for a person, or for a decision about a step in doubt
 * - held: whom it would act for has left or may no longer, until somebody publishes it anew; or there
 *   are no credits for it, until there are
 * - done, failed, cancelled: ended, and never changed again
 */
export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'held',
  'done',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

export const stepStatuses = [
  'running',
  'waiting',
  /** It began before a crash and nobody knows whether it took effect. */
  'in-doubt',
  'done',
  'failed',
  /** Failed or in doubt, and passed over. */
  'skipped',
  /** Its run ended before it did. */
  'cancelled',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

export const runTriggerKinds = [
  'manual',
  'api',
  'schedule',
  'interval',
  'webhook',
  'rows',
  'objects',
  'workflow',
  'alert',
  'rerun',
] as const;
export type RunTriggerKind = (typeof runTriggerKinds)[number];

export const runError = z.object({
  message: z.string(),
  code: z.string().nullable(),
  /** The step it came from. */
  step: z.string().nullable(),
});
export type RunError = z.infer<typeof runError>;

export const workflowRun = z.object({
  id,
  workflowId: id,
  /** Of now. */
  workflowName: z.string(),
  version: z.number(),
  status: z.enum(runStatuses),
  triggerKind: z.enum(runTriggerKinds),
  acceptedAt: instant,
  endedAt: instant.nullable(),
  /** From its acceptance to its end. */
  ms: z.number().nullable(),
  error: runError.nullable(),
});
export type WorkflowRun = z.infer<typeof workflowRun>;

export const runStep = z.object({
  /** `find`, and in a loop `find#3` or `find#3.0`. */
  key: z.string(),
  node: z.string(),
  status: z.enum(stepStatuses),
  attempt: z.number(),
  startedAt: instant,
  ms: z.number().nullable(),
  /** The way out it took. */
  port: z.string().nullable(),
  /** Settings as they were filled in; what came from a credential is never among them. */
  input: z.unknown(),
  output: z.unknown(),
  /** Set where the output was too large to be shown whole. */
  isCut: z.boolean(),
  error: runError.nullable(),
  logs: z.array(z.string()),
  /** Attempts that failed before this one. */
  earlier: z.array(z.object({ attempt: z.number(), message: z.string(), ms: z.number() })),
});
export type RunStep = z.infer<typeof runStep>;

/** What a run that waits is waiting for. */
export const awaited = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), step: z.string(), until: instant }),
  z.object({
    kind: z.literal('approval'),
    step: z.string(),
    message: z.string(),
    people: z.array(id),
    until: instant,
    /** Whether the one who asks may decide. */
    mayDecide: z.boolean(),
  }),
  z.object({ kind: z.literal('doubt'), step: z.string() }),
  z.object({ kind: z.literal('workflow'), step: z.string(), runId: id }),
]);
export type Awaited = z.infer<typeof awaited>;

/**
 * Why a run rests: there is nobody to act for, there are no credits, the month's cap is spent or that of
 * the key which set it off; or nothing keeps it any more and its turn comes.
 */
export const heldReasons = ['publisher', 'credits', 'cap', 'keyCap', 'turn'] as const;
export type HeldReason = (typeof heldReasons)[number];

export const runDetails = workflowRun.extend({
  heldFor: z.enum(heldReasons).nullable(),
  trigger: z.unknown(),
  steps: z.array(runStep),
  answer: z.object({ status: z.number(), body: z.unknown() }).nullable(),
  awaits: z.array(awaited),
  /** The run it repeats, and the one whose step started it. */
  rerunOf: id.nullable(),
  parentRunId: id.nullable(),
  mayCancel: z.boolean(),
  /** Values and what was said of them are not for who asks: how it went is all that is told. */
  isWithheld: z.boolean(),
});
export type RunDetails = z.infer<typeof runDetails>;
