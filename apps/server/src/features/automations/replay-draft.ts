import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '@causeway/contract/automations/definition.ts';
import type { Replay, ReplayDifference } from '@causeway/contract/automations/replay.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Automations } from './automations.ts';
import { nodeOfKey } from './engine/doubts.ts';
import { type Entry, foldEntries, type States, type StepState } from './engine/entries.ts';
import type { Executor, Executors } from './engine/executor.ts';
import { makePlan, type Plan } from './engine/plan.ts';
import { runPlan } from './engine/run-plan.ts';
import { readJournal } from './running/claims.ts';
import { msOfId } from './running/run-ids.ts';
import type { StoredWorkflow } from './workflows.ts';

const MOST_RUNS = 20;
const MOST_DIFFERENCES = 50;
const LONGEST_MS = 20_000;
const SHOWN_CHARACTERS = 400;

/** What neither touches anything outside nor depends on the hour: it gives the same for the same. */
const replayable = new Set<string>([
  'set',
  'filter',
  'sort',
  'aggregate',
  'join',
  'dedupe',
  'parse',
  'format',
  'code',
  'if',
  'switch',
  'respond',
  'stop',
]);

type Needs = { automations: Automations; db: Db };
type Past = { id: string; version: number; trigger: unknown; triggerId: string; entries: Entry[] };

/**
 * A draft against the runs that were. Steps without an effect run, on what each run was started with;
 * all others give what they gave then. Where one was not reached then, nobody knows what it would
 * give, so what hangs on it is left open.
 */
export async function replayDraft(
  { automations, db }: Needs,
  { workflow, signal }: { workflow: StoredWorkflow; signal: AbortSignal },
  definition: Definition,
): Promise<Replay> {
  const plan = makePlan(definition);
  const until = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const executors = automations.executorsFor(() => {
    throw new Error('A replay does nothing for anybody.');
  });
  const past = await listPast(db, workflow.id);
  const earlier = await listVersions(db, workflow.id, past);
  const changed = new Set<string>();
  const replayed: Replay = { runs: 0, steps: 0, changed: [], differences: [] };
  for (const run of past) {
    const before = foldEntries(run.entries);
    for (const id of listChanged(definition, earlier.get(run.version), before)) changed.add(id);
    const again = {
      plan,
      executors: replaying(executors, before),
      evaluateCodes: automations.evaluateCodes,
      signal: until,
    };
    const { states, isOver } = await replayRun(again, workflow, run);
    replayed.runs += 1;
    replayed.steps += [...states.keys()].filter((key) => isCompared(plan, key)).length;
    replayed.differences.push(...compareRuns(plan, run, { before, after: states, isOver }));
    if (replayed.differences.length >= MOST_DIFFERENCES) break;
  }
  replayed.changed = [...changed];
  return { ...replayed, differences: replayed.differences.slice(0, MOST_DIFFERENCES) };
}

async function listPast(db: Db, workflowId: string): Promise<Past[]> {
  const rows = await listRows<Omit<Past, 'entries'> & { steps: Entry[] | null }>(
    db,
    sql`select id, version, trigger, trigger_id as "triggerId", steps from workflow_history
        where workflow_id = ${workflowId} and status in ('done', 'failed')
        order by id desc limit ${MOST_RUNS}`,
  );
  return Promise.all(
    rows.map(async ({ steps, ...run }) => ({
      ...run,
      entries: steps ?? (await readJournal(db, run.id)).entries,
    })),
  );
}

async function listVersions(db: Db, workflowId: string, past: Past[]) {
  const versions = [...new Set(past.map(({ version }) => version))];
  const rows = await listRows<{ version: number; definition: Definition }>(
    db,
    sql`select version, definition from workflow_versions
        where workflow_id = ${workflowId} and version = any(${versions}::int[])`,
  );
  return new Map(rows.map(({ version, definition }) => [version, definition]));
}

/** Steps of a run whose result is taken as it was though their settings are not what they were. */
function listChanged(draft: Definition, then: Definition | undefined, before: States): string[] {
  const reached = new Set([...before.keys()].map(nodeOfKey));
  const old = new Map(then?.nodes.map((node) => [node.id, node]));
  return draft.nodes
    .filter(({ id, kind }) => reached.has(id) && !replayable.has(kind))
    .filter((node) => !isDeepStrictEqual(settingsOf(node), settingsOf(old.get(node.id))))
    .map(({ id }) => id);
}

function settingsOf(node: Definition['nodes'][number] | undefined) {
  return { ...node, position: null };
}

/** What is not replayed gives what it gave; unknown, it waits for something that never comes. */
function replaying(executors: Executors, before: States): Executors {
  const recorded: Executor<never> = {
    effect: 'pure',
    execute: ({ key }) => {
      const state = before.get(key);
      if (state?.status !== 'done') return { wait: { kind: 'doubt' } };
      return { output: state.output, ...(state.port !== undefined && { port: state.port }) };
    },
  };
  const kinds = Object.entries(executors).map(([kind, executor]) => [
    kind,
    replayable.has(kind) ? executor : recorded,
  ]);
  return Object.fromEntries(kinds) as Executors;
}

type Again = {
  plan: Plan;
  executors: Executors;
  evaluateCodes: Automations['evaluateCodes'];
  signal: AbortSignal;
};

async function replayRun(again: Again, { id, name, projectId }: StoredWorkflow, run: Past) {
  const { plan } = again;
  const states: States = new Map();
  const { triggers } = plan.definition;
  const source = triggers.find((one) => one.id === run.triggerId) ?? triggers[0];
  const startedAt = new Date(msOfId(run.id)).toISOString();
  const ending = await runPlan({
    ...again,
    states,
    identity: {
      id: run.id,
      projectId,
      workflowId: id,
      workflowName: name,
      version: run.version,
      depth: 0,
    },
    scope: {
      trigger: run.trigger,
      steps: {},
      run: { id: run.id, workflow: name, version: run.version, startedAt },
      vars: plan.settings.vars,
    },
    source: source?.id ?? '',
    counters: { steps: 0, calls: 0, rows: 0 },
    kept: { size: 0 },
    note: () => {},
    commit: async () => {},
    answer: () => {},
    isDry: true,
    isPausing: () => false,
  });
  return { states, isOver: ending.kind === 'done' || ending.kind === 'failed' };
}

type Compared = { before: States; after: States; isOver: boolean };

function compareRuns(plan: Plan, run: Past, { before, after, isOver }: Compared) {
  const known = new Set(plan.definition.nodes.map(({ id }) => id));
  const acceptedAt = new Date(msOfId(run.id)).toISOString();
  const differences: ReplayDifference[] = [];
  for (const [step, now] of after) {
    const then = before.get(step);
    const kind = kindOf(then, now, isCompared(plan, step));
    if (!kind) continue;
    const shown = { before: show(then, kind), after: show(now, kind) };
    differences.push({ runId: run.id, acceptedAt, step, kind, ...shown });
  }
  // Behind a step of which nobody knows what it gives, nobody knows what is reached.
  if (!isOver) return differences;
  for (const [step, then] of before) {
    if (after.has(step) || !known.has(nodeOfKey(step)) || then.status !== 'done') continue;
    const shown = { before: show(then, 'ends'), after: '' };
    differences.push({ runId: run.id, acceptedAt, step, kind: 'ends', ...shown });
  }
  return differences;
}

function isCompared({ definition }: Plan, key: string): boolean {
  const node = definition.nodes.find(({ id }) => id === nodeOfKey(key));
  return node !== undefined && replayable.has(node.kind);
}

function kindOf(
  then: StepState | undefined,
  now: StepState,
  isReplayed: boolean,
): ReplayDifference['kind'] | undefined {
  if (!then) return 'begins';
  if (!isReplayed) return undefined;
  if (now.status === 'failed') return then.status === 'failed' ? undefined : 'fails';
  if (then.status === 'failed') return 'works';
  if (then.status !== 'done' || now.status !== 'done') return undefined;
  if (then.port !== now.port) return 'way';
  return isDeepStrictEqual(asJson(then.output), asJson(now.output)) ? undefined : 'output';
}

/** As it is recorded: what JSON leaves out is no difference. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

function show(state: StepState | undefined, kind: ReplayDifference['kind']): string {
  if (!state || state.status === 'waiting') return '';
  if (kind === 'way') return state.port ?? '';
  const text = state.error && state.status === 'failed' ? state.error.message : undefined;
  const shown = text ?? JSON.stringify(state.output ?? null);
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}
