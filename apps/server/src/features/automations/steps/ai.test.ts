import { expect, test } from 'vitest';
import { Failure } from '@causeway/contract/errors.ts';
import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { OpenedModel } from '#platform/ai/models.ts';
import { scriptedModel, type ScriptStep } from '#testing/scripted-model.ts';
import type { StepContext } from '../engine/executor.ts';
import { type AiNeeds, createAiStep } from './ai.ts';

type Wish = {
  prompt?: string;
  wanted?: string[];
  isDry?: boolean;
  level?: DataLevel;
  reserve?: AiNeeds['reserve'];
};

function run(steps: ScriptStep[] | undefined, wish: Wish = {}) {
  const script = steps && scriptedModel(steps);
  const model = script && {
    kind: 'project',
    provider: 'openai-compatible',
    model: 'small',
    host: 'models.test',
    isLocal: false,
    language: script.language,
  };
  const { ai } = createAiStep({
    findModel: async () => model as OpenedModel | undefined,
    readLevel: async () => wish.level ?? 'full',
    reserve: wish.reserve ?? (async () => ({ settle: async () => {} })),
  });
  const context = {
    node: { prompt: wish.prompt ?? 'Which language is this?', wanted: wish.wanted ?? [] },
    run: { projectId: 'p' },
    signal: new AbortController().signal,
    isDry: wish.isDry ?? false,
    mostCredits: 5,
    spend: () => {},
    log: () => {},
  } as unknown as StepContext<'ai'>;
  const outcome = (async () => ai.execute(context))();
  return { outcome, prompts: script?.prompts };
}

test('CHAT-3 AUTO-3 a step asks the model of the project and hands on its words, or the values that are wanted', async () => {
  const words = run([{ says: ' German ' }]);
  expect(await words.outcome).toEqual({ output: { text: 'German' } });
  const values = run([{ calls: [{ tool: 'answer', input: { mood: 'angry', urgent: true } }] }], {
    wanted: ['mood', 'urgent'],
  });
  expect(await values.outcome).toEqual({ output: { mood: 'angry', urgent: true } });
});

test('CHAT-3 AUTO-3 it says why it can not: no model, rows that models are not to see, an answer of another shape', async () => {
  await expect(run(undefined).outcome).rejects.toThrow('No AI model');
  const blind = run([{ says: 'x' }], { level: 'aggregates' });
  await expect(blind.outcome).rejects.toThrow('does not let models see rows');
  expect(blind.prompts).toEqual([]);
  await expect(run([{ says: 'no' }], { wanted: ['mood'] }).outcome).rejects.toThrow('wanted');
});

test('AUTO-3 a dry run sends nothing to the model', async () => {
  const dry = run([{ says: 'x' }], { isDry: true });
  expect(await dry.outcome).toMatchObject({ output: { dryRun: true, model: 'small' } });
  expect(dry.prompts).toEqual([]);
});

test('TEAM-9 a call of a model is paid by what its provider tells; without credits the run rests and nothing is asked', async () => {
  const told: unknown[] = [];
  const reserve: AiNeeds['reserve'] = async ({ owner }) => {
    told.push(owner);
    return { settle: async (usage) => void told.push(usage) };
  };
  await run([{ says: 'German' }], { reserve }).outcome;
  expect(told[0]).toBe('own');
  expect(told[1]).toMatchObject({
    inputTokens: expect.any(Number),
    outputTokens: expect.any(Number),
    cachedTokens: expect.any(Number),
  });
  const out = run([{ says: 'German' }], {
    reserve: async () => {
      throw new Failure('E_CREDITS_EXHAUSTED');
    },
  });
  expect(await out.outcome).toMatchObject({ wait: { kind: 'time' } });
  expect(out.prompts).toEqual([]);
});

test('AUTO-9 TEAM-9 a step ends its run with a sentence that names the budget of credits, and asks nothing, once that is used up', async () => {
  const told: unknown[] = [];
  const spent = run([{ says: 'German' }], {
    reserve: async ({ most }) => {
      told.push(most);
      throw new Failure('E_RUN_BUDGET');
    },
  });
  await expect(spent.outcome).rejects.toMatchObject({
    name: 'StepFailed',
    error: { code: 'E_RUN_BUDGET', message: "The run's budget of 5 credits is used up." },
  });
  expect(told).toEqual([5]);
  expect(spent.prompts).toEqual([]);
});
