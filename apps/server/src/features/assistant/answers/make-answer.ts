import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, Schema, ToolSet } from 'ai';
import type { MessagePart, PartOf } from '@causeway/contract/assistant/parts.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type Allowance, LETTERS_A_TOKEN } from '#platform/ai/allowance.ts';
import type { Usage } from '../meter.ts';
import { errorForModel } from '../tools/for-model.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { Produced, Producing } from './answers.ts';
import { sayModelFailed } from './model-failures.ts';

export type Making = {
  model: LanguageModelV4;
  /** Ours only: nothing that others wrote stands in it. */
  instructions: string;
  messages: ModelMessage[];
  tools: readonly Tool[];
  context: Omit<ToolContext, 'show' | 'signal'>;
  /** Writes down what a tool that writes was asked for; a person decides on it later. */
  propose(tool: Tool, wish: { input: unknown; context: ToolContext }): Promise<PartOf<'approval'>>;
  /** Told whose words were read, as soon as they were. */
  onRead(sources: string[]): Promise<void>;
  timeouts?: Partial<typeof TIMEOUTS>;
  /** Credits are nearly out: an answer is no longer than what they pay for. */
  allowance?: Allowance;
};

const MOST_STEPS = 12;
const MOST_CALLS = 24;
const TIMEOUTS = { totalMs: 300_000, firstChunkMs: 30_000, chunkMs: 30_000, toolMs: 25_000 };

/**
 * One answer: the model speaks and calls tools, step by step, until it is done, proposes something that
 * writes, or has used up its steps. What fails on the model's side is told in one part; what was
 * written before stays.
 */
export async function makeAnswer(producing: Producing, making: Making): Promise<Produced> {
  const { emit, signal } = producing;
  const state: State = { calls: 0, isWaiting: false, told: createTurns() };
  // Large, and not every server is asked anything: loaded with the first question.
  const { isStepCount, streamText, zodSchema } = await import('ai');
  const result = streamText({
    model: making.model,
    instructions: making.instructions,
    messages: making.messages,
    tools: toolsFor(producing, making, state, zodSchema),
    ...(making.allowance && { maxOutputTokens: making.allowance(lengthOf(making)) }),
    stopWhen: [isStepCount(MOST_STEPS), () => state.isWaiting],
    toolCallConcurrency: 2,
    maxRetries: 0,
    abortSignal: signal,
    timeout: { ...TIMEOUTS, ...making.timeouts },
    // The default prints the whole request, rows and all.
    onError: () => {},
  });
  let usage: Usage | undefined;
  // What is known of an answer that is broken off: its finished steps, and what was said since.
  let soFar: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, isEstimate: true };
  let unfinished = 0;
  const untilNow = (): Usage => ({
    ...soFar,
    outputTokens: soFar.outputTokens + Math.ceil(unfinished / LETTERS_A_TOKEN),
  });
  let hasSpoken = false;
  for await (const part of unbroken(result.stream)) {
    if (part.type === 'tool-call') state.told.pass(part.toolCallId);
    if (part.type === 'text-delta') {
      hasSpoken = true;
      unfinished += part.text.length;
      emit({ type: 'text-delta', delta: part.text });
    } else if (part.type === 'finish-step') {
      const step = usageOf(part.usage);
      unfinished = 0;
      soFar = {
        inputTokens: soFar.inputTokens + step.inputTokens,
        cachedTokens: soFar.cachedTokens + step.cachedTokens,
        outputTokens: soFar.outputTokens + step.outputTokens,
        isEstimate: true,
      };
    } else if (part.type === 'error') {
      if (signal.aborted) return { state: 'stopped', usage: untilNow() };
      emit({ type: 'part', part: sayModelFailed(part.error, making.context.language) });
      return { state: 'failed' };
    } else if (part.type === 'abort') {
      if (signal.aborted) return { state: 'stopped', usage: untilNow() };
      emit({ type: 'part', part: sayModelFailed(part.reason, making.context.language) });
      return { state: 'failed' };
    } else if (part.type === 'finish') {
      usage = usageOf(part.totalUsage);
      if (part.finishReason === 'interrupted' || part.finishReason === 'error') {
        emit({ type: 'part', part: sayModelFailed(undefined, making.context.language) });
        return { state: 'failed', usage };
      }
    }
  }
  if (!hasSpoken && !state.isWaiting && state.calls === 0 && !signal.aborted) {
    emit({ type: 'part', part: sayModelFailed(undefined, making.context.language) });
    return { state: 'failed', usage };
  }
  return { state: state.isWaiting ? 'waiting' : 'done', usage };
}

/** A line that breaks while a model speaks throws; it is an error of the model like those it tells of. */
async function* unbroken<Part>(
  stream: AsyncIterable<Part>,
): AsyncGenerator<Part | { type: 'error'; error: unknown }> {
  try {
    yield* stream;
  } catch (error) {
    if (!APICallError.isInstance(error)) throw error;
    // It did answer: that it can't be reached would be wrong.
    const { statusCode = 200 } = error;
    yield { type: 'error', error: statusCode >= 400 ? error : undefined };
  }
}

type Told = {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
};

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: Told): Usage {
  return {
    inputTokens: inputTokens ?? 0,
    cachedTokens: inputTokenDetails?.cacheReadTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    isEstimate: inputTokens === undefined || outputTokens === undefined,
  };
}

type State = { calls: number; isWaiting: boolean; told: Turns };

/**
 * A tool runs as soon as the model has called it, while words said before may still be on their way
 * here: what it shows waits until they have been told.
 */
type Turns = { pass(id: string): void; wait(id: string, signal: AbortSignal): Promise<void> };

function createTurns(): Turns {
  const turns = new Map<string, PromiseWithResolvers<void>>();
  const turnOf = (id: string) => {
    const turn = turns.get(id) ?? Promise.withResolvers<void>();
    turns.set(id, turn);
    return turn;
  };
  return {
    pass: (id) => turnOf(id).resolve(),
    wait: (id, signal) => {
      const turn = turnOf(id);
      signal.addEventListener('abort', () => turn.resolve(), { once: true });
      if (signal.aborted) turn.resolve();
      return turn.promise;
    },
  };
}

type Describe = (input: Tool['input']) => Schema;
const described = new WeakMap<Tool, Schema>();

/** As a provider is told of it; made once, since it takes longer than all we ask of our database. */
function describe(tool: Tool, asSchema: Describe): Schema {
  const known = described.get(tool) ?? asSchema(tool.input);
  described.set(tool, known);
  return known;
}

/** About how many tokens are asked with, beside what tools are called. */
function lengthOf({ instructions, messages, tools }: Making): number {
  const descriptions = tools.reduce((sum, { description }) => sum + description.length, 0);
  const letters = instructions.length + descriptions + JSON.stringify(messages).length;
  return Math.ceil(letters / LETTERS_A_TOKEN);
}

function toolsFor(producing: Producing, making: Making, state: State, asSchema: Describe): ToolSet {
  const tools: ToolSet = {};
  for (const offered of making.tools) {
    tools[offered.name] = {
      description: offered.description,
      inputSchema: describe(offered, asSchema),
      execute: async (input: unknown, { toolCallId }: { toolCallId: string }) => {
        await state.told.wait(toolCallId, producing.signal);
        state.calls += 1;
        if (state.calls > MOST_CALLS) return { error: 'Too many calls in one answer.' };
        return offered.effect === 'writes'
          ? proposeCall(producing, making, state, { offered, input })
          : runCall(producing, making, { offered, input, toolCallId });
      },
    };
  }
  return tools;
}

type Called = { offered: Tool; input: unknown; toolCallId: string };

async function proposeCall(
  { emit, signal }: Producing,
  { context, propose }: Making,
  state: State,
  { offered, input }: Omit<Called, 'toolCallId'>,
): Promise<unknown> {
  try {
    const card = await propose(offered, { input, context: { ...context, signal } });
    state.isWaiting = true;
    emit({ type: 'part', part: card });
    return { status: 'waiting for the approval of the person' };
  } catch (error) {
    // What it is about is not there: the model hears of it, and nobody is asked.
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return errorForModel(error, context.level);
  }
}

async function runCall(
  { emit, signal }: Producing,
  { context, onRead }: Making,
  { offered, input, toolCallId }: Called,
): Promise<unknown> {
  const startedAt = performance.now();
  const base = { type: 'step', id: toolCallId, tool: offered.name, about: '' } as const;
  const show = (part: MessagePart) => emit({ type: 'part', part });
  const asked = input as { sql?: string; about?: string };
  const begun = {
    ...base,
    about: asked.about ?? '',
    ...(asked.sql !== undefined && { sql: asked.sql }),
  };
  if (!offered.needsScreen) show({ ...begun, state: 'running' });
  try {
    const outcome = await offered.run({ ...context, signal, show }, input);
    if (outcome.sources) await onRead(outcome.sources);
    const milliseconds = Math.round(performance.now() - startedAt);
    if (!offered.needsScreen) show({ ...begun, ...outcome.step, state: 'done', milliseconds });
    outcome.artifacts?.forEach((artifact, index) =>
      show({ type: 'artifact', id: `${toolCallId}-${index}`, artifact }),
    );
    return outcome.told;
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = error instanceof Failure ? error : new Failure('E_INTERNAL');
    show({ ...begun, state: 'failed', error: failure.message });
    return errorForModel(failure, context.level);
  }
}
