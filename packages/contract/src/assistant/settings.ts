import { z } from 'zod';
import { id, instant, route } from '../route.ts';
import { dataLevel } from './parts.ts';
import { modelInUse, modelProvider } from './threads.ts';

/** What a trial of a model found. */
export const modelTrial = z.object({
  at: instant,
  /** It answered with words. */
  text: z.boolean(),
  /** It called a tool, and two at once; without the first the assistant can't look anything up. */
  toolCall: z.boolean(),
  twoCalls: z.boolean(),
  /** It says what an answer took. */
  usage: z.boolean(),
  milliseconds: z.number().nullable(),
  /** Why it did not answer, in words. */
  problem: z.string().nullable(),
});
export type ModelTrial = z.infer<typeof modelTrial>;

export const assistantSettings = z.object({
  /** The most that any model is shown here. */
  level: dataLevel,
  /** The project's own; without one the operator's answers, else the built-in assistant. */
  model: z
    .object({
      provider: modelProvider,
      baseUrl: z.string().nullable(),
      model: z.string(),
      hasKey: z.boolean(),
      tested: modelTrial.nullable(),
    })
    .nullable(),
  inUse: modelInUse,
});
export type AssistantSettings = z.infer<typeof assistantSettings>;

const baseUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
    return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  }, 'An address that begins with http:// or https://, without a password or a question mark');

const path = '/api/assistant/v1/:projectId/settings';
const params = z.object({ projectId: id });

export const assistantSettingsRoutes = {
  show: route({
    method: 'GET',
    path,
    summary: 'Which model answers in a project, and how much of the data it is shown',
    access: { action: 'assistant.use' },
    params,
    answer: assistantSettings,
  }),
  update: route({
    method: 'PATCH',
    path,
    summary: 'Choose the model of a project, or how much of the data models are shown',
    access: { action: 'assistant.configure' },
    params,
    body: z.strictObject({
      level: dataLevel.optional(),
      model: z
        .strictObject({
          provider: modelProvider,
          baseUrl: baseUrl.nullable(),
          model: z.string().trim().min(1).max(200),
          /** Written, never read back; left out it stays, as long as the address does. */
          apiKey: z.string().trim().min(1).max(2_000).nullable().optional(),
        })
        .nullable()
        .optional(),
    }),
    answer: assistantSettings,
    refusedWhileImpersonating: true,
  }),
  test: route({
    method: 'POST',
    path: `${path}/test`,
    summary: 'Try the model of a project: words, a tool call, two tool calls, usage',
    access: { action: 'assistant.configure' },
    effect: 'sends',
    params,
    /** What went wrong is told in it. */
    body: z.strictObject({ language: z.enum(['en', 'de']) }),
    answer: assistantSettings,
    write: 'outside',
    refusedWhileImpersonating: true,
  }),
};
