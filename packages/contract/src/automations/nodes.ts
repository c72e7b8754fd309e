import { z } from 'zod';
import { anyValue, placed, step, text } from './placed.ts';

const connectorId = z.uuid().nullable().default(null);
const name = z.string().trim().max(200);

const field = z.strictObject({ name, value: anyValue });

export const operators = [
  'equals',
  'differs',
  'less',
  'at-most',
  'more',
  'at-least',
  'contains',
  'starts-with',
  'is-empty',
  'is-not-empty',
] as const;
export type Operator = (typeof operators)[number];

const condition = z.strictObject({
  left: anyValue,
  operator: z.enum(operators),
  right: anyValue.optional(),
});
export type Condition = z.infer<typeof condition>;

const conditions = {
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(condition).max(50),
};

export const summaries = ['count', 'sum', 'average', 'min', 'max'] as const;

const data = [
  /** Reads rows; output: `{rows: [{column: value}], rowCount}`. */
  z.strictObject({
    kind: z.literal('query'),
    ...step,
    connectorId,
    sql: z.string().max(100_000).default(''),
    /** For `:name` in the statement: bound, never written into it. */
    parameters: z.array(field).max(100).default([]),
    rowLimit: z.number().int().min(1).max(10_000).default(1_000),
  }),
  /** Any single statement; output as of a query. */
  z.strictObject({
    kind: z.literal('execute'),
    ...step,
    connectorId,
    sql: z.string().max(100_000).default(''),
    parameters: z.array(field).max(100).default([]),
  }),
  /** Writes a list of rows; those whose key is there already are updated. */
  z.strictObject({
    kind: z.literal('upsert'),
    ...step,
    connectorId,
    schema: name.default('public'),
    table: name.default(''),
    rows: anyValue,
    keys: z.array(name).max(20).default([]),
  }),
  /** Objects of a bucket. */
  z.strictObject({
    kind: z.literal('object'),
    ...step,
    connectorId,
    action: z.enum(['list', 'read', 'write', 'copy', 'delete', 'link']).default('list'),
    path: text.default(''),
    /** Of a copy. */
    to: text.default(''),
    /** Of a write: text as it is, anything else as JSON. */
    body: anyValue.optional(),
    contentType: z.string().max(200).default(''),
  }),
  /** Any verb of the product, called as the web calls it. */
  z.strictObject({
    kind: z.literal('operation'),
    ...step,
    /** `dashboards.addTile`. */
    operation: z.string().max(100).default(''),
    params: anyValue.optional(),
    query: anyValue.optional(),
    body: anyValue.optional(),
  }),
] as const;

const shaping = [
  /** Output: an object of these fields, with the fields of `base` below them. */
  z.strictObject({
    kind: z.literal('set'),
    ...step,
    base: anyValue.optional(),
    fields: z.array(field).max(200).default([]),
  }),
  z.strictObject({ kind: z.literal('filter'), ...step, items: anyValue, ...conditions }),
  z.strictObject({
    kind: z.literal('sort'),
    ...step,
    items: anyValue,
    by: name.default(''),
    descending: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('aggregate'),
    ...step,
    items: anyValue,
    groupBy: z.array(name).max(20).default([]),
    measures: z
      .array(z.strictObject({ name, summary: z.enum(summaries), of: name.default('') }))
      .max(50)
      .default([]),
  }),
  z.strictObject({
    kind: z.literal('join'),
    ...step,
    left: anyValue,
    right: anyValue,
    leftKey: name.default(''),
    rightKey: name.default(''),
    keepUnmatched: z.boolean().default(true),
  }),
  z.strictObject({
    kind: z.literal('dedupe'),
    ...step,
    items: anyValue,
    by: z.array(name).max(20).default([]),
  }),
  z.strictObject({
    kind: z.literal('parse'),
    ...step,
    format: z.enum(['json', 'csv']).default('json'),
    text: anyValue,
  }),
  z.strictObject({
    kind: z.literal('format'),
    ...step,
    format: z.enum(['json', 'csv']).default('json'),
    value: anyValue,
  }),
  /** JavaScript in the sandbox: what it returns is the output. */
  z.strictObject({
    kind: z.literal('code'),
    ...step,
    code: z.string().max(50_000).default(''),
    seconds: z.number().min(0.05).max(10).default(1),
  }),
] as const;

const flow = [
  z.strictObject({ kind: z.literal('if'), ...step, ...conditions }),
  /** Leaves by the name of the first case that equals the value, else by `else`. */
  z.strictObject({
    kind: z.literal('switch'),
    ...step,
    value: anyValue,
    cases: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
          equals: anyValue,
        }),
      )
      .max(50)
      .default([]),
  }),
  /**
   * What hangs on `each` runs for every item (`item`, `index`); `done` goes on with all outputs. At most
   * `parallel` items are under way, also while their steps wait. With `onError: continue` an item that
   * failed is passed over and `{error}` stands in its place; with `route` the first one ends the loop.
   */
  z.strictObject({
    kind: z.literal('forEach'),
    ...step,
    items: anyValue,
    parallel: z.number().int().min(1).max(20).default(1),
  }),
  z.strictObject({
    kind: z.literal('wait'),
    ...step,
    seconds: z.number().min(0).max(2_592_000).default(60),
    /** A moment instead, where it is not empty. */
    until: text.default(''),
  }),
  /** Another workflow of the project; with `wait`, the output is what that one answers. */
  z.strictObject({
    kind: z.literal('workflow'),
    ...step,
    workflowId: z.uuid().nullable().default(null),
    input: anyValue.optional(),
    wait: z.boolean().default(true),
  }),
  /** Ends the run here, well or as failed. */
  z.strictObject({
    kind: z.literal('stop'),
    ...placed,
    outcome: z.enum(['done', 'failed']).default('done'),
    message: text.default(''),
  }),
  /** What who called the webhook gets; the run goes on behind it. */
  z.strictObject({
    kind: z.literal('respond'),
    ...placed,
    status: z.number().int().min(200).max(599).default(200),
    body: anyValue.optional(),
  }),
  /** A person decides: `approved` or `rejected`. */
  z.strictObject({
    kind: z.literal('approval'),
    ...step,
    message: text.default(''),
    /** Members of the project; nobody named is everybody who may run workflows. */
    people: z.array(z.uuid()).max(20).default([]),
    hours: z.number().min(0.1).max(720).default(72),
  }),
  /** Words on the canvas. */
  z.strictObject({ kind: z.literal('note'), ...placed, text: z.string().max(5_000).default('') }),
] as const;

const outside = [
  z.strictObject({
    kind: z.literal('http'),
    ...step,
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
    url: text.default(''),
    headers: z.array(field).max(50).default([]),
    query: z.array(field).max(50).default([]),
    body: anyValue.optional(),
    credentialId: z.uuid().nullable().default(null),
    timeoutSeconds: z.number().min(1).max(120).default(30),
    /** Further pages: a path in the answer to the next address, at most so many pages. */
    paging: z
      .strictObject({
        next: z.string().max(200),
        items: z.string().max(200),
        pages: z.number().int().min(1).max(1_000),
      })
      .nullable()
      .default(null),
  }),
  /** Asks the model of the project; output: `{text}`, or one value for each name that is wanted. */
  z.strictObject({
    kind: z.literal('ai'),
    ...step,
    prompt: text.default(''),
    wanted: z.array(name).max(20).default([]),
  }),
  /** To members of the project only. */
  z.strictObject({
    kind: z.literal('mail'),
    ...step,
    to: text.default(''),
    subject: text.default(''),
    text: text.default(''),
  }),
  /** Into the inbox of people of the project. */
  z.strictObject({
    kind: z.literal('notify'),
    ...step,
    people: z.array(z.uuid()).max(20).default([]),
    text: text.default(''),
  }),
] as const;

export const nodeSchemas = [...data, ...shaping, ...flow, ...outside] as const;
