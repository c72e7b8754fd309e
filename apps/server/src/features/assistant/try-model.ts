import type { LanguageModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelTrial } from '@causeway/contract/assistant/settings.ts';
import { sayModelFailed } from './answers/model-failures.ts';

const TRIAL_MS = 30_000;

const tools = {
  add: {
    description: 'Adds two numbers',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
  },
};

/** Tries what the assistant needs of a model, and nothing of anybody's data. */
export async function tryModel(
  model: LanguageModelV4,
  language: 'en' | 'de',
  signal: AbortSignal,
): Promise<ModelTrial> {
  const startedAt = performance.now();
  const base = { at: new Date().toISOString(), toolCall: false, twoCalls: false, usage: false };
  const said = await ask(model, { prompt: 'Answer with the word ready.', signal });
  const milliseconds = Math.round(performance.now() - startedAt);
  if (said.error !== undefined || said.text.trim() === '') {
    const { message } = sayModelFailed(said.error, language);
    return { ...base, text: false, milliseconds: null, problem: message };
  }
  const once = 'Use the tool add for 2 and 3. Do not calculate yourself.';
  const twice =
    'Use the tool add for 2 and 3, and in the same turn a second time for 4 and 5. Do not calculate yourself.';
  const one = await ask(model, { prompt: once, signal, hasTools: true });
  const two = one.calls > 0 ? await ask(model, { prompt: twice, signal, hasTools: true }) : one;
  return {
    ...base,
    text: true,
    toolCall: one.calls > 0,
    twoCalls: two.calls > 1,
    usage: said.hasUsage,
    milliseconds,
    problem: null,
  };
}

type Said = { text: string; calls: number; hasUsage: boolean; error: unknown };

async function ask(
  model: LanguageModelV4,
  { prompt, signal, hasTools }: { prompt: string; signal: AbortSignal; hasTools?: true },
): Promise<Said> {
  const said: Said = { text: '', calls: 0, hasUsage: false, error: undefined };
  // Large, and few servers need it.
  const { streamText } = await import('ai');
  const result = streamText({
    model,
    prompt,
    ...(hasTools && { tools }),
    maxRetries: 0,
    maxOutputTokens: 400,
    abortSignal: signal,
    timeout: { totalMs: TRIAL_MS },
    // The default prints the whole request.
    onError: () => {},
  });
  for await (const part of result.stream) {
    if (part.type === 'text-delta') said.text += part.text;
    if (part.type === 'tool-call') said.calls += 1;
    if (part.type === 'error') said.error = part.error;
    if (part.type === 'abort') said.error = part.reason ?? new Error('timeout');
    if (part.type === 'finish') said.hasUsage = part.totalUsage.outputTokens !== undefined;
  }
  return said;
}
