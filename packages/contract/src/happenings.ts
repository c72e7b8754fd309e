import { z } from 'zod';
import { role } from './access.ts';
import { id } from './route.ts';

/**
 * What others inside the server act upon once it has happened: they follow it (`platform/outbox`)
 * instead of being called. A new one is added here first, by the feature it happens in.
 */
export const happening = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.ended'),
    projectId: id,
    data: z.object({
      runId: id,
      /** Of every kind there is, those nobody is shown too. */
      kind: z.string(),
      subjectId: id,
      connectorId: id.nullable(),
      userId: id.nullable(),
      /** The API key that caused it. */
      keyId: id.nullish(),
      title: z.string(),
      outcome: z.enum(['done', 'failed', 'cancelled']),
      errorCode: z.string().nullable(),
      /** From its first beginning to its end. */
      seconds: z.number(),
      /** It ran beside a request whose sender waited for it. */
      wasAttended: z.boolean(),
    }),
  }),
  z.object({
    type: z.literal('member.joined'),
    projectId: id,
    data: z.object({ userId: id, role, invitedBy: id.nullable() }),
  }),
  /** Left by themselves, or was removed. */
  z.object({
    type: z.literal('member.left'),
    projectId: id,
    data: z.object({ userId: id, wasRemoved: z.boolean() }),
  }),
  /** For good: by its person, an admin, or since it leaked. */
  z.object({
    type: z.literal('key.revoked'),
    projectId: id,
    data: z.object({ keyId: id }),
  }),
  /** An alert on a tile fired, or all is well again. */
  z.object({
    type: z.literal('alert.changed'),
    projectId: id,
    data: z.object({
      alertId: id,
      dashboardId: id,
      tileId: id,
      name: z.string(),
      state: z.enum(['ok', 'firing']),
      value: z.string().nullable(),
      /** Counts up with every change of this alert. */
      transition: z.int(),
    }),
  }),
  /** There are credits again in an account that had none: what rested for want of them goes on. */
  z.object({
    type: z.literal('credits.refilled'),
    projectId: z.null(),
    data: z.object({ accountId: id }),
  }),
  z.object({
    type: z.literal('approval.answered'),
    projectId: id.nullable(),
    data: z.object({
      approvalId: id,
      /** The kind of the entry that asked, and what it asked about. */
      kind: z.string(),
      subjectId: id,
      isAccepted: z.boolean(),
      userId: id,
    }),
  }),
]);
export type Happening = z.infer<typeof happening>;
export type HappeningType = Happening['type'];
export type HappeningOf<Type extends HappeningType> = Extract<Happening, { type: Type }>;
