import { z } from 'zod';
import { nodeSchemas } from './nodes.ts';
import { triggerSchemas } from './triggers.ts';

/**
 * A workflow as it is drawn, kept and run: triggers start it, nodes do something, edges lead on.
 *
 * An edge leaves a port of its node. A node begins once all edges into it are settled and at least
 * one of them was taken; when none was, it is skipped, and so is what hangs on it. So branches that
 * meet again wait for each other, and a branch not taken holds nothing up. There are no cycles:
 * repeating is what forEach is for.
 */
export const trigger = z.discriminatedUnion('kind', triggerSchemas);
export type Trigger = z.infer<typeof trigger>;
export type TriggerKind = Trigger['kind'];

export const node = z.discriminatedUnion('kind', nodeSchemas);
export type Node = z.infer<typeof node>;
export type NodeKind = Node['kind'];
export type NodeOf<Kind extends NodeKind> = Extract<Node, { kind: Kind }>;

export const edge = z.strictObject({
  from: z.string().max(60),
  /** `out`, `error`, `true`, `false`, `each`, `done`, or the name of a case. */
  port: z.string().min(1).max(60),
  to: z.string().max(60),
});
export type Edge = z.infer<typeof edge>;

/** What a run may use up; whatever would go beyond ends it. */
export const budget = z.strictObject({
  steps: z.number().int().min(1).max(100_000).default(10_000),
  /** Calls to other systems: queries, objects, HTTP, mails. */
  calls: z.number().int().min(1).max(100_000).default(1_000),
  rows: z.number().int().min(1).max(10_000_000).default(1_000_000),
  seconds: z.number().int().min(1).max(2_592_000).default(3_600),
  /** Of the operator's AI model; without one only the account and its caps bound it. */
  credits: z.number().int().min(1).max(1_000_000).optional(),
});
export type Budget = z.infer<typeof budget>;

export const workflowSettings = z.strictObject({
  budget: budget.prefault({}),
  /** Runs whose key is the same follow one another instead of running side by side. */
  concurrencyKey: z.string().max(2_000).nullable().default(null),
  /** Started with the failure of a run. */
  errorWorkflowId: z.uuid().nullable().default(null),
  /** Fixed values that expressions read as `vars.name`. */
  vars: z.record(z.string().max(60), z.string().max(4_000)).default({}),
});
export type WorkflowSettings = z.infer<typeof workflowSettings>;

export const MOST_NODES = 200;

export const definition = z.strictObject({
  triggers: z.array(trigger).max(10),
  nodes: z.array(node).max(MOST_NODES),
  edges: z.array(edge).max(1_000),
  settings: workflowSettings.prefault({}),
});
export type Definition = z.infer<typeof definition>;

/** Outputs that a test takes instead of running the step, by node. */
export const samples = z.record(z.string().max(60), z.unknown());
export type Samples = z.infer<typeof samples>;

const problemReasons = [
  /** Of an expression. */
  'no-end',
  'open-quote',
  'empty',
  'crowded',
  'filter-path',
  'key-path',
  /** Of a schedule that can be read. */
  'never',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** Something that keeps a workflow from running, and where it is. */
export const problem = z.object({
  code: z.enum([
    'no-trigger',
    'double-id',
    'unknown-edge-end',
    'unknown-port',
    'cycle',
    'leaves-loop',
    'missing',
    'expression',
    'unknown-step',
    'cron',
    'zone',
    'code',
    'connector',
    'credential',
    'operation',
    'workflow',
    'double-trigger',
    'unreachable',
    'value',
  ]),
  /** The node, trigger or settings it is in; null where it is in the whole. */
  place: z.string().nullable(),
  /** The field of it: `sql`, `fields.2.value`. */
  field: z.string().nullable(),
  /** Where in that field, when it is a text. */
  at: z.number().nullable(),
  message: z.string(),
  /** What about it is wrong, where its code leaves that open. */
  reason: z.enum(problemReasons).nullable(),
  /** The step it names. */
  name: z.string().nullable(),
  /** What does not keep it from running, and is worth a look. */
  isWarning: z.boolean(),
});
export type Problem = z.infer<typeof problem>;

export const emptyDefinition: Definition = definition.parse({
  triggers: [{ kind: 'manual', id: 'start', position: { x: 0, y: 0 } }],
  nodes: [],
  edges: [],
});
