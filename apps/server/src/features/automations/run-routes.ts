import type { Readable } from 'node:stream';
import {
  hookRoutes,
  workflowRunRoutes,
  workflowTestRoutes,
} from '@causeway/contract/automations/runs.ts';
import { ExpressionProblem } from '@causeway/contract/automations/expressions.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { isWithheldFrom } from '#platform/connectors/works-as-reader.ts';
import type { Tx } from '#platform/db/database.ts';
import { readCursor, toPage, writeCursor } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { Automations } from './automations.ts';
import type { Resolution, Waiting } from './engine/entries.ts';
import { codesIn, compileValue, evaluate, type Scope } from './engine/values.ts';
import { listRuns, readRun, searchErrors } from './history.ts';
import { msOfId } from './running/run-ids.ts';
import { overviewOf } from './overview.ts';
import { presentRun } from './present-run.ts';
import { receive } from './receive.ts';
import { rerun } from './rerun.ts';
import { cancelRun, resolveStep } from './run-changes.ts';
import { checkWorkflow, refuseProblems } from './check-workflow.ts';
import { replayDraft } from './replay-draft.ts';
import { startRun } from './start-run.ts';
import { tryDraft } from './try-draft.ts';
import { withholdError, withholdRun } from './withheld.ts';
import { readWorkflow } from './workflows.ts';

export function mountWorkflowRuns(
  mount: Mount,
  services: Services,
  automations: Automations,
): void {
  const { db: database, events } = services;
  const needs = { db: database, engine: automations.engine, live: automations.live };

  async function changed(tx: Tx, { project }: ProjectActor, workflowId: string): Promise<void> {
    const event = { type: 'workflow-runs.changed', projectId: project.id, workflowId } as const;
    await events.publish(tx, { projectId: project.id }, event);
    tx.afterCommit(() => automations.engine.look());
  }

  mount('workflowRuns', workflowRunRoutes, {
    start: async ({ db, actor, params, body, headers }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      const live = await automations.live.find(workflow.id);
      if (!live?.isEnabled) throw new Failure('E_WORKFLOW_NOT_PUBLISHED');
      const { triggers } = live.plan.definition;
      const trigger = triggers.find(({ kind }) => kind === 'manual') ?? triggers[0];
      const key = headers['idempotency-key'];
      const { runId } = await startRun(needs, {
        live,
        triggerKind: actor.kind === 'person' ? 'manual' : 'api',
        triggerId: trigger?.id ?? '',
        trigger: body.input ?? {},
        // Another's key is another's run, whatever they call it.
        key: typeof key === 'string' ? `a:${actor.ref} ${key}` : null,
      });
      return { runId };
    },
    list: async ({ db, actor, query }) => {
      const { cursor, limit, ...filter } = query;
      const [after = null] = readCursor(cursor, ['uuid']);
      const range = { after, limit: limit + 1 };
      const isWithheld = await isWithheldFrom(db, actor.project);
      if (isWithheld && filter.search) {
        throw new Failure('E_FORBIDDEN', 'Errors may hold rows that are not for you.');
      }
      const { runs, stoppedAt } = filter.search
        ? await searchErrors(db, actor.project, filter, range)
        : { runs: await listRuns(db, actor.project, filter, range), stoppedAt: null };
      const told = isWithheld ? runs.map(withholdError) : runs;
      const page = toPage(told, limit, ({ id }) => [id]);
      if (stoppedAt === null) return { ...page, searchedTo: null };
      const searchedTo = new Date(msOfId(stoppedAt)).toISOString();
      return { ...page, nextCursor: writeCursor([stoppedAt]), searchedTo };
    },
    show: async ({ db, actor, params }) => {
      const run = presentRun(await readRun(db, actor.project, params.runId), actor);
      return (await isWithheldFrom(db, actor.project)) ? withholdRun(run) : run;
    },
    cancel: async ({ db, actor, params, record }) => {
      const run = await readRun(db, actor.project, params.runId);
      await cancelRun(db, actor.project.id, run.id);
      db.afterCommit(() => void automations.engine.cancel(run.id));
      await record({ action: 'workflow.run-cancelled', target: run.id });
      await changed(db, actor, run.workflowId);
      return null;
    },
    rerun: async ({ db, actor, params, body, record }) => {
      const run = await readRun(db, actor.project, params.runId);
      const runId = await rerun(db, run, body);
      await record({ action: 'workflow.run-repeated', target: run.id });
      await changed(db, actor, run.workflowId);
      return { runId };
    },
    decide: async ({ db, actor, params, body, record }) => {
      const run = await readRun(db, actor.project, params.runId);
      const { step } = params;
      const at = { projectId: actor.project.id, runId: run.id, step };
      await resolveStep(db, at, (waiting) => decisionOf(waiting, body, actor));
      const { decision } = body;
      await record({
        action: 'workflow.step-decided',
        target: run.id,
        details: { step, decision },
      });
      await changed(db, actor, run.workflowId);
      return null;
    },
    overview: ({ db, actor }) => overviewOf(db, actor.project),
  });

  mount('workflowTests', workflowTestRoutes, {
    try: async ({ db, actor, params, body, signal }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      return tryDraft(
        { automations, operations: mount.operations, db },
        { actor, workflow, signal },
        body,
      );
    },
    tryNew: async ({ db, actor, body, signal }) => {
      const workflow = { id: crypto.randomUUID(), name: '' };
      const wanted = { ...body, samples: {} };
      return tryDraft(
        { automations, operations: mount.operations, db },
        { actor, workflow, signal },
        wanted,
      );
    },
    replay: async ({ db, actor, params, body, signal }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      const { operations } = mount;
      const checks = { operations, sandbox: automations.sandbox };
      refuseProblems(await checkWorkflow(checks, db, actor.project.id, body.definition));
      return replayDraft({ automations, db }, { workflow, signal }, body.definition);
    },
    evaluate: async ({ body, signal }) => {
      try {
        const value = compileValue(body.text);
        const codes = codesIn(value);
        const scope = body.scope as Scope;
        const results =
          codes.length > 0 ? await automations.evaluateCodes(codes, scope, signal) : undefined;
        return { value: evaluate(value, scope, results) };
      } catch (error) {
        if (error instanceof ExpressionProblem) return { error: error.message, at: error.at };
        if (error instanceof Failure) return { error: error.message, at: null };
        throw error;
      }
    },
  });

  mount('hooks', hookRoutes, {
    // A route that takes bytes is handed the request as it comes.
    receive: ({ params, headers, body }) =>
      receive(services, automations, { params, headers, body: body as Readable, method: 'POST' }),
    receiveGet: (call) =>
      receive(services, automations, { ...call, body: undefined, method: 'GET' }),
  });
}

function decisionOf(
  waiting: Waiting,
  {
    decision,
    note,
  }: { decision: Extract<Resolution, { kind: 'decided' }>['decision']; note: string },
  { user, kind }: ProjectActor,
): Resolution {
  const forApproval = decision === 'approve' || decision === 'reject';
  if ((waiting.kind === 'approval') !== forApproval) {
    throw new Failure('E_RUN_STATE', 'This is no answer to what the step asks.');
  }
  // It is asked so that somebody looks: what acts for them does not.
  if (forApproval && kind !== 'person') {
    throw new Failure('E_FORBIDDEN', 'Only a person can approve this.');
  }
  const people = waiting.kind === 'approval' ? waiting.people : [];
  if (people.length > 0 && !people.includes(user.id)) {
    throw new Failure('E_FORBIDDEN', 'Others were asked.');
  }
  return { kind: 'decided', decision, note, by: user.name };
}
