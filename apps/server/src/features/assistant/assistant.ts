import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type DataLevel, leastLevel } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage, ModelInUse, PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { createModels, type Models } from '#platform/ai/models.ts';
import { readSettings } from '#platform/ai/settings.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import type { Db } from '#platform/db/database.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { type Answers, createAnswers } from './answers/answers.ts';
import { makeAnswer } from './answers/make-answer.ts';
import { createBrain } from './built-in/brain.ts';
import { BUILT_IN, createBuiltInModel } from './built-in/model.ts';
import { listUsable } from './golden/queries.ts';
import { likeness, wordsIn } from './golden/words.ts';
import { type Example, instructionsFor, messagesFor } from './instructions.ts';
import { listBranch } from './messages.ts';
import { type Meter, type MeteredAnswer, type Usage, unmetered } from './meter.ts';
import { proposeIn } from './proposals.ts';
import { addSources, type Thread } from './threads.ts';
import { allTools } from './tools/all.ts';

/** Lets tests put a model of their own in the place of the configured one. */
type ScriptedModel = {
  language: LanguageModelV4;
  timeouts?: Record<string, number>;
  owner?: MeteredAnswer['owner'];
};

export type Assistant = {
  answers: Answers;
  models: Models;
  meter: Meter;
  actAs: ActAs;
  modelInUse(db: Db, projectId: string): Promise<ModelInUse>;
  /** Who pays the provider of a model: the operator, or whoever brought it. */
  ownerOf(model: ModelInUse): MeteredAnswer['owner'];
  /** What a new thread begins with, and the most that any may show a model. */
  levelsFor(db: Db, projectId: string): Promise<{ level: DataLevel; mostLevel: DataLevel }>;
  answer(question: Asked): void;
  /** For tests: whatever is asked from now on is asked of this one. */
  script(model: ScriptedModel | undefined): void;
};

export type Asked = {
  actor: ProjectActor;
  thread: Thread;
  answerId: string;
  language: 'en' | 'de';
  page: PageContext | undefined;
};

/** What the assistant is given of a person's rights: to read, and what a person then approves. */
const assistantScopes: readonly Scope[] = [
  'data:read',
  'storage:read',
  'queries:read',
  'dashboards:read',
  'snippets:read',
  'workflows:read',
  'project:read',
];

const builtIn: ModelInUse = { kind: 'built-in', provider: 'causeway', model: BUILT_IN, host: null };

export function createAssistant(
  services: Services,
  { actAs, meter = unmetered }: { actAs: ActAs; meter?: Meter },
): Assistant {
  const { db } = services;
  const answers = createAnswers(services);
  const models = createModels(services);
  let scripted: ScriptedModel | undefined;

  async function chooseModel(asked: Asked): Promise<ScriptedModel & { isLocal: boolean }> {
    if (scripted) return { ...scripted, isLocal: true };
    const configured = await models.find(db, asked.actor.project.id);
    if (configured) return configured;
    const as = actAs(identityOf(asked));
    const { language, page, thread } = asked;
    const { connectorId } = thread;
    const findVerified = async (question: string) => {
      if (connectorId === null) return undefined;
      const words = wordsIn(question);
      return (await listUsable(db, connectorId)).find((golden) => golden.words === words);
    };
    const zone = await readTimeZone(db, asked.actor.project);
    const brain = createBrain({ as, connectorId, language, page, findVerified, zone });
    return { language: createBuiltInModel(brain), isLocal: true };
  }

  function ownerOfModel(model: ScriptedModel & { kind?: string }): MeteredAnswer['owner'] {
    return model.owner ?? (model.kind === 'operator' ? 'ours' : 'own');
  }

  return {
    answers,
    models,
    meter,
    actAs,
    script: (model) => {
      scripted = model;
    },
    modelInUse: async (on, projectId) => {
      const found = await models.find(on, projectId);
      if (!found) return builtIn;
      const { kind, provider, model, host } = found;
      return { kind, provider, model, host };
    },
    ownerOf: ({ kind }) => scripted?.owner ?? (kind === 'operator' ? 'ours' : 'own'),
    levelsFor: async (on, projectId) => {
      const { level: mostLevel } = await readSettings(on, projectId);
      const found = await models.find(on, projectId);
      // What leaves the building is more only where a person says so.
      const isAway = found !== undefined && !found.isLocal;
      return { level: isAway ? leastLevel(mostLevel, 'aggregates') : mostLevel, mostLevel };
    },
    answer: (asked) => {
      const { thread, answerId, actor, language, page } = asked;
      answers.produce({ id: answerId, threadId: thread.id }, async (producing) => {
        const [model, zone, { level: most }, branch] = await Promise.all([
          chooseModel(asked),
          readTimeZone(db, actor.project),
          readSettings(db, actor.project.id),
          listBranch(db, thread.id, answerId),
        ]);
        const isBuiltIn = model.language.modelId === BUILT_IN;
        producing.emit({ type: 'start', messageId: answerId, model: model.language.modelId });
        const examples = isBuiltIn ? [] : await nearestExamples(db, thread, branch);
        const sources = new Set(thread.sources);
        // Others wrote them.
        if (examples.length > 0) sources.add('verified questions');
        const metered = {
          id: answerId,
          projectId: actor.project.id,
          userId: actor.user.id,
          model: model.language.modelId,
          owner: ownerOfModel(model),
        };
        const produced = await makeAnswer(producing, {
          model: model.language,
          instructions: instructionsFor({ language }),
          messages: messagesFor(branch, { page: isBuiltIn ? undefined : page, examples }),
          tools: allTools,
          context: {
            as: actAs(identityOf(asked)),
            projectId: actor.project.id,
            connectorId: thread.connectorId,
            // The built-in one sends nothing anywhere.
            level: isBuiltIn ? 'full' : leastLevel(thread.level, most),
            language,
            zone,
            results: new Map(),
            isTrusted: isBuiltIn,
          },
          propose: (tool, input) =>
            proposeIn(
              db,
              { actor, thread, answerId, language, sources: [...sources] },
              tool,
              input,
            ),
          onRead: async (read) => {
            const fresh = read.filter((source) => !sources.has(source));
            for (const source of fresh) sources.add(source);
            await addSources(db, thread.id, fresh);
          },
          ...(model.timeouts && { timeouts: model.timeouts }),
        }).catch(async (error: unknown) => {
          // Whatever went wrong: what was not answered costs nothing.
          await meter.settle(db, metered, null);
          throw error;
        });
        await meter.settle(
          db,
          metered,
          produced.state === 'failed' ? null : ((produced.usage ?? null) as Usage | null),
        );
        return produced;
      });
    },
  };
}

const MOST_EXAMPLES = 3;
const LEAST_LIKENESS = 0.3;

/** Verified questions that are most like the one that is asked. */
async function nearestExamples(
  db: Db,
  { connectorId }: Thread,
  branch: readonly ChatMessage[],
): Promise<Example[]> {
  const asked = branch.findLast(({ role }) => role === 'person')?.parts[0];
  if (connectorId === null || asked?.type !== 'text') return [];
  const words = wordsIn(asked.text);
  return (await listUsable(db, connectorId))
    .map((golden) => ({ ...golden, like: likeness(words, golden.words) }))
    .filter(({ like }) => like >= LEAST_LIKENESS)
    .toSorted((one, other) => other.like - one.like)
    .slice(0, MOST_EXAMPLES)
    .map(({ question, sql }) => ({ question, sql }));
}

function identityOf({ actor, thread }: Pick<Asked, 'actor' | 'thread'>) {
  return {
    kind: 'assistant' as const,
    ref: `thread:${thread.id}`,
    onBehalfOf: actor.user.id,
    scopes: assistantScopes,
  };
}
