import { Failure } from '@causeway/contract/errors.ts';
import { createGuardedFetch, type GuardedFetch } from '#platform/egress/http.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Operations } from '#platform/operations/operation.ts';
import type { Services } from '#platform/services.ts';
import { useCredential } from './credentials.ts';
import type { Executors, RunIdentity } from './engine/executor.ts';
import type { Plan } from './engine/plan.ts';
import type { Running } from './engine/running.ts';
import { grantsOf } from './grants.ts';
import { createEngine, type Engine } from './running/engine.ts';
import { createLiveWorkflows, type LiveWorkflows } from './running/live.ts';
import { dropOldPartitions, ensurePartitions } from './running/partitions.ts';
import { createScheduler } from './running/schedules.ts';
import { createDataSteps } from './steps/data.ts';
import { createHttpStep } from './steps/http.ts';
import { lightSteps } from './steps/light.ts';
import { createPeopleSteps } from './steps/people.ts';

/** What runs workflows, put together from what the platform offers. */
export type Automations = {
  engine: Engine;
  live: LiveWorkflows;
  fetch: GuardedFetch;
  evaluateCodes: Running['evaluateCodes'];
  /** Steps as they run for somebody: for a published workflow, or for who tries a draft. */
  executorsFor(actor: (run: RunIdentity) => Promise<Acting> | Acting): Executors;
  keepHouse(): Promise<void>;
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};

/** On whose behalf, and with which of their rights. */
export type Acting = { userId: string; scopes: ReturnType<typeof grantsOf> };

type Wiring = { actAs: ActAs; operations: Operations };

export function createAutomations(services: Services, { actAs, operations }: Wiring): Automations {
  const { db, logger, events, secrets, mailer, env } = services;
  const fetch = createGuardedFetch(services.egress);
  const live = createLiveWorkflows(db, events, (plan: Plan) => grantsOf(operations, plan));

  function executorsFor(actor: (run: RunIdentity) => Promise<Acting> | Acting): Executors {
    return {
      ...lightSteps,
      ...createDataSteps({
        findOperation: (name) => operations.find(name),
        act: (run) => ({
          call: async (route, input, options) => {
            const { userId, scopes } = await actor(run);
            const ref = `workflow:${run.workflowId}`;
            const identity = { kind: 'workflow' as const, ref, onBehalfOf: userId, scopes };
            return actAs(identity).call(route, input, options);
          },
        }),
      }),
      ...createHttpStep({
        fetch,
        useCredential: (projectId, credentialId, url) =>
          useCredential(db, secrets, projectId, { credentialId, url }),
      }),
      ...createPeopleSteps({ db, mailer }),
      code: {
        effect: 'pure',
        execute: () => {
          throw new Failure('E_CODE_FAILED', 'Code can not be run here.');
        },
      },
      workflow: {
        effect: 'pure',
        execute: () => {
          throw new Failure('E_WORKFLOW_NOT_FOUND');
        },
      },
    };
  }

  const evaluateCodes: Running['evaluateCodes'] = async () => {
    throw new Failure('E_CODE_FAILED', 'Code can not be run here.');
  };
  const engine = createEngine({
    db,
    logger,
    live,
    executors: executorsFor(async (run) => {
      const workflow = await live.findVersion(run.workflowId, run.version);
      if (!workflow?.publishedBy) {
        throw new Failure('E_FORBIDDEN', 'Whom this acts for is gone.');
      }
      return { userId: workflow.publishedBy, scopes: workflow.scopes };
    }),
    evaluateCodes,
    onEnded: ({ start }) => {
      const { projectId, id } = start.live;
      void events
        .publish(db, { projectId }, { type: 'workflow-runs.changed', projectId, workflowId: id })
        .catch(() => {});
    },
  });
  const scheduler = createScheduler(db, logger, () => engine.look());

  return {
    engine,
    live,
    fetch,
    evaluateCodes,
    executorsFor,
    keepHouse: async () => {
      await ensurePartitions(db);
      await dropOldPartitions(db, env.RUN_HISTORY_DAYS);
    },
    start: async ({ work }) => {
      await ensurePartitions(db);
      await engine.start({ work });
      if (work) scheduler.start();
    },
    stop: async () => {
      await scheduler.stop();
      await engine.stop();
    },
  };
}
