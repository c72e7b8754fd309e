import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** What a scripted model does in a step: says something, calls tools, or waits until it is let go on. */
export type ScriptStep = {
  says?: string;
  calls?: { tool: string; input: unknown }[];
  waits?: Promise<void>;
};

/** A model that does what a test tells it, step by step, and keeps what it was shown. */
export function scriptedModel(steps: ScriptStep[]) {
  const prompts: LanguageModelV4Prompt[] = [];
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const language: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('It only streams')),
    doStream: async ({ prompt, abortSignal }) => {
      const step = steps[prompts.length] ?? { says: 'done' };
      prompts.push(prompt);
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start: async (controller) => {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          if (step.says !== undefined) {
            controller.enqueue({ type: 'text-start', id: 't' });
            controller.enqueue({ type: 'text-delta', id: 't', delta: step.says });
            controller.enqueue({ type: 'text-end', id: 't' });
          }
          for (const { tool, input } of step.calls ?? []) {
            controller.enqueue({
              type: 'tool-call',
              toolCallId: crypto.randomUUID(),
              toolName: tool,
              input: JSON.stringify(input),
            });
          }
          const stopped = new Promise((_, reject) => {
            abortSignal?.addEventListener('abort', () => reject(new Error('aborted')));
          });
          try {
            await Promise.race([step.waits, stopped]);
            const unified = step.calls ? 'tool-calls' : 'stop';
            controller.enqueue({
              type: 'finish',
              usage,
              finishReason: { unified, raw: undefined },
            });
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        },
      });
      return { stream };
    },
  };
  return { language, prompts };
}
