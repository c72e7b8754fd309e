import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { createGuardedFetch, type GuardedFetch } from '#platform/egress/http.ts';
import { computeQuantity } from '#platform/credits/compute.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { currentParty } from '#platform/limits/party.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Operations } from '#platform/operations/operation.ts';
import type { Services } from '#platform/services.ts';
import { useCredential } from './credentials.ts';
import type { Executors, RunIdentity } from './engine/executor.ts';
import type { Plan } from './engine/plan.ts';
import type { Running } from './engine/running.ts';
import { grantsOf } from './grants.ts';
import { forgetLateSignals, forgetOldKeys, forgetOldRuns } from './forget-history.ts';
import { withdrawQuestions } from './run-changes.ts';
import type { RunStart } from './running/active-run.ts';
import { createEngine, type Engine } from './running/engine.ts';
import { createLiveWorkflows, type LiveWorkflow, type LiveWorkflows } from './running/live.ts';
import { createRunNews } from './running/news.ts';
import { dropOldPartitions, ensurePartitions } from './running/partitions.ts';
import { createScheduler } from './running/schedules.ts';
import { fireFollowers } from './running/followers.ts';
import { createWatcher } from './running/watches.ts';
import { startRun } from './start-run.ts';
import { createCodeStep, createEvaluateCodes } from './steps/code.ts';
import { createSubWorkflowStep } from './steps/sub-workflow.ts';
import { followForWorkflows, tellFailed } from './followers.ts';
import { createSandbox, type Sandbox } from '#platform/sandbox/sandbox.ts';
import { createDataSteps } from './steps/data.ts';
import { createHttpStep } from './steps/http.ts';
import { lightSteps } from './steps/light.ts';
import type { Allowance } from '#platform/ai/allowance.ts';
import { createModels } from '#platform/ai/models.ts';
import { readSettings } from '#platform/ai/settings.ts';
import { type AiUsage, createAiStep } from './steps/ai.ts';
import { createPeopleSteps } from './steps/people.ts';

/** What runs workflows, put together from what the platform offers. */
export type Automations = {
  engine: Engine;
  live: LiveWorkflows;
  fetch: GuardedFetch;
  sandbox: Sandbox;
  actAs: ActAs;
  evaluateCodes: Running['evaluateCodes'];
  /** Steps as they run for somebody: for a published workflow, or for who tries a draft. */
  executorsFor(actor: FindActing): Executors;
  keepHouse(): Promise<void>;
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};

/** On whose behalf, and with which of their rights. */
export type Acting = { userId: string; scopes: ReturnType<typeof grantsOf> };

type FindActing = (run: RunIdentity) => Promise<Acting> | Acting;

/** What a run cost is counted beside it, never before its answer. */
function createRunMeter({ credits }: Services) {
  const meters = new WeakMap<LiveWorkflow, ReturnType<typeof metersOf>>();

  function metersOf({ projectId, id, publishedBy }: LiveWorkflow, keyId: string | null) {
    const by = actorOf({ userId: publishedBy, keyId });
    const about = { projectId, causeKind: 'workflow', causeId: id, ...by };
    return {
      runs: credits.meterOf({ ...about, meter: 'workflow.run' }),
      steps: credits.meterOf({ ...about, meter: 'workflow.step' }),
    };
  }

  return ({ live, keyId }: RunStart, steps: number) => {
    const known = (keyId === null && meters.get(live)) || metersOf(live, keyId);
    if (keyId === null) meters.set(live, known);
    known.runs(1n);
    if (steps > 0) known.steps(BigInt(steps));
  };
}

/** Who caused it: what an API key set going is the key's, and counts towards its cap. */
function actorOf({ userId, keyId }: { userId: string | null; keyId: string | null | undefined }) {
  if (keyId) return { actorKind: 'key', actorId: keyId };
  if (userId === null) return { actorKind: 'causeway', actorId: 'causeway' };
  return { actorKind: 'person', actorId: userId };
}

/** One that fails a thousand times a second is told of once in a while. */
const FAILURES_TOLD_MS = 10_000;

type AiCall = {
  id: string;
  projectId: string;
  userId: string;
  owner: 'ours' | 'own';
  workflowId: string;
  /** The API key that started the run. */
  keyId: string | undefined;
  /** What the run may use up. */
  budget?: { runId: string; credits: number };
};

/** What models' answers cost, for who counts it. */
export type AiMeter = {
  reserve(tx: Tx, call: AiCall): Promise<Allowance | undefined>;
  settle(db: Db, call: AiCall, usage: AiUsage | null): Promise<void>;
};

type Wiring = { actAs: ActAs; operations: Operations; meter: AiMeter };

export function createAutomations(services: Services, wiring: Wiring): Automations {
  const { actAs, operations, meter } = wiring;
  const { db, logger, events, mailer, env } = services;
  const fetch = createGuardedFetch(services.egress);
  const models = createModels(services);
  const sandbox = createSandbox(logger);
  const evaluateCodes = createEvaluateCodes(sandbox);
  const { defaultPlan: unbooked } = services.credits;
  const live = createLiveWorkflows(db, events, {
    grantsOf: (plan: Plan) => grantsOf(operations, plan),
    unbooked,
  });

  function executorsFor(actor: FindActing): Executors {
    return {
      ...lightSteps,
      ...createDataSteps({
        findOperation: (name) => operations.find(name),
        act: (run) => ({
          call: async (route, input, options) => {
            const { userId, scopes } = await actor(run);
            const ref = `workflow:${run.workflowId}`;
            const { projectId: within } = run;
            const identity = { kind: 'workflow' as const, ref, onBehalfOf: userId, scopes, within };
            return actAs(identity).call(route, input, options);
          },
        }),
      }),
      ...createHttpStep({
        fetch,
        useCredential: (projectId, credentialId, url) =>
          useCredential(services, projectId, { credentialId, url }),
      }),
      ...createAiStep({
        findModel: (projectId) => models.find(db, projectId),
        readLevel: async (projectId) => (await readSettings(db, projectId)).level,
        reserve: async ({ run, key, owner, most }) => {
          const { id, projectId, workflowId } = run;
          const { userId } = await actor(run);
          const { key: keyId } = currentParty();
          const budget = most === undefined ? {} : { budget: { runId: id, credits: most } };
          const of = { id: `${id}:${key}`, projectId, workflowId };
          const call = { ...of, userId, owner, keyId, ...budget };
          const allowance = await db.transaction((tx) => meter.reserve(tx, call));
          return { allowance, settle: (usage) => meter.settle(db, call, usage) };
        },
      }),
      ...createPeopleSteps({ db, mailer }),
      ...createCodeStep(sandbox, (run, milliseconds) => countCode(run, milliseconds, actor)),
      ...createSubWorkflowStep({ startChild }),
    };
  }

  /** Beside the run; a replay is done for nobody, and nobody pays for it. */
  function countCode(run: RunIdentity, milliseconds: number, actor: FindActing): void {
    const count = async () => {
      const { userId } = await actor(run);
      services.credits.count({
        projectId: run.projectId,
        meter: 'compute.ms',
        quantity: computeQuantity(milliseconds),
        causeKind: 'workflow',
        causeId: run.workflowId,
        ...actorOf({ userId, keyId: currentParty().key }),
      });
    };
    count().catch((error: unknown) => logger.warn({ err: error }, 'what a code step costs'));
  }

  /** A workflow of the same project, started once for the step that asks for it. */
  async function startChild(
    run: RunIdentity,
    child: { workflowId: string; input: unknown; key: string; step: string | null },
  ): Promise<{ runId: string }> {
    const found = await live.find(child.workflowId);
    if (!found?.isEnabled || found.projectId !== run.projectId) {
      throw new Failure('E_WORKFLOW_NOT_PUBLISHED');
    }
    const { triggers } = found.plan.definition;
    const trigger = triggers.find(({ kind }) => kind === 'manual') ?? triggers[0];
    return startRun(
      { db, engine, live },
      {
        live: found,
        triggerKind: 'workflow',
        triggerId: trigger?.id ?? '',
        trigger: child.input,
        key: child.key,
        parent: { runId: run.id, step: child.step, depth: run.depth + 1 },
      },
    );
  }

  const news = createRunNews(db, events);
  const countRun = createRunMeter(services);
  const toldOf = new Map<string, number>();
  const engine = createEngine({
    db,
    logger,
    live,
    unbooked,
    executors: executorsFor(async (run) => {
      const workflow = await live.findVersion(run.workflowId, run.version);
      if (!workflow?.publishedBy) {
        throw new Failure('E_FORBIDDEN', runMessage('nobodyToActFor'));
      }
      return { userId: workflow.publishedBy, scopes: workflow.scopes };
    }),
    evaluateCodes,
    onEnded: ({ start, stepCount, isAsking }, ending) => {
      const { kind } = ending;
      const { projectId, id, name, publishedBy } = start.live;
      if (kind !== 'waiting') countRun(start, stepCount());
      const isNews = Date.now() - (toldOf.get(id) ?? 0) > FAILURES_TOLD_MS;
      if (ending.kind === 'failed' && publishedBy && isNews) {
        toldOf.set(id, Date.now());
        const { message } = ending.error;
        const failed = { projectId, workflowId: id, name, userId: publishedBy, message };
        // The run has its end in the history; the notice about it is the lesser loss.
        void db.transaction((tx) => tellFailed(tx, failed)).catch(() => {});
      }
      if (kind !== 'waiting' && isAsking()) {
        // A late answer changes nothing; that it is not wanted any more is the lesser loss.
        const withdraw = (tx: Tx) => withdrawQuestions(tx, { runIds: [start.id] });
        void db.transaction(withdraw).catch(() => {});
      }
      news.tell(projectId, id);
    },
  });
  followForWorkflows(services.outbox, () => engine.look());
  const watcher = createWatcher({ db, logger, live, actAs, onFired: () => engine.look() });
  const scheduler = createScheduler(db, logger, {
    onFired: () => engine.look(),
    alsoFire: () => fireFollowers(db),
  });

  return {
    engine,
    live,
    fetch,
    sandbox,
    actAs,
    evaluateCodes,
    executorsFor,
    keepHouse: async () => {
      await ensurePartitions(db);
      await dropOldPartitions(db, env.RUN_HISTORY_DAYS);
      await forgetOldRuns(services);
      await forgetLateSignals(services);
      await forgetOldKeys(services);
    },
    start: async ({ work }) => {
      await ensurePartitions(db);
      await engine.start({ work });
      if (!work) return;
      scheduler.start();
      watcher.start();
    },
    stop: async () => {
      await scheduler.stop();
      await watcher.stop();
      await engine.stop();
      sandbox.close();
    },
  };
}
