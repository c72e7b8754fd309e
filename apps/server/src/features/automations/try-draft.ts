import {
  emptyDefinition,
  type Definition,
  type Samples,
} from '@causeway/contract/automations/definition.ts';
import { ancestorsOf, readGraph, triggerToTry } from '@causeway/contract/automations/graph.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Operations } from '#platform/operations/operation.ts';
import type { Automations } from './automations.ts';
import { checkWorkflow, refuseProblems } from './check-workflow.ts';
import type { RunAnswer, States } from './engine/entries.ts';
import { makePlan } from './engine/plan.ts';
import { runPlan } from './engine/run-plan.ts';
import { grantsOf } from './grants.ts';
import { presentSteps } from './present-run.ts';
import { makeRunId } from './running/run-ids.ts';
import { createSampleOf } from './sample-of.ts';
import type { StoredWorkflow } from './workflows.ts';

type Needs = { automations: Automations; operations: Operations; db: Db };
type Who = {
  actor: ProjectActor;
  workflow: Pick<StoredWorkflow, 'id' | 'name'>;
  signal: AbortSignal;
};
type Wanted = {
  definition: Definition;
  samples: Samples;
  upTo?: string | undefined;
  trigger?: string | undefined;
  input?: unknown;
};

const LONGEST_MS = 60_000;

/**
 * Runs a draft without leaving a trace: reads read, writes are rolled back or only shown. Steps with
 * a sample give the sample. It acts for who tries it, with what the draft's steps need.
 */
export async function tryDraft(
  { automations, operations, db }: Needs,
  { actor, workflow, signal }: Who,
  { definition, samples, upTo, trigger, input }: Wanted,
) {
  const cut = upTo === undefined ? definition : cutAt(definition, upTo);
  refuseProblems(
    await checkWorkflow({ operations, sandbox: automations.sandbox }, db, actor.project.id, cut),
  );
  const plan = makePlan(cut);
  const acting = { userId: actor.user.id, scopes: grantsOf(operations, plan) };
  const preferred = [...(trigger === undefined ? [] : [trigger]), ...Object.keys(samples)];
  const source = triggerToTry(cut, { upTo, preferred }) ?? '';
  const states: States = new Map();
  const id = makeRunId();
  let answer: RunAnswer | undefined;
  const over = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const ending = await runPlan({
    plan,
    states,
    identity: {
      id,
      projectId: actor.project.id,
      workflowId: workflow.id,
      workflowName: workflow.name,
      version: 0,
      depth: 0,
    },
    scope: {
      trigger: input ?? (Object.hasOwn(samples, source) ? samples[source] : {}),
      steps: {},
      run: { id, workflow: workflow.name, version: 0, startedAt: new Date().toISOString() },
      vars: plan.settings.vars,
    },
    source,
    sampleOf: createSampleOf({ evaluateCodes: automations.evaluateCodes, signal: over }, samples),
    executors: automations.executorsFor(() => acting),
    evaluateCodes: automations.evaluateCodes,
    note: () => {},
    commit: async () => {},
    answer: (given) => {
      answer ??= given;
    },
    counters: { steps: 0, calls: 0, rows: 0 },
    kept: { size: 0 },
    signal: over,
    isDry: true,
    isPausing: () => false,
  });
  const status = ending.kind === 'paused' ? 'waiting' : ending.kind;
  return { status, steps: presentSteps(states), answer: answer ?? null };
}

/** The step, what comes before it, and nothing else. */
function cutAt(definition: Definition, upTo: string): Definition {
  const graph = readGraph(definition);
  if (!graph.nodes.has(upTo)) return emptyDefinition;
  const kept = ancestorsOf(graph, upTo).add(upTo);
  return {
    ...definition,
    nodes: definition.nodes.filter(({ id }) => kept.has(id)),
    edges: definition.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}
