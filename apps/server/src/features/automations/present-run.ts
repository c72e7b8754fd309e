import type { RunDetails, RunStep, StepStatus } from '@causeway/contract/automations/run-shapes.ts';
import { can } from '@causeway/contract/access.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { nodeOfKey } from './engine/doubts.ts';
import { awaitedBy, foldEntries, type States, type StepState } from './engine/entries.ts';
import type { WholeRun } from './history.ts';

/** What a page shows of a value; the whole of it stays in the record. */
const SHOWN_CHARACTERS = 20_000;

export function presentRun(run: WholeRun, actor: ProjectActor): RunDetails {
  const states = foldEntries(run.entries);
  const answered = run.entries.find((entry) => entry.type === 'answered');
  const mayWrite = can(actor.project.role, 'workflows.write');
  const { entries: _, isOpen, projectId: __, triggerId: ___, ...head } = run;
  return {
    ...head,
    steps: presentSteps(states, isOpen ? null : run.endedAt),
    answer: run.answer ?? (answered?.type === 'answered' ? answered.answer : null),
    awaits: isOpen
      ? awaitedBy(states, (people) => {
          return mayWrite && (people.length === 0 || people.includes(actor.user.id));
        })
      : [],
    mayCancel: isOpen && mayWrite,
    isWithheld: false,
  };
}

/** What had no end of its own when the run ended, ended with it; what is in doubt may have taken effect. */
export function presentSteps(states: States, runEndedAt: string | null = null): RunStep[] {
  return [...states].map(([key, state]) => {
    const step = presentStep(key, state);
    if (runEndedAt === null || !unfinished.has(step.status)) return step;
    const ms = Math.max(0, Date.parse(runEndedAt) - state.startedAt);
    return { ...step, status: step.status === 'in-doubt' ? 'in-doubt' : 'cancelled', ms };
  });
}

const unfinished = new Set<StepStatus>(['running', 'waiting', 'in-doubt']);

function presentStep(key: string, state: StepState): RunStep {
  const input = cut(state.input);
  const output = cut(state.output);
  return {
    key,
    node: nodeOfKey(key),
    status: statusOf(state),
    attempt: state.attempt,
    startedAt: new Date(state.startedAt).toISOString(),
    ms: state.endedAt === undefined ? null : state.endedAt - state.startedAt,
    port: state.port ?? null,
    input: input.value,
    output: output.value,
    isCut: input.isCut || output.isCut,
    error: state.error ?? null,
    logs: state.logs,
    earlier: state.earlier,
  };
}

function statusOf({ status, waiting, error }: StepState): StepStatus {
  if (status === 'done') return error ? 'skipped' : 'done';
  if (status === 'failed') return 'failed';
  if (status === 'waiting') return waiting?.kind === 'doubt' ? 'in-doubt' : 'waiting';
  return status === 'retry' ? 'waiting' : 'running';
}

function cut(value: unknown): { value: unknown; isCut: boolean } {
  if (value === undefined) return { value: null, isCut: false };
  const text = JSON.stringify(value);
  if (text === undefined || text.length <= SHOWN_CHARACTERS) return { value, isCut: false };
  return { value: `${text.slice(0, SHOWN_CHARACTERS)}…`, isCut: true };
}
