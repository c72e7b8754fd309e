import type { Token } from './words.ts';

/** A stretch of time, from its first day up to but without its last. */
export type Period = { from: string; to: string; label: string };
export type Grain = 'day' | 'week' | 'month' | 'quarter' | 'year';

const units: Record<string, Grain> = {
  day: 'day',
  days: 'day',
  tag: 'day',
  tage: 'day',
  tagen: 'day',
  week: 'week',
  weeks: 'week',
  woche: 'week',
  wochen: 'week',
  month: 'month',
  months: 'month',
  monat: 'month',
  monate: 'month',
  monaten: 'month',
  monats: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  quartal: 'quarter',
  quartale: 'quarter',
  quartalen: 'quarter',
  year: 'year',
  years: 'year',
  jahr: 'year',
  jahre: 'year',
  jahren: 'year',
  jahres: 'year',
};
const months = [
  'january januar jan jaenner',
  'february februar feb',
  'march maerz mar',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sep sept',
  'october oktober oct okt',
  'november nov',
  'december dezember dec dez',
].map((names) => new Set(names.split(' ')));
const before = /^(last|past|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)$/;
const current = /^(this|current|diese[nrsm]?|aktuelle[nrsm]?|laufende[nrsm]?)$/;
const since = /^(since|seit)$/;

/** What a clock on the wall shows in a zone, as the UTC fields of a date. */
export function wallClock(now: Date, zone: string): Date {
  return new Date(`${now.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
}

/** Takes the phrases of time out of a question. Days are those of `now` as its UTC fields say: see `wallClock`. */
export function takePeriods(tokens: Token[], now: Date): { periods: Period[]; rest: Token[] } {
  const periods: Period[] = [];
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = readPeriod(tokens, at, now);
    if (found) {
      // `in`, `from`, `im` and the like in front belong to it.
      if (
        /^(in|im|from|of|for|during|am|on|vom|the|der|den|dem|des|ab)$/.test(
          rest.at(-1)?.word ?? '',
        )
      )
        rest.pop();
      periods.push(found.period);
      at += found.length;
    } else {
      rest.push(tokens[at]!);
      at += 1;
    }
  }
  return { periods, rest };
}

type Found = { period: Period; length: number };

function readPeriod(tokens: Token[], at: number, now: Date): Found | undefined {
  const [one, two, three] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!one || one.quoted !== undefined) return undefined;
  const today = dayOf(now);
  const word = one.word;
  if (/^(today|heute)$/.test(word)) return { period: span(today, addDays(today, 1)), length: 1 };
  if (/^(yesterday|gestern)$/.test(word))
    return { period: span(addDays(today, -1), today), length: 1 };
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
  if (since.test(word)) {
    const from = readPeriod(tokens, at + 1, now);
    if (from)
      return {
        period: { ...span(new Date(from.period.from), addDays(today, 1)) },
        length: from.length + 1,
      };
  }
  return readNamed(tokens, at, now);
}

/** A month, a quarter or a year by its name; without a year the latest that has begun. */
function readNamed(tokens: Token[], at: number, now: Date): Found | undefined {
  const [one, two] = [tokens[at], tokens[at + 1]];
  const month = months.findIndex((names) => names.has(one?.word ?? ''));
  if (month >= 0) {
    const year = yearOf(two);
    const inYear =
      year ?? (month > now.getUTCMonth() ? now.getUTCFullYear() - 1 : now.getUTCFullYear());
    return {
      period: span(utc(inYear, month), utc(inYear, month + 1)),
      length: year === undefined ? 1 : 2,
    };
  }
  const quarter = /^q([1-4])$/.exec(one?.word ?? '');
  if (quarter) {
    const year = yearOf(two) ?? now.getUTCFullYear();
    const first = (Number(quarter[1]) - 1) * 3;
    return {
      period: span(utc(year, first), utc(year, first + 3)),
      length: yearOf(two) === undefined ? 1 : 2,
    };
  }
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(one?.word ?? '');
  if (date) {
    const day = new Date(`${one!.word}T00:00:00Z`);
    return Number.isNaN(day.getTime())
      ? undefined
      : { period: span(day, addDays(day, 1)), length: 1 };
  }
  const year = yearOf(one);
  if (year === undefined || units[two?.word ?? '']) return undefined;
  return { period: span(utc(year, 0), utc(year + 1, 0)), length: 1 };
}

function yearOf(token: Token | undefined): number | undefined {
  return token && /^(19|20)\d\d$/.test(token.word) ? Number(token.word) : undefined;
}

/** So many full ones before this. */
function lastOf(unit: Grain, count: number, now: Date): Period {
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

function startOf(unit: Grain, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (unit === 'day') return dayOf(now);
  if (unit === 'week') return addDays(dayOf(now), -((now.getUTCDay() + 6) % 7));
  if (unit === 'month') return utc(year, month);
  return unit === 'quarter' ? utc(year, month - (month % 3)) : utc(year, 0);
}

function span(from: Date, to: Date): Period {
  const last = addDays(to, -1);
  const first = iso(from);
  return {
    from: first,
    to: iso(to),
    label: first === iso(last) ? first : `${first} – ${iso(last)}`,
  };
}

const utc = (year: number, month: number) => new Date(Date.UTC(year, month, 1));
const dayOf = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
const addDays = (day: Date, count: number) => new Date(day.getTime() + count * 86_400_000);
const iso = (day: Date) => day.toISOString().slice(0, 10);
