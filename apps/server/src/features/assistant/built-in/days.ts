/** A stretch of time, from its first day up to but without its last. */
export type Period = { from: string; to: string; label: string };
export type Grain = 'day' | 'week' | 'month' | 'quarter' | 'year';

export function startOf(unit: Grain, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (unit === 'day') return dayOf(now);
  if (unit === 'week') return addDays(dayOf(now), -((now.getUTCDay() + 6) % 7));
  if (unit === 'month') return utc(year, month);
  return unit === 'quarter' ? utc(year, month - (month % 3)) : utc(year, 0);
}

export function span(from: Date, to: Date): Period {
  const last = addDays(to, -1);
  const first = iso(from);
  return {
    from: first,
    to: iso(to),
    label: first === iso(last) ? first : `${first} – ${iso(last)}`,
  };
}

export const utc = (year: number, month: number) => new Date(Date.UTC(year, month, 1));
export const dayOf = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
export const addDays = (day: Date, count: number) => new Date(day.getTime() + count * 86_400_000);
const iso = (day: Date) => day.toISOString().slice(0, 10);

/** So many full ones before this. */
export function lastOf(unit: Grain, count: number, now: Date): Period {
  const to = unit === 'day' ? dayOf(now) : startOf(unit, now);
  const back: Record<Grain, () => Date> = {
    day: () => addDays(to, -count),
    week: () => addDays(to, -7 * count),
    month: () => utc(to.getUTCFullYear(), to.getUTCMonth() - count),
    quarter: () => utc(to.getUTCFullYear(), to.getUTCMonth() - 3 * count),
    year: () => utc(to.getUTCFullYear() - count, 0),
  };
  return span(back[unit](), to);
}
