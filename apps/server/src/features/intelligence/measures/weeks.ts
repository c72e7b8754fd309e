import { type DayValue, FAR, type JudgedDay, median, spreadOf } from './band.ts';

/**
 * Where few rows come a day, a day says nothing: four instead of nine are chance. Weeks that have ended
 * are judged like days, by the level of the eight before and their slope, without weekdays. Pure.
 */
const DAYS = 7;
/** Before there are so many weeks nothing can be said. */
const LEAST_WEEKS = 20;
const LEVEL = 8;
const STEEPEST = 0.1;
/** The same week a year ago, or one beside it. */
export const WEEKS_A_YEAR = [51, 52, 53];

/** Whole weeks from Monday on, each named by its Monday. */
export function toWeeks(days: readonly DayValue[]): DayValue[] {
  const weeks = Map.groupBy(days, ({ day }) => mondayOf(day));
  return [...weeks].flatMap(([day, ofWeek]) =>
    ofWeek.length === DAYS ? { day, value: ofWeek.reduce((sum, { value }) => sum + value, 0) } : [],
  );
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % DAYS));
  return date.toISOString().slice(0, 10);
}

export function judgeWeeks(weeks: readonly DayValue[]): JudgedDay[] {
  const logs = weeks.map(({ value }) => Math.log1p(Math.max(0, value)));
  const isOdd: boolean[] = weeks.map(() => false);
  const errors: number[] = [];
  const judged: JudgedDay[] = [];
  for (let at = LEVEL; at < weeks.length; at += 1) {
    const expectedLog = expectLog(logs, isOdd, at);
    const error = (logs[at] ?? 0) - expectedLog;
    const expected = Math.expm1(expectedLog);
    const sigma = spreadOf(errors.slice(-26), expected);
    errors.push(error);
    isOdd[at] = Math.abs(error) >= FAR * sigma;
    const { day, value } = weeks[at] ?? { day: '', value: 0 };
    if (at < LEAST_WEEKS) continue;
    judged.push({
      day,
      value,
      expected,
      low: Math.max(0, Math.expm1(expectedLog - FAR * sigma)),
      high: Math.expm1(expectedLog + FAR * sigma),
      sigmas: error / sigma,
    });
  }
  return judged;
}

function expectLog(logs: readonly number[], isOdd: readonly boolean[], at: number): number {
  const level: number[] = [];
  for (let week = at - 1; week >= 0 && level.length < LEVEL && at - week <= 3 * LEVEL; week -= 1) {
    if (!isOdd[week]) level.push(logs[week] ?? 0);
  }
  const last = logs.slice(Math.max(0, at - 12), at);
  const slopes = last.flatMap((one, from) =>
    last.slice(from + 1).map((other, step) => (other - one) / (step + 1)),
  );
  const slope = Math.min(STEEPEST, Math.max(-STEEPEST, median(slopes)));
  return median(level) + ((LEVEL + 1) / 2) * slope;
}
