import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { answerEvent, answerState, dataLevel, messagePart } from './parts.ts';

/** Where somebody is while they ask; ids are read again with their rights. */
export const pageContext = z.strictObject({
  path: z.string().max(2_000),
  table: z.string().max(300).optional(),
  schema: z.string().max(300).optional(),
  dashboardId: id.optional(),
  findingId: id.optional(),
  sql: z.string().max(8_000).optional(),
  error: z.string().max(4_000).optional(),
  /** What kind of failure it was: which are told to models hangs on it. */
  sqlState: z
    .string()
    .regex(/^[0-9A-Z]{5}$/)
    .optional(),
});
export type PageContext = z.infer<typeof pageContext>;

/** Something of the project that a question names with an @, or brings along. */
export const mention = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('table'),
    schema: z.string().max(300),
    table: z.string().max(300),
  }),
  z.strictObject({ kind: z.literal('dashboard'), dashboardId: id, name: z.string().max(200) }),
  z.strictObject({ kind: z.literal('file'), connectorId: id, key: z.string().max(1_024) }),
]);
export type Mention = z.infer<typeof mention>;

export const LONGEST_QUESTION = 20_000;

export const chatMessage = z.object({
  id,
  parentId: id.nullable(),
  role: z.enum(['person', 'assistant']),
  parts: z.array(messagePart),
  /** Of an answer. */
  state: answerState,
  model: z.string().nullable(),
  mentions: z.array(mention),
  feedback: z.enum(['good', 'bad']).nullable(),
  createdAt: instant,
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatThread = z.object({
  id,
  title: z.string(),
  connectorId: id.nullable(),
  level: dataLevel,
  isShared: z.boolean(),
  isMine: z.boolean(),
  owner: z.string(),
  /** The end of the branch that is shown. */
  leafId: id.nullable(),
  /** What the assistant has read here of others' words: from the first on, everything that writes asks. */
  sources: z.array(z.string()),
  isAnswering: z.boolean(),
  updatedAt: instant,
});
export type ChatThread = z.infer<typeof chatThread>;

export const modelProvider = z.enum(['openai-compatible', 'anthropic']);
export type ModelProvider = z.infer<typeof modelProvider>;

/** Which model answers, and where it runs. */
export const modelInUse = z.object({
  kind: z.enum(['built-in', 'project', 'operator']),
  provider: z.string(),
  model: z.string(),
  /** Host of a model that is not ours. */
  host: z.string().nullable(),
});
export type ModelInUse = z.infer<typeof modelInUse>;

const path = '/api/assistant/v1/:projectId';
const access = { action: 'assistant.use' } as const;
const params = z.object({ projectId: id });
const threadParams = params.extend({ threadId: id });
const messageParams = threadParams.extend({ messageId: id });
const title = z.string().trim().min(1).max(160);

export const assistantRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/threads`,
    summary: 'Threads with the assistant: the caller’s own and those shared in the project',
    access,
    params,
    query: z.object({ search: z.string().max(200).optional() }),
    answer: z.object({
      threads: z.array(chatThread),
      model: modelInUse,
      /** What a new thread begins with, and the most that any may be set to. */
      level: dataLevel,
      mostLevel: dataLevel,
    }),
  }),
  create: route({
    method: 'POST',
    path: `${path}/threads`,
    summary: 'Begin a thread',
    access,
    params,
    body: z.strictObject({ connectorId: id.nullable(), level: dataLevel.optional() }),
    answer: chatThread,
  }),
  show: route({
    method: 'GET',
    path: `${path}/threads/:threadId`,
    summary: 'A thread with all its messages, those of other branches too',
    access,
    params: threadParams,
    answer: z.object({ thread: chatThread, messages: z.array(chatMessage) }),
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/threads/:threadId`,
    summary: 'Rename or share a thread, choose what it is about, show another branch of it',
    access,
    params: threadParams,
    body: z.strictObject({
      title: title.optional(),
      isShared: z.boolean().optional(),
      connectorId: id.nullable().optional(),
      level: dataLevel.optional(),
      leafId: id.optional(),
    }),
    answer: chatThread,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/threads/:threadId`,
    summary: 'Delete a thread',
    access,
    params: threadParams,
    answer: nothing,
  }),
  ask: route({
    method: 'POST',
    path: `${path}/threads/:threadId/answers`,
    summary: 'Ask; the answer arrives as it is made. The same question id joins the same answer',
    access,
    params: threadParams,
    body: z.strictObject({
      /** Made by who asks: sent again, it is the same question. */
      questionId: id,
      text: z.string().trim().min(1).max(LONGEST_QUESTION),
      /** What it follows; the message before an edited one makes it a branch. */
      parentId: id.nullable(),
      language: z.enum(['en', 'de']),
      page: pageContext.optional(),
      mentions: z.array(mention).max(10).default([]),
    }),
    largestBody: 262_144,
    answer: answerEvent,
    stream: true,
    write: 'repeatable',
  }),
  watch: route({
    method: 'POST',
    path: `${path}/threads/:threadId/answers/:messageId/watch`,
    summary: 'Go on with an answer after the event one has seen',
    access,
    effect: 'reads',
    params: messageParams,
    body: z.strictObject({ after: z.number().int().min(-1) }),
    answer: answerEvent,
    stream: true,
    write: 'repeatable',
  }),
  stop: route({
    method: 'POST',
    path: `${path}/threads/:threadId/answers/:messageId/stop`,
    summary: 'Stop an answer; what is written so far stays',
    access,
    params: messageParams,
    answer: nothing,
  }),
  rate: route({
    method: 'POST',
    path: `${path}/threads/:threadId/answers/:messageId/feedback`,
    summary: 'Say whether an answer was good',
    access,
    params: messageParams,
    body: z.strictObject({ feedback: z.enum(['good', 'bad']).nullable() }),
    answer: nothing,
  }),
  decide: route({
    method: 'POST',
    path: `${path}/threads/:threadId/proposals/:proposalId`,
    summary: 'Approve or deny what the assistant proposed; approved, exactly that is done, once',
    access,
    params: threadParams.extend({ proposalId: id }),
    body: z.strictObject({ isApproved: z.boolean() }),
    answer: chatMessage,
    write: 'outside',
  }),
};
