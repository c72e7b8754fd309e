import { z } from 'zod';
import { placed } from './placed.ts';

/** What starts runs. Each says in its comment what it promises. */
export const triggerSchemas = [
  /** A person's click, a call of the API, another workflow: as often as asked. */
  z.strictObject({
    kind: z.literal('manual'),
    ...placed,
    /** What who starts it is asked for. */
    fields: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(60),
          type: z.enum(['text', 'number', 'boolean', 'json']).default('text'),
          isRequired: z.boolean().default(false),
        }),
      )
      .max(50)
      .default([]),
  }),
  /** One run a slot, however many instances there are. */
  z.strictObject({
    kind: z.literal('schedule'),
    ...placed,
    /** Five fields, or six with seconds in front. */
    cron: z.string().trim().max(200),
    /** As in the IANA list: Europe/Berlin. */
    zone: z.string().max(60).default('UTC'),
    /** Slots that passed while nothing ran: left out, or made up for by one run. */
    missed: z.enum(['skip', 'once']).default('once'),
  }),
  z.strictObject({
    kind: z.literal('interval'),
    ...placed,
    seconds: z.number().int().min(1).max(2_592_000),
  }),
  /** One run a delivery id (`Idempotency-Key` or `X-Delivery-Id`); without one, a run a call. */
  z.strictObject({
    kind: z.literal('webhook'),
    ...placed,
    methods: z
      .array(z.enum(['GET', 'POST']))
      .min(1)
      .max(2)
      .default(['POST']),
    /** When the caller is answered: as soon as the run is safe, or with what the run answers. */
    answer: z.enum(['accepted', 'result']).default('result'),
    auth: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('none') }),
        /**
         * `X-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`, at most five minutes old. The same
         * signature is the same run: what is to be two in one second has to differ in its body.
         */
        z.strictObject({ kind: z.literal('signature'), credentialId: z.uuid().nullable() }),
        /** The credential's header has to arrive as it is stored. */
        z.strictObject({ kind: z.literal('header'), credentialId: z.uuid().nullable() }),
      ])
      .default({ kind: 'none' }),
  }),
  /** Each changed row at least once and in order, by an outbox in the database or by polling. */
  z.strictObject({
    kind: z.literal('rows'),
    ...placed,
    connectorId: z.uuid().nullable(),
    schema: z.string().max(200).default('public'),
    table: z.string().max(200).default(''),
    on: z
      .array(z.enum(['insert', 'update']))
      .min(1)
      .max(2)
      .default(['insert']),
    by: z
      .discriminatedUnion('kind', [
        /** A table and a trigger of ours in that database. */
        z.strictObject({ kind: z.literal('outbox') }),
        /** A column that only rises: rows that commit out of order within `lagSeconds` are seen. */
        z.strictObject({
          kind: z.literal('polling'),
          column: z.string().max(200),
          lagSeconds: z.number().int().min(0).max(3_600).default(5),
        }),
      ])
      .default({ kind: 'outbox' }),
    everySeconds: z.number().int().min(1).max(86_400).default(10),
    /** How many rows a run is given at most. */
    batch: z.number().int().min(1).max(1_000).default(1),
  }),
  /** Each new or changed object at least once, found by listing what lies in a folder. */
  z.strictObject({
    kind: z.literal('objects'),
    ...placed,
    connectorId: z.uuid().nullable(),
    prefix: z.string().max(1_024).default(''),
    /** Also what lies in the folders in it, however deep. Not unless it is said: a run may file things there. */
    below: z.boolean().default(false),
    /** `*.csv`; empty is everything. */
    pattern: z.string().max(200).default(''),
    everySeconds: z.number().int().min(5).max(86_400).default(60),
  }),
  /** One run for each run of the other workflow that ends so. */
  z.strictObject({
    kind: z.literal('workflow'),
    ...placed,
    workflowId: z.uuid().nullable(),
    on: z
      .array(z.enum(['done', 'failed']))
      .min(1)
      .max(2)
      .default(['failed']),
  }),
  /** One run each time an alert of the dashboard fires, or is well again. */
  z.strictObject({
    kind: z.literal('alert'),
    ...placed,
    dashboardId: z.uuid().nullable(),
    /** None is any of them. */
    alertId: z.uuid().nullable().default(null),
    on: z
      .array(z.enum(['firing', 'ok']))
      .min(1)
      .max(2)
      .default(['firing']),
  }),
] as const;
