import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { Reply, Told } from './reply.ts';

export const BUILT_IN = 'built-in';

export type Brain = {
  /** What to do about the question; what it says first where it has not spoken in this thread yet. */
  think(question: string): Promise<Reply>;
  introduce(question: string): string;
  /** Where a statement failed. */
  sayFailed(message: string): string;
};

/**
 * The built-in assistant as one more language model: it calls the tools that any model has, reads what
 * they answer, and speaks. It sends nothing anywhere and costs nothing.
 */
export function createBuiltInModel(brain: Brain): LanguageModelV4 {
  let thought: Promise<Reply> | undefined;

  async function step(prompt: LanguageModelV4Prompt): Promise<LanguageModelV4StreamPart[]> {
    const asked = prompt.findLastIndex(({ role }) => role === 'user');
    const question = questionOf(prompt, asked);
    thought ??= brain.think(question);
    const reply = await thought;
    const answers = prompt.slice(asked + 1).flatMap(resultsOf);
    const isFirst = !prompt.slice(0, asked).some(({ role }) => role === 'assistant');
    const speak = (text: string) =>
      speaking(isFirst ? `${brain.introduce(question)}\n\n${text}` : text);
    if (reply.kind === 'say') {
      if (!reply.choices || answers.length > 0) {
        return answers.length > 0 ? [] : speak(reply.text);
      }
      return [...speak(reply.text), call('offer_choices', reply.choices)];
    }
    if (reply.kind === 'call') {
      if (answers.length === 0) return [call(reply.tool, reply.input)];
      if (answers.length > 1) return [];
      const failure = failureIn(answers[0]);
      if (failure !== undefined) return speak(failure);
      const next = reply.next?.(answers[0]);
      return [...speak(reply.say(answers[0])), ...(next ? [call(next.tool, next.input)] : [])];
    }
    if (answers.length === 0) return [call('run_sql', { sql: reply.sql, about: reply.about })];
    const told = answers[0] as Told & { resultId?: string };
    const failure = failureIn(told);
    if (failure !== undefined) return speak(brain.sayFailed(failure));
    if (answers.length === 1) {
      const { title, shape } = reply;
      // The answer comes before what proves it.
      return [
        ...speak(reply.say(told)),
        call('present', { resultId: told.resultId, as: shape, title }),
      ];
    }
    return [];
  }

  return {
    specificationVersion: 'v4',
    provider: 'causeway',
    modelId: BUILT_IN,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The built-in assistant only streams')),
    doStream: async ({ prompt }: LanguageModelV4CallOptions) => {
      const parts = await step(prompt);
      const calls = parts.some(({ type }) => type === 'tool-call');
      return {
        stream: streamOf([
          { type: 'stream-start', warnings: [] },
          ...parts,
          {
            type: 'finish',
            usage: nothingUsed,
            finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
          },
        ]),
      };
    },
  };
}

function streamOf(parts: LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

const nothingUsed = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

function speaking(text: string): LanguageModelV4StreamPart[] {
  const pieces = text.match(/\s*\S+/g) ?? [];
  return [
    { type: 'text-start', id: 't' },
    ...pieces.map((delta) => ({ type: 'text-delta' as const, id: 't', delta })),
    { type: 'text-end', id: 't' },
  ];
}

function call(toolName: string, input: unknown): LanguageModelV4StreamPart {
  return {
    type: 'tool-call',
    toolCallId: crypto.randomUUID(),
    toolName,
    input: JSON.stringify(input),
  };
}

function questionOf(prompt: LanguageModelV4Prompt, asked: number): string {
  const message = prompt[asked];
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function resultsOf(message: LanguageModelV4Prompt[number]): unknown[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    const { output } = part;
    if (output.type === 'json' || output.type === 'text') return [output.value as unknown];
    if (output.type === 'error-text') return [{ error: 'E_INTERNAL', message: output.value }];
    return [{ error: 'E_INTERNAL' }];
  });
}

function failureIn(told: unknown): string | undefined {
  if (typeof told !== 'object' || told === null || !('error' in told)) return undefined;
  const { error, message } = told as { error: unknown; message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
