import { median } from './band.ts';

/**
 * When rows of a table usually come. Pure: half hours with their first and last row in, the silence that
 * would be unusual out.
 *
 * A half hour of the week in which rows came in half of all weeks counts half: silence is measured in
 * the time in which rows usually come, so that closed nights and weekends are no silence at all. Local
 * time and UTC both have a say, since a change of the clocks moves one of the two for who keeps to the
 * other; what either takes for closed is closed.
 */
export type Slot = {
  /** Seconds, as are first and last. */
  at: number;
  /** Which half hour of the week it is, by the clock of the project and by UTC. */
  local: number;
  utc: number;
  first: number | null;
  last: number | null;
};

export type Learnt = {
  /** Since the newest row when it was looked at. */
  age: number;
  /** Of it, the time in which rows usually come. */
  openAge: number;
  /** Between two rows, in that time. */
  usualSeconds: number;
  /** More of that time without a row is late. */
  limit: number;
  /** Between two rows by the clock on the wall, with nights and weekends. */
  longestSeconds: number;
};

export const HALF_HOUR = 1_800;
const DAY = 86_400;
const HALF_HOURS_A_DAY = 48;
const LEAST_GAPS = 50;

export function learnRhythm(
  slots: readonly Slot[],
  { newest, now, isOfDays }: { newest: number; now: number; isOfDays: boolean },
): Learnt | undefined {
  const days = isOfDays ? slots : findDays(slots);
  return days
    ? learn(days, daysBetween(days, newest), { newest, now, least: DAY })
    : learn(slots, secondsBetween(slots, newest), { newest, now, least: HALF_HOUR });
}

/** Where all rows are of midnight only their day is known: one that has not ended misses nothing. */
function findDays(slots: readonly Slot[]): Slot[] | undefined {
  const filled = slots.filter(({ first }) => first !== null);
  for (const clock of ['local', 'utc'] as const) {
    const begins = (slot: Slot) => slot[clock] % HALF_HOURS_A_DAY === 0;
    if (filled.every((slot) => begins(slot) && slot.first === slot.at && slot.last === slot.at)) {
      return slots.filter(begins);
    }
  }
  return undefined;
}

type Between = (one: number, other: number) => number;

function learn(
  slots: readonly Slot[],
  open: Between,
  { newest, now, least }: { newest: number; now: number; least: number },
): Learnt | undefined {
  const gaps: { open: number; wall: number }[] = [];
  let before: number | null = null;
  for (const { first, last } of slots) {
    if (first === null || last === null) continue;
    if (before !== null) gaps.push({ open: open(before, first), wall: first - before });
    before = last;
  }
  if (gaps.length < LEAST_GAPS) return undefined;
  const lengths = gaps.map((gap) => gap.open);
  const usual = Math.max(least, usualOf(lengths));
  return {
    age: now - newest,
    openAge: open(newest, now),
    usualSeconds: usual,
    limit: Math.max(usual, 1.5 * longestOf(lengths)),
    longestSeconds: longestOf(gaps.map(({ wall }) => wall)),
  };
}

function usualOf(lengths: readonly number[]): number {
  const sorted = lengths.toSorted((one, other) => one - other);
  const most = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const middle = median(lengths);
  return most + 3 * median(lengths.map((length) => Math.abs(length - middle)));
}

/** One that stands alone was an outage or a holiday: it teaches nothing about the next. */
function longestOf(lengths: readonly number[]): number {
  const [longest = 0, next = 0] = lengths.toSorted((one, other) => other - one);
  return longest > 3 * Math.max(next, HALF_HOUR) ? next : longest;
}

/** Seconds in which rows usually come. */
function secondsBetween(slots: readonly Slot[], newest: number): Between {
  const weights = weighSlots(slots, newest);
  const upTo = sumsOf(weights);
  const start = slots[0]?.at ?? 0;
  const openAt = (time: number) => {
    const place = Math.min(Math.max(0, Math.floor((time - start) / HALF_HOUR)), slots.length - 1);
    const rest = Math.min(HALF_HOUR, time - start - place * HALF_HOUR);
    return (upTo[place] ?? 0) * HALF_HOUR + rest * (weights[place] ?? 0);
  };
  return (one, other) => openAt(other) - openAt(one);
}

/** Days that lie between two, as far as rows usually come on them, in seconds. */
function daysBetween(days: readonly Slot[], newest: number): Between {
  const upTo = sumsOf(weighSlots(days, newest));
  const places = new Map(days.map(({ at }, place) => [at, place]));
  const placeOf = (time: number) => places.get(time) ?? days.length - 1;
  return (one, other) => {
    const missed = (upTo[placeOf(other)] ?? 0) - (upTo[placeOf(one) + 1] ?? 0);
    return Math.max(0, missed) * DAY;
  };
}

const PLAINLY_BETTER = 1.05;

function weighSlots(slots: readonly Slot[], newest: number): number[] {
  const local = weighBy('local', slots, newest);
  const utc = weighBy('utc', slots, newest);
  const [byLocal, byUtc] = [regularity(local), regularity(utc)];
  if (byLocal > PLAINLY_BETTER * byUtc) return local;
  if (byUtc > PLAINLY_BETTER * byLocal) return utc;
  return local.map((weight, place) => Math.min(weight, utc[place] ?? 0));
}

/** Higher where rows come always or never, lower where they come now and then. */
function regularity(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight * weight, 0);
}

/** In how many weeks there was a row; only up to the newest, or the silence would teach itself. */
function weighBy(clock: 'local' | 'utc', slots: readonly Slot[], newest: number): number[] {
  const counted = new Map<number, { seen: number; filled: number }>();
  for (const { [clock]: place, at, first } of slots) {
    if (at > newest) break;
    const count = counted.get(place) ?? { seen: 0, filled: 0 };
    count.seen += 1;
    count.filled += first === null ? 0 : 1;
    counted.set(place, count);
  }
  return slots.map(({ [clock]: place }) => {
    const count = counted.get(place);
    return count ? count.filled / count.seen : 0;
  });
}

/** At each place the sum of all before it. */
function sumsOf(weights: readonly number[]): number[] {
  const sums = [0];
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
  return sums;
}
