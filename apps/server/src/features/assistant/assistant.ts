import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type DataLevel, leastLevel } from '@causeway/contract/assistant/parts.ts';
import type { ModelInUse, PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Allowance } from '#platform/ai/allowance.ts';
import { createModels, type Models } from '#platform/ai/models.ts';
import { readSettings } from '#platform/ai/settings.ts';
import type { Db } from '#platform/db/database.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { type Answers, createAnswers } from './answers/answers.ts';
import { makeAnswer } from './answers/make-answer.ts';
import { createBrain } from './built-in/brain.ts';
import { BUILT_IN, createBuiltInModel } from './built-in/model.ts';
import { listUsable } from './golden/queries.ts';
import { wordsIn } from './golden/words.ts';
import { listUsableMeasures } from './measures/queries.ts';
import { findFindingOnPage } from './finding-on-page.ts';
import { instructionsFor, messagesFor } from './instructions.ts';
import { type Meter, type MeteredAnswer, type Usage, unmetered } from './meter.ts';
import { prepareAnswer, type Question, type Ready } from './prepare.ts';
import { proposeIn } from './proposals.ts';
import { addSources, type Thread } from './threads.ts';
import { seePage } from './seen-page.ts';
import { allTools } from './tools/all.ts';
import { readWithholds } from './tools/withheld.ts';

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
  /** What a new thread begins with, and the most that any may show a model. */
  levelsFor(db: Db, projectId: string): Promise<{ level: DataLevel; mostLevel: DataLevel }>;
  /** What is asked before an answer begins: the model, and who pays its provider. */
  prepare(actor: ProjectActor, thread: Thread, question: Question): Promise<Prepared>;
  answer(question: Asked): void;
  /** For tests: whatever is asked from now on is asked of this one. */
  script(model: ScriptedModel | undefined): void;
};

/** `owner` says who pays the provider of the model: the operator, or whoever brought it. */
export type Prepared = Ready & Pick<MeteredAnswer, 'model' | 'owner'>;

export type Asked = {
  actor: ProjectActor;
  thread: Thread;
  answerId: string;
  language: 'en' | 'de';
  page: PageContext | undefined;
  ready: Prepared;
  allowance: Allowance | undefined;
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

  function chooseModel(asked: Asked): Omit<ScriptedModel, 'owner'> {
    const { language, page, thread, ready } = asked;
    const { configured, zone } = ready;
    if (scripted ?? configured) return (scripted ?? configured)!;
    const as = actAs(identityOf(asked));
    const { connectorId } = thread;
    const findVerified = async (question: string) => {
      if (connectorId === null) return undefined;
      const words = wordsIn(question);
      return (await listUsable(db, connectorId)).find((golden) => golden.words === words);
    };
    const listMeasures = () => listUsableMeasures(db, connectorId);
    const findFinding = () =>
      findFindingOnPage({ as, projectId: thread.projectId, connectorId, page });
    const needs = {
      as,
      connectorId,
      language,
      page,
      findVerified,
      findFinding,
      listMeasures,
      zone,
    };
    const brain = createBrain(needs);
    return { language: createBuiltInModel(brain) };
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
    prepare: async (actor, thread, question) => {
      const asking = { actor, thread, question, hasModel: scripted !== undefined };
      const ready = await prepareAnswer({ db, models }, asking);
      const { configured } = ready;
      const owner = scripted?.owner ?? (configured?.kind === 'operator' ? 'ours' : 'own');
      return { ...ready, model: configured?.model ?? BUILT_IN, owner };
    },
    levelsFor: async (on, projectId) => {
      const { level: mostLevel, model } = await readSettings(on, projectId);
      const found = await models.open(projectId, model);
      // What leaves the building is more only where a person says so.
      const isAway = found !== undefined && !found.isLocal;
      return { level: isAway ? leastLevel(mostLevel, 'aggregates') : mostLevel, mostLevel };
    },
    answer: (asked) => {
      const { thread, answerId, actor, language, page, ready, allowance } = asked;
      const { owner, level, isBuiltIn, zone, branch, examples } = ready;
      answers.produce({ id: answerId, threadId: thread.id }, async (producing) => {
        const model = chooseModel(asked);
        producing.emit({ type: 'start', messageId: answerId, model: model.language.modelId });
        const sources = new Set(thread.sources);
        // Others wrote them.
        if (examples.length > 0) sources.add('verified questions');
        const metered = {
          id: answerId,
          projectId: actor.project.id,
          userId: actor.user.id,
          model: model.language.modelId,
          owner,
        };
        const context = {
          as: actAs(identityOf(asked)),
          projectId: actor.project.id,
          connectorId: thread.connectorId,
          level,
          language,
          zone,
          results: new Map(),
          isTrusted: isBuiltIn,
          withholds: () => readWithholds(db, actor.project.id, thread.connectorId),
          listMeasures: () => listUsableMeasures(db, thread.connectorId),
        };
        const onRead = async (read: string[]) => {
          const fresh = read.filter((source) => !sources.has(source));
          for (const source of fresh) sources.add(source);
          await addSources(db, thread.id, fresh);
        };
        const readPage = async () => {
          if (isBuiltIn || !page) return undefined;
          // Where tables are kept back, nobody knows whether what failed on it is about one.
          const pageLevel = ready.kept === null ? level : 'schema';
          const { told, sources: read } = await seePage(
            { ...context, signal: producing.signal },
            page,
            pageLevel,
          );
          await onRead(read);
          return told;
        };
        const make = async () =>
          makeAnswer(producing, {
            model: model.language,
            instructions: instructionsFor({ language }),
            messages: messagesFor(branch, {
              page: await readPage(),
              examples,
              level,
              isKept: !isBuiltIn,
            }),
            tools: allTools,
            context,
            propose: (tool, wish) => {
              const asking = { actor, thread, answerId, language, sources: [...sources] };
              return proposeIn(db, asking, tool, wish);
            },
            onRead,
            ...(model.timeouts && { timeouts: model.timeouts }),
            ...(allowance && { allowance }),
          });
        const produced = await make().catch(async (error: unknown) => {
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

function identityOf({ actor, thread }: Pick<Asked, 'actor' | 'thread'>) {
  return {
    kind: 'assistant' as const,
    ref: `thread:${thread.id}`,
    onBehalfOf: actor.user.id,
    scopes: assistantScopes,
    within: thread.projectId,
  };
}
