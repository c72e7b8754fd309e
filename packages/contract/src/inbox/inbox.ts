import { z } from 'zod';
import { inboxKindNames, mailedKinds } from './kinds.ts';
import { bytes, id, instant, nothing, pageOf, pageQuery, queryBoolean, route } from '../route.ts';

export const approvalOutcomes = ['accepted', 'declined', 'withdrawn', 'expired'] as const;

/** Something a person was told. What it says is made of its kind and parameters: `texts.ts`. */
export const inboxEntry = z.object({
  id,
  kind: z.enum(inboxKindNames),
  params: z.record(z.string(), z.unknown()),
  project: z.object({ id, name: z.string() }).nullable(),
  /** Where in the product it is about. */
  link: z.string().nullable(),
  /** How often it was told since it was read last. */
  times: z.int(),
  toldAt: instant,
  readAt: instant.nullable(),
  /** What is asked of the person, and what became of it. */
  approval: z
    .object({
      outcome: z.enum(approvalOutcomes).nullable(),
      answeredBy: z.string().nullable(),
      expiresAt: instant.nullable(),
    })
    .nullable(),
});
export type InboxEntry = z.infer<typeof inboxEntry>;

/** Beyond it nobody counts. */
export const MOST_UNREAD = 100;

/** When a kind comes by mail: a minute after it was told, with all others in the morning, or not. */
export const mailTimes = ['now', 'daily', 'never'] as const;
export type MailTime = (typeof mailTimes)[number];

export const mailChoices = z.record(z.enum(mailedKinds), z.enum(mailTimes));
export type MailChoices = z.infer<typeof mailChoices>;

const path = '/api/inbox/v1';
const unsubscribeToken = z.string().min(20).max(2_000);
const approvalToken = z.string().min(20).max(2_000);

export const inboxRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'What the signed-in person was told, newest first, and how much of it is unread',
    access: 'account',
    query: pageQuery.extend({ unread: queryBoolean.optional() }),
    answer: pageOf(inboxEntry).extend({ unread: z.int() }),
  }),
  read: route({
    method: 'POST',
    path: `${path}/read`,
    summary: 'Mark entries as read, or as unread again',
    access: 'account',
    body: z.strictObject({ ids: z.array(id).min(1).max(200), isRead: z.boolean().default(true) }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  readAll: route({
    method: 'POST',
    path: `${path}/read-all`,
    summary: 'Mark everything up to a moment as read',
    access: 'account',
    body: z.strictObject({ until: instant }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  answer: route({
    method: 'POST',
    path: `${path}/:entryId/answer`,
    summary: 'Accept or decline what an entry asks for; the first answer counts',
    access: 'verified',
    params: z.object({ entryId: id }),
    body: z.strictObject({ isAccepted: z.boolean() }),
    answer: inboxEntry,
    refusedWhileImpersonating: true,
  }),
  mailChoices: route({
    method: 'GET',
    path: `${path}/mail`,
    summary: 'Which kinds come by mail too, and when',
    access: 'account',
    answer: mailChoices,
  }),
  chooseMail: route({
    method: 'PATCH',
    path: `${path}/mail`,
    summary: 'Choose whether a kind comes by mail too: now, daily or never',
    access: 'account',
    body: z.strictObject({ kind: z.enum(mailedKinds), mail: z.enum(mailTimes) }),
    answer: mailChoices,
    refusedWhileImpersonating: true,
  }),
  asked: route({
    method: 'POST',
    path: `${path}/asked`,
    summary: 'What the link of a mail asks for, and whether it still does',
    access: 'public',
    body: z.strictObject({ token: approvalToken }),
    answer: inboxEntry,
    write: 'repeatable',
  }),
  answerAsked: route({
    method: 'POST',
    path: `${path}/asked/answer`,
    summary: 'Accept or decline by the link of a mail; the first answer counts',
    access: 'public',
    body: z.strictObject({ token: approvalToken, isAccepted: z.boolean() }),
    answer: inboxEntry,
  }),
  unsubscribe: route({
    method: 'POST',
    path: `${path}/unsubscribe`,
    summary: 'Choose when mails of some kinds come, by the link that came with one',
    access: 'public',
    body: z.strictObject({ token: unsubscribeToken, mail: z.enum(mailTimes).default('never') }),
    answer: z.object({ kinds: z.array(z.enum(mailedKinds)) }),
    write: 'repeatable',
  }),
  unsubscribeByMailProgram: route({
    method: 'POST',
    path: `${path}/unsubscribe/one-click`,
    summary: 'The same, as mail programs do it for the header List-Unsubscribe (RFC 8058)',
    access: 'public',
    query: z.object({ token: unsubscribeToken }),
    // A form with one field that says nothing more; nobody reads it.
    takes: 'bytes',
    body: bytes.optional(),
    answer: nothing,
    write: 'repeatable',
  }),
};
