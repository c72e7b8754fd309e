import { addDays, dayOf, type Grain, lastOf, type Period, span, startOf, utc } from './days.ts';
import { type Found, isMonthAlone, readNamed, units } from './named-periods.ts';
import type { Token } from './words.ts';

const before = /^(last|past|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)$/;
const current = /^(this|current|diese[nrsm]?|aktuelle[nrsm]?|laufende[nrsm]?)$/;
const since = /^(since|seit|ab)$/;
const after = /^(after|nach)$/;
const until = /^(until|till|bis)$/;
const earlier = /^(before|vor)$/;
/** Words that belong to the time behind them. */
const leading =
  /^(in|im|from|of|for|during|waehrend|am|on|von|vom|the|der|die|den|dem|des|over|ueber|within|innerhalb)$/;
const EVER = new Date(Date.UTC(1, 0, 1));
/** Stretches of time that one word says. */
const previousUnits: Record<string, Grain> = {
  vortag: 'day',
  vorwoche: 'week',
  vormonat: 'month',
  vormonats: 'month',
  vorquartal: 'quarter',
  vorjahr: 'year',
  vorjahres: 'year',
};
const between = /^(between|zwischen)$/;
const joining = /^(to|until|till|bis)$/;
const joiningTwo = /^(and|und|to|until|till|bis)$/;
const beside = /^(vs|versus|against|gegen|gegenueber|to|with|mit|and|und|zu|zum|zur)$/;

/** What a clock on the wall shows in a zone, as the UTC fields of a date. */
export function wallClock(now: Date, zone: string): Date {
  return new Date(`${now.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
}

/** Takes the phrases of time out of a question. Days are those of `now` as its UTC fields say: see `wallClock`. */
export function takePeriods(asked: Token[], now: Date): { periods: Period[]; rest: Token[] } {
  const periods: Period[] = [];
  const rest: Token[] = [];
  const tokens = spellOut(asked);
  for (let at = 0; at < tokens.length;) {
    const found = readPeriod(tokens, at, now);
    if (found) {
      while (leading.test(rest.at(-1)?.word ?? '')) rest.pop();
      periods.push(found.period);
      at += found.length;
    } else {
      rest.push(tokens[at]!);
      at += 1;
    }
  }
  return { periods, rest };
}

/** `this month vs last`: the unit is said once for both. */
function spellOut(tokens: readonly Token[]): Token[] {
  const unit = tokens.find(({ word }, at) => word in units && isRelative(tokens[at - 1]));
  if (!unit) return [...tokens];
  return tokens.flatMap((token, at) => {
    const [previous, next] = [tokens[at - 1]?.word ?? '', tokens[at + 1]];
    const isBeside = beside.test(previous) || beside.test(next?.word ?? '');
    const isShort = isRelative(token) && isBeside && next?.number === undefined;
    return isShort && !(next && next.word in units) ? [token, unit] : [token];
  });
}

function isRelative(token: Token | undefined): boolean {
  return token !== undefined && (before.test(token.word) || current.test(token.word));
}

/** A stretch, or one from the beginning of a stretch to the end of another. */
function readPeriod(tokens: Token[], at: number, now: Date): Found | undefined {
  const isBetween = between.test(tokens[at]?.word ?? '');
  const firstAt = isBetween ? at + 1 : at;
  const first = readStretch(tokens, firstAt, now);
  if (!first) return undefined;
  const joinedAt = firstAt + first.length;
  const joiner = isBetween ? joiningTwo : joining;
  const last = joiner.test(tokens[joinedAt]?.word ?? '')
    ? readStretch(tokens, joinedAt + 1, now)
    : undefined;
  if (!last) return isBetween ? undefined : first;
  const end = new Date(last.period.to);
  // `January to March 2023` is one year.
  const begun = isMonthAlone(tokens, firstAt)
    ? utc(addDays(end, -1).getUTCFullYear(), new Date(first.period.from).getUTCMonth())
    : new Date(first.period.from);
  // From November to February, without a year: the November before.
  const from = begun < end ? begun : utc(begun.getUTCFullYear() - 1, begun.getUTCMonth());
  if (from >= end) return undefined;
  return { period: span(from, end), length: joinedAt + 1 + last.length - at };
}

function readStretch(tokens: Token[], at: number, now: Date): Found | undefined {
  const [one, two, three] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!one || one.quoted !== undefined) return undefined;
  const today = dayOf(now);
  const word = one.word;
  if (/^(today|heute)$/.test(word)) return { period: span(today, addDays(today, 1)), length: 1 };
  if (/^(yesterday|gestern)$/.test(word))
    return { period: span(addDays(today, -1), today), length: 1 };
  const previous = previousUnits[word];
  if (previous) return { period: lastOf(previous, 1, now), length: 1 };
  if (before.test(word)) {
    const unit = units[two?.word ?? ''];
    if (unit) return { period: lastOf(unit, 1, now), length: 2 };
    const many = units[three?.word ?? ''];
    if (many && two?.number !== undefined)
      return { period: lastOf(many, Math.min(two.number, 1_000), now), length: 3 };
  }
  if (current.test(word)) {
    const unit = units[two?.word ?? ''];
    if (unit) return { period: span(startOf(unit, now), addDays(today, 1)), length: 2 };
  }
  return readOpen(tokens, at, now) ?? readNamed(tokens, at, now);
}

/** From a time on, or up to one. */
function readOpen(tokens: Token[], at: number, now: Date): Found | undefined {
  const word = tokens[at]?.word ?? '';
  const limits = [since, after, until, earlier].find((one) => one.test(word));
  // `nach dem 1. März`, `ab der letzten Woche`
  const article = /^(the|der|die|den|dem|zum|zur)$/.test(tokens[at + 1]?.word ?? '') ? 1 : 0;
  const named = limits && readStretch(tokens, at + 1 + article, now);
  if (!named) return undefined;
  const { from, to } = named.period;
  const [first, end] = [new Date(from), new Date(to)];
  const tomorrow = addDays(dayOf(now), 1);
  const length = named.length + 1 + article;
  if (limits === since) return { period: span(first, tomorrow), length };
  if (limits === after) return { period: span(end, latest(tomorrow, addDays(end, 1))), length };
  return { period: span(EVER, limits === until ? end : first), length };
}

const latest = (one: Date, other: Date) => (one > other ? one : other);
