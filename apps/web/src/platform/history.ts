/**
 * What was changed and can be taken back, newest last. Changes of one kind in a row, such as the
 * letters of a title, are one step.
 */
export type History<State> = {
  now: State;
  past: State[];
  future: State[];
  /** What kind the last change was. */
  last: string | undefined;
};

const MOST_STEPS = 100;

export function startHistory<State>(now: State): History<State> {
  return { now, past: [], future: [], last: undefined };
}

export function changed<State>(
  { now, past, last }: History<State>,
  next: State,
  kind?: string,
): History<State> {
  const isSameStep = kind !== undefined && kind === last;
  return {
    now: next,
    past: isSameStep ? past : [...past, now].slice(-MOST_STEPS),
    future: [],
    last: kind,
  };
}

export function undone<State>({ now, past, future }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { now, past, future, last: undefined };
  return { now: before, past: past.slice(0, -1), future: [now, ...future], last: undefined };
}

export function redone<State>({ now, past, future }: History<State>): History<State> {
  const [next, ...rest] = future;
  if (next === undefined) return { now, past, future, last: undefined };
  return { now: next, past: [...past, now], future: rest, last: undefined };
}
