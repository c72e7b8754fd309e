import type { Reading, Verdict } from './judge.ts';

/**
 * What the author of an alert heard of it. A quiet time keeps crossings from them, and nothing else:
 * it goes on being checked, and when it is over they hear once how things stand. That is that it
 * fires, even if they knew; that it is over, if they were told it fires; and of rows, those that
 * appeared meanwhile and are still there. What came and went within the quiet is no news.
 */
export type Heard = {
  isSnoozed: boolean;
  /** The quiet is over, and what is true at its end was not told yet. */
  isWaking: boolean;
  isToldFiring: boolean;
  /** Keys of rows that appeared during the quiet. */
  untoldRows: string[];
};

type Said = Pick<Verdict, 'news' | 'value'> & { untoldRows: string[]; isAwake: boolean };

export function hear(before: Heard, verdict: Verdict, reading: Reading): Said {
  const { isSnoozed, isWaking, untoldRows } = before;
  // Whether it can be checked is told also while it is quiet.
  const ofChecks =
    verdict.news === 'broken' || verdict.news === 'mended' ? verdict.news : undefined;
  const { value } = verdict;
  // Nobody knows how things stand: the end of the quiet waits for who can tell.
  if (reading.kind === 'failed') return { news: ofChecks, value, untoldRows, isAwake: false };
  if (reading.kind === 'rows') {
    const isThere = new Set(reading.keys);
    const added = new Set([...untoldRows, ...(verdict.added ?? [])]);
    const waiting = [...added].filter((key) => isThere.has(key));
    if (isSnoozed) return { news: ofChecks, value, untoldRows: waiting, isAwake: false };
    const news = waiting.length > 0 ? 'fired' : ofChecks;
    return { news, value: String(waiting.length), untoldRows: [], isAwake: isWaking };
  }
  const crossing = isSnoozed ? undefined : crossingOf(before, verdict);
  return { news: crossing ?? ofChecks, value, untoldRows, isAwake: isWaking };
}

/** How it stands, held against what they know. */
function crossingOf({ isWaking, isToldFiring }: Heard, { state }: Verdict) {
  if (state === 'firing') return isWaking || !isToldFiring ? 'fired' : undefined;
  return isToldFiring ? 'recovered' : undefined;
}
