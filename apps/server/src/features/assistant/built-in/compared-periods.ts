import { addDays, dayOf, lastOf, type Period, span, utc } from './days.ts';

/** The last full month, and the one before it. */
export function lastMonths(now: Date): [Period, Period] {
  const last = lastOf('month', 1, now);
  return [previousOf(last), last];
}

/** The stretch before one: months before months, a month so far with as many days of the month before. */
export function previousOf({ from, to }: Period): Period {
  const [first, end] = [new Date(from), new Date(to)];
  const months =
    (end.getUTCFullYear() - first.getUTCFullYear()) * 12 + end.getUTCMonth() - first.getUTCMonth();
  const back = (count: number) => utc(first.getUTCFullYear(), first.getUTCMonth() - count);
  if (first.getUTCDate() === 1 && end.getUTCDate() === 1) return span(back(months), first);
  const days = Math.round((end.getTime() - first.getTime()) / 86_400_000);
  if (first.getUTCDate() === 1 && days < 31) return span(back(1), addDays(back(1), days));
  return span(addDays(first, -days), first);
}

/**
 * Two stretches to compare, the earlier first: those that are named, one and the one before it, or one
 * that something is held against and what has followed it. One that still runs is compared with the same
 * part of the other: seventeen days of November with seventeen of October.
 */
export function sameParts(
  periods: readonly Period[],
  now: Date,
  { isAgainst = false } = {},
): [Period, Period] | undefined {
  if (periods.length > 2) return undefined;
  const tomorrow = addDays(dayOf(now), 1);
  const [one, other] = periods.toSorted((a, b) => a.from.localeCompare(b.from));
  if (!one) return lastMonths(now);
  // `last month against the previous month` says the same twice and means the one before it.
  if (other?.from === one.from && other.to === one.to) return [previousOf(one), one];
  if (other) return new Date(other.to) >= tomorrow ? [partLike(one, other), other] : [one, other];
  const end = new Date(one.to);
  const isOver = end < tomorrow;
  return isAgainst && isOver ? sameParts([one, span(end, tomorrow)], now) : [previousOf(one), one];
}

/** As many whole months and days of one stretch as the other has so far. */
function partLike(whole: Period, running: Period): Period {
  const [from, begun, end] = [new Date(whole.from), new Date(running.from), new Date(running.to)];
  const monthsIn = (day: Date) => day.getUTCFullYear() * 12 + day.getUTCMonth();
  const months = begun.getUTCDate() === 1 ? monthsIn(end) - monthsIn(begun) : 0;
  const after = (day: Date) =>
    months === 0 ? day : utc(day.getUTCFullYear(), day.getUTCMonth() + months);
  const days = Math.round((end.getTime() - after(begun).getTime()) / 86_400_000);
  const to = addDays(after(from), days);
  return to < new Date(whole.to) ? span(from, to) : whole;
}
