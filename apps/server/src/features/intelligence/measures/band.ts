/**
 * What was to be expected of a day. Pure: day values in, the band and the days outside of it out.
 *
 * A day's logarithm is made of a level, the middle of the last two weeks carried on by their slope, and
 * what its weekday usually adds. Medians throughout, so that an outage does not teach the next one.
 * Season is no part of it: a day that was as unusual a year ago is excused instead.
 */
export type DayValue = { day: string; value: number };
export type JudgedDay = DayValue & { expected: number; low: number; high: number; sigmas: number };

/** Before there are so many days nothing can be said. */
export const LEAST_DAYS = 70;
const WEEK = 7;
const YEAR = 364;
export const FAR = 4;
/** Two days running need to be a little less far. */
const FAR_TWICE = 3.5;
const LEAST_SHARE = 0.15;
const LEAST_DIFFERENCE = 10;
const STEEPEST = 0.02;

/** Every day from the seventieth on, with what was expected of it by the days before. */
export function judgeDays(days: readonly DayValue[]): JudgedDay[] {
  const logs = days.map(({ value }) => Math.log1p(Math.max(0, value)));
  const errors: number[] = [];
  const isOdd: boolean[] = days.map(() => false);
  const judged: JudgedDay[] = [];
  for (let at = LEAST_DAYS - 14; at < days.length; at += 1) {
    const expectedLog = expectLog(logs, isOdd, at);
    const error = (logs[at] ?? 0) - expectedLog;
    const expected = Math.expm1(expectedLog);
    const sigma = spreadOf(errors.slice(-56), expected);
    errors.push(error);
    isOdd[at] = Math.abs(error) >= FAR * sigma;
    const { day, value } = days[at] ?? { day: '', value: 0 };
    if (at < LEAST_DAYS) continue;
    judged.push({
      day,
      value,
      expected,
      low: Math.expm1(expectedLog - FAR * sigma),
      high: Math.expm1(expectedLog + FAR * sigma),
      sigmas: error / sigma,
    });
  }
  return judged.map((one) => ({ ...one, low: Math.max(0, one.low) }));
}

/** How far off it usually is; never less than chance alone makes of so many. */
export function spreadOf(errors: readonly number[], expected: number): number {
  const spread = 1.4826 * median(errors.map(Math.abs));
  return Math.max(spread, 1 / Math.sqrt(1 + Math.max(0, expected)), 0.03);
}

const DAYS_A_YEAR = [YEAR, YEAR + 1, YEAR + 2];

/** Far from what was expected, by enough to matter, and not as it was last year. */
export function unusualDays(
  judged: readonly JudgedDay[],
  yearAgo: readonly number[] = DAYS_A_YEAR,
): JudgedDay[] {
  const isFar = (one: JudgedDay | undefined, sigmas: number) =>
    one !== undefined && Math.abs(one.sigmas) >= sigmas;
  return judged.filter((one, place) => {
    const difference = Math.abs(one.value - one.expected);
    if (difference < Math.max(LEAST_SHARE * one.expected, LEAST_DIFFERENCE)) return false;
    const isTwice = isFar(one, FAR_TWICE) && isFar(judged[place - 1], FAR_TWICE);
    return (isFar(one, FAR) || isTwice) && !isAsLastYear(judged, place, yearAgo);
  });
}

/** The same weekday a year ago, or the same date: off in the same direction by half as much. */
function isAsLastYear(
  judged: readonly JudgedDay[],
  place: number,
  yearAgo: readonly number[],
): boolean {
  const now = judged[place];
  return yearAgo.some((ago) => {
    const then = judged[place - ago];
    if (!now || !then || Math.sign(then.sigmas) !== Math.sign(now.sigmas)) return false;
    return Math.abs(then.sigmas) >= Math.abs(now.sigmas) / 2;
  });
}

function expectLog(logs: readonly number[], isOdd: readonly boolean[], at: number): number {
  const ofWeekday = Array.from({ length: WEEK }, (_, back) =>
    weekdayEffect(logs, at + back - WEEK),
  );
  const centre = ofWeekday.reduce((sum, effect) => sum + effect, 0) / WEEK;
  const effectOf = (day: number) => (ofWeekday[(((day - at) % WEEK) + WEEK) % WEEK] ?? 0) - centre;
  const level: number[] = [];
  for (let day = at - 1; day >= 0 && level.length < 14 && at - day <= 42; day -= 1) {
    if (!isOdd[day]) level.push((logs[day] ?? 0) - effectOf(day));
  }
  return median(level) + 7.5 * slope(logs, at) + effectOf(at);
}

/** What the weekday of this day adds to the week around it, over its last eight. */
function weekdayEffect(logs: readonly number[], last: number): number {
  const effects: number[] = [];
  for (let week = 0; week < 8; week += 1) {
    const day = last - week * WEEK;
    if (day < 3) break;
    effects.push((logs[day] ?? 0) - median(logs.slice(day - 3, day + 4)));
  }
  return median(effects);
}

/** A day's step, as the middle of all slopes between the last eight weeks. */
function slope(logs: readonly number[], at: number): number {
  const weeks: number[] = [];
  for (let week = 1; week <= 8 && at - week * WEEK >= 0; week += 1) {
    weeks.unshift(median(logs.slice(at - week * WEEK, at - (week - 1) * WEEK)));
  }
  const slopes = weeks.flatMap((one, from) =>
    weeks.slice(from + 1).map((other, step) => (other - one) / ((step + 1) * WEEK)),
  );
  return Math.min(STEEPEST, Math.max(-STEEPEST, median(slopes)));
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
