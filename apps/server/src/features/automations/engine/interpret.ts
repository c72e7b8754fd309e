import type { States, StepState } from './entries.ts';
import type { ScopePlan } from './plan.ts';

/**
 * What may happen next in a scope: the whole workflow, or one round of a loop.
 *
 * Every edge is open, taken or dead. An edge out of a step that is done is taken if it leaves by the
 * port the step took, else dead. Edges of the trigger that fired, or of the loop whose round this
 * is, are taken; edges of other triggers are dead. A step
 * - is open while one of its edges is open
 * - is dead when all of its edges are: it is passed over, and so are its own edges
 * - may begin once all are settled and one is taken
 *
 * Nothing but the recorded states decides, so the same states always lead to the same steps, in the
 * process that began the run as in the one that took it over.
 */
export type Survey = {
  /** May begin now, or go on: never begun, to be tried again, or what they waited for came. */
  ready: number[];
  /** Begun and not over. */
  open: number[];
};

/** Open, dead, or the port it was left by: asked after every step, so it is no object. */
type Place = typeof OPEN | typeof DEAD | string;
const OPEN = Symbol('open');
const DEAD = Symbol('dead');

export function survey(
  { steps }: ScopePlan,
  states: States,
  { source, suffix, now }: { source: string; suffix: string; now: number },
): Survey {
  const places = new Map<string, Place>();
  const ready: number[] = [];
  const open: number[] = [];
  let index = -1;
  for (const { node, entering } of steps) {
    index += 1;
    const way = wayInto(entering, places, source);
    if (way !== 'taken') {
      places.set(node.id, way);
      continue;
    }
    const state = states.get(node.id + suffix);
    if (state?.status === 'done' && state.port !== undefined) {
      places.set(node.id, state.port);
      continue;
    }
    places.set(node.id, OPEN);
    if (!state || mayGoOn(state, node.kind, now)) ready.push(index);
    else open.push(index);
  }
  return { ready, open };
}

/** A loop that has begun goes on with its rounds; what waited for a moment goes on when it came. */
function mayGoOn(state: StepState, kind: string, now: number): boolean {
  if (state.status === 'retry') return (state.again ?? 0) <= now;
  if (state.status === 'started') return kind === 'forEach';
  if (state.status !== 'waiting') return state.status === 'resolved';
  const { waiting } = state;
  return waiting !== undefined && 'until' in waiting && waiting.until <= now;
}

/** When a run that waits may go on by itself; undefined while only somebody else can move it. */
export function dueOf(states: States): number | undefined {
  let due: number | undefined;
  for (const { status, again, waiting } of states.values()) {
    const until = status === 'waiting' && waiting && 'until' in waiting ? waiting.until : undefined;
    const next = status === 'retry' ? again : until;
    if (next !== undefined && (due === undefined || next < due)) due = next;
  }
  return due;
}

function wayInto(
  entering: ScopePlan['steps'][number]['entering'],
  places: ReadonlyMap<string, Place>,
  source: string,
): 'taken' | typeof OPEN | typeof DEAD {
  let isTaken = false;
  for (const { from, port } of entering) {
    if (from === source) {
      isTaken = true;
      continue;
    }
    const place = places.get(from);
    if (place === OPEN) return OPEN;
    if (place === port) isTaken = true;
  }
  return isTaken ? 'taken' : DEAD;
}

/** The output of a round of a loop: that of the last step in it that was reached. */
export function lastOutput({ steps }: ScopePlan, states: States, suffix: string): unknown {
  for (const { node } of steps.toReversed()) {
    const state = states.get(node.id + suffix);
    if (state?.status === 'done') return state.output ?? null;
  }
  return null;
}
