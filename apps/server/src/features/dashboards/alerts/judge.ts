import { type AlertCondition, isCrossed } from '@causeway/contract/dashboards/alerts.ts';

/** What a check found. */
export type Reading =
  | { kind: 'value'; value: number | null; text: string | null }
  /** The keys of all rows there are. */
  | { kind: 'rows'; keys: string[] }
  | { kind: 'failed'; error: string };

export type AlertState = {
  state: 'ok' | 'firing';
  streak: number;
  failures: number;
  memory: string[] | null;
};

export type Verdict = AlertState & {
  outcome: 'ok' | 'firing' | 'empty' | 'failed';
  /** What somebody has to be told, if anything. */
  news: 'fired' | 'recovered' | 'broken' | 'mended' | undefined;
  value: string | null;
  /** Keys of the rows that were not there before. */
  added?: string[];
};

type Rules = {
  condition: AlertCondition;
  times: number;
  whenEmpty: 'keep' | 'fire' | 'zero';
};

/** So many failures in a row are told, once. */
const BROKEN_AFTER = 3;

/**
 * An alert is ok or firing. A check that speaks for the other state, `times` in a row, moves it
 * there; from firing to ok it has to be beyond the margin. Nothing to read keeps the state, fires or
 * counts as zero, as chosen. A failure keeps the state. Rows that are new fire and are over with the
 * next check, silently: there is nothing to recover from.
 */
export function judge(before: AlertState, rules: Rules, reading: Reading): Verdict {
  if (reading.kind === 'failed') {
    const failures = before.failures + 1;
    const news = failures === BROKEN_AFTER ? 'broken' : undefined;
    return { ...before, failures, outcome: 'failed', news, value: null };
  }
  const wasBroken = before.failures >= BROKEN_AFTER;
  const verdict =
    reading.kind === 'rows' ? judgeRows(before, reading.keys) : judgeValue(before, rules, reading);
  return { ...verdict, failures: 0, news: verdict.news ?? (wasBroken ? 'mended' : undefined) };
}

function judgeRows(before: AlertState, keys: string[]): Verdict {
  const known = new Set(before.memory ?? keys);
  const added = keys.filter((key) => !known.has(key));
  const isNew = added.length > 0;
  return {
    ...before,
    state: isNew ? 'firing' : 'ok',
    streak: 0,
    memory: keys,
    outcome: isNew ? 'firing' : 'ok',
    news: isNew ? 'fired' : undefined,
    value: String(added.length),
    added,
  };
}

function judgeValue(
  before: AlertState,
  { condition, times, whenEmpty }: Rules,
  { value, text }: Extract<Reading, { kind: 'value' }>,
): Verdict {
  const read = value === null && whenEmpty === 'zero' ? 0 : value;
  if (read === null && whenEmpty === 'keep') {
    return { ...before, outcome: 'empty', news: undefined, value: null };
  }
  const isFiring = before.state === 'firing';
  const speaksFor = read === null || isCrossed(condition, read, isFiring) ? 'firing' : 'ok';
  const shown = { outcome: read === null ? 'empty' : speaksFor, value: text } as const;
  if (speaksFor === before.state) return { ...before, ...shown, streak: 0, news: undefined };
  const streak = before.streak + 1;
  if (streak < times) return { ...before, ...shown, streak, news: undefined };
  const news = speaksFor === 'firing' ? 'fired' : 'recovered';
  return { ...before, ...shown, state: speaksFor, streak: 0, news };
}
