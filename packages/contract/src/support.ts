import { z } from 'zod';
import { bytes, id, instant, nothing, pageOf, pageQuery, route } from './route.ts';

export const LARGEST_SCREENSHOT = 8_000_000;
/** A picture of a page is made no larger than this, a side. */
export const SCREENSHOT_SIDE = 1_600;
const MOST_FILES = 4;

const text = z.string().trim().min(1).max(4_000);
const author = z.object({ name: z.string(), avatar: id.nullable() });

const thread = z.object({
  id,
  subject: z.string(),
  state: z.enum(['open', 'closed']),
  createdAt: instant,
  lastAt: instant,
  lastBy: z.enum(['person', 'staff']),
  /** Staff answered since its author last looked. */
  isUnread: z.boolean(),
});
export type SupportThread = z.infer<typeof thread>;

const message = z.object({
  id,
  text: z.string(),
  createdAt: instant,
  byStaff: z.boolean(),
  /** Whose account has ended. */
  author: author.nullable(),
  files: z.array(id),
});
export type SupportMessage = z.infer<typeof message>;

const wholeThread = thread.extend({ messages: z.array(message) });
export type WholeSupportThread = z.infer<typeof wholeThread>;

/** As staff see it: whose it is, and where it was asked. */
const askedThread = thread.extend({
  person: author.extend({ id, email: z.string() }),
  page: z.string(),
  build: z.string(),
  requestId: z.string().nullable(),
});
export type AskedThread = z.infer<typeof askedThread>;

const newMessage = { text, files: z.array(id).max(MOST_FILES).default([]) };
const threadParams = z.object({ threadId: id });

export const supportRoutes = {
  how: route({
    method: 'GET',
    path: '/api/support/v1/how',
    summary: 'How one reaches support here: by threads of our own, or the script of a provider',
    access: 'account',
    answer: z.object({ script: z.string().nullable() }),
  }),
  list: route({
    method: 'GET',
    path: '/api/support/v1/threads',
    summary: 'What one asked support',
    access: 'account',
    answer: z.array(thread),
    refusedWhileImpersonating: true,
  }),
  show: route({
    method: 'GET',
    path: '/api/support/v1/threads/:threadId',
    summary: 'A thread of the own with its messages',
    access: 'account',
    params: threadParams,
    answer: wholeThread,
    refusedWhileImpersonating: true,
  }),
  ask: route({
    method: 'POST',
    path: '/api/support/v1/threads',
    summary: 'Write to support',
    access: 'account',
    body: z.strictObject({
      ...newMessage,
      page: z.string().max(300),
      build: z.string().max(100),
      requestId: z.string().max(100).nullable(),
    }),
    answer: wholeThread,
    refusedWhileImpersonating: true,
  }),
  answer: route({
    method: 'POST',
    path: '/api/support/v1/threads/:threadId/messages',
    summary: 'Write on in a thread; a closed one is open again',
    access: 'account',
    params: threadParams,
    body: z.strictObject(newMessage),
    answer: wholeThread,
    refusedWhileImpersonating: true,
  }),
  markSeen: route({
    method: 'POST',
    path: '/api/support/v1/threads/:threadId/seen',
    summary: 'The answers of a thread were read',
    access: 'account',
    params: threadParams,
    answer: nothing,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  upload: route({
    method: 'POST',
    path: '/api/support/v1/files',
    summary: 'A picture to send along; kept a day unless a message names it',
    access: 'account',
    body: bytes,
    takes: 'bytes',
    answer: z.object({ id }),
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  file: route({
    method: 'GET',
    path: '/api/support/v1/files/:fileId',
    summary: 'A picture that was sent to support: for who sent it, and for staff',
    access: 'account',
    params: z.object({ fileId: id }),
    answer: z.unknown(),
    raw: 'file',
    refusedWhileImpersonating: true,
  }),
};

export const staffSupportRoutes = {
  list: route({
    method: 'GET',
    path: '/api/staff/v1/support',
    summary: 'What people ask support, the longest waiting first where it is open',
    access: 'staff',
    query: pageQuery.extend({ state: z.enum(['open', 'closed']).default('open') }),
    answer: pageOf(askedThread),
  }),
  show: route({
    method: 'GET',
    path: '/api/staff/v1/support/:threadId',
    summary: 'A thread with its messages and where it was asked',
    access: 'staff',
    params: threadParams,
    answer: askedThread.extend({ messages: z.array(message) }),
  }),
  answer: route({
    method: 'POST',
    path: '/api/staff/v1/support/:threadId/messages',
    summary: 'Answer; the person sees it at once, in the inbox and by mail',
    access: 'staff',
    params: threadParams,
    body: z.strictObject({ text, close: z.boolean().default(false) }),
    answer: nothing,
  }),
  setState: route({
    method: 'PUT',
    path: '/api/staff/v1/support/:threadId/state',
    summary: 'Close a thread, or open it again',
    access: 'staff',
    params: threadParams,
    body: z.strictObject({ state: z.enum(['open', 'closed']) }),
    answer: nothing,
  }),
};
