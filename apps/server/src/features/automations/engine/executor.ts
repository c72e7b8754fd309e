import type { Node, NodeKind, NodeOf } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { RunAnswer, Resolution, StepState, Waiting } from './entries.ts';
import type { Scope } from './values.ts';

/**
 * What a step does to the world outside its run. Pure and reading steps are simply done again after
 * a crash; before one that writes or sends, it is committed that it begins.
 */
export type StepEffect = 'pure' | 'reads' | 'writes' | 'sends';

export type RunIdentity = {
  id: string;
  projectId: string;
  workflowId: string;
  workflowName: string;
  version: number;
  /** How many workflows called each other to get here. */
  depth: number;
};

export type StepContext<Kind extends NodeKind = NodeKind> = {
  /** Its settings, with every expression filled in. */
  node: NodeOf<Kind>;
  run: RunIdentity;
  key: string;
  /** The same for every attempt: handed on, so that others can tell a repetition. */
  stepKey: string;
  attempt: number;
  scope: Scope;
  signal: AbortSignal;
  /** Nothing may be left behind: what writes shows what it would do. */
  isDry: boolean;
  /** Of a step that goes on after it waited. */
  waited: Waiting | undefined;
  resolution: Resolution | undefined;
  /** How much that it began and waited for has ended, in this attempt and those before: runs, failed jobs. */
  endings: number;
  /** Somebody was asked whether it took effect, and wants it tried again. */
  isAskedFor: boolean;
  log(line: string): void;
  /** Counts against the run's budget, and ends the run where there is none left. */
  spend(what: 'calls' | 'rows', amount: number): void;
  /** So many credits the whole run may use up; undefined: as many as there are. */
  mostCredits: number | undefined;
  answer(answer: RunAnswer): void;
};

export type StepOutcome = { output: unknown; port?: string } | { wait: Waiting };

export type Executor<Kind extends NodeKind> = {
  effect: StepEffect | ((node: NodeOf<Kind>) => StepEffect);
  /** Doing it again does no harm, since whoever does it knows the step's key: always, or still. */
  isRepeatable?: true | ((node: NodeOf<Kind>, begunAt: number) => boolean);
  /** Answers at once where it can: a promise costs every light step a turn. */
  execute(context: StepContext<Kind>): StepOutcome | Promise<StepOutcome>;
  /** What it waits for is not wanted any more. */
  giveUp?(waiting: Pick<StepContext, 'run' | 'key'>): Promise<void>;
};

/** forEach is the runner's own, a note is never run. */
export type Executors = { [Kind in Exclude<NodeKind, 'forEach' | 'note'>]: Executor<Kind> };

export function executorOf(executors: Executors, node: Node): Executor<NodeKind> | undefined {
  return (executors as Record<string, unknown>)[node.kind] as Executor<NodeKind> | undefined;
}

export function effectOfNode(executors: Executors, node: Node): StepEffect {
  const executor = executorOf(executors, node);
  if (!executor) return 'pure';
  return typeof executor.effect === 'function' ? executor.effect(node) : executor.effect;
}

export function isRepeatable(
  executors: Executors,
  node: Node,
  { startedAt }: Pick<StepState, 'startedAt'>,
): boolean {
  const how = executorOf(executors, node)?.isRepeatable ?? false;
  return typeof how === 'function' ? how(node, startedAt) : how;
}

/** What a step that was lost does if it is done again. */
export function effectOfRepeating(
  executors: Executors,
  node: Node,
  state: Pick<StepState, 'startedAt'>,
): StepEffect {
  return isRepeatable(executors, node, state) ? 'reads' : effectOfNode(executors, node);
}

/** What a step began has ended badly: tried again, it begins it anew. */
export class EndedBadly extends Failure {
  readonly endings: number;

  constructor({ code, message, details }: Failure, endings: number) {
    super(code, message, details);
    this.endings = endings;
  }
}

/** Thrown by a step that ends its run, well or not. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly outcome: 'done' | 'failed';

  constructor(outcome: 'done' | 'failed', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
