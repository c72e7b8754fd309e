import { createRandom } from '../random.ts';

const DAY = 86_400_000;
const DAYS = 3 * 365;

/** A day of business: when it starts and how busy it is, an average day being about 1. */
export type Day = { start: number; weight: number };

/**
 * Three years up to the anchor. Business grows, goes up and down with the week and the year, peaks
 * around Black Friday, and once nearly stops for two days: the outage.
 */
export function listDays(anchor: Date): Day[] {
  const random = createRandom('calendar');
  const end = Math.floor(anchor.getTime() / DAY) * DAY;
  const outage = findOutage(end);
  return Array.from({ length: DAYS }, (_, index) => {
    const start = end - (DAYS - index) * DAY;
    const growth = 0.6 + (0.9 * index) / DAYS;
    const sinceOutage = start - outage;
    const open = sinceOutage >= 0 && sinceOutage < 2 * DAY ? 0.05 : 1;
    const noise = 1 + random.bell() * 0.06;
    const weight = growth * weekOf(start) * yearOf(start) * fridayOf(start) * open * noise;
    return { start, weight };
  });
}

/** Splits a number of things over the days by how busy they are, so that all of them are placed. */
export function spreadOver(days: readonly Day[], count: number): number[] {
  const sum = days.reduce((total, day) => total + day.weight, 0);
  let before = 0;
  let placed = 0;
  return days.map((day) => {
    before += day.weight;
    const upTo = Math.round((before / sum) * count);
    const here = upTo - placed;
    placed = upTo;
    return here;
  });
}

/** The hour of a visit: few at night, most in the evening. */
export function timeOfDay(share: number, wobble: number): number {
  const hour = hours.findIndex((upTo) => share < upTo);
  return Math.floor((hour + wobble) * (DAY / 24));
}

const hourly = [
  2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 11, 12, 11, 10, 10, 11, 12, 14, 17, 18, 15, 9, 4,
];
const hourlySum = hourly.reduce((sum, visits) => sum + visits, 0);
const hours = hourly.map(
  (_, hour) => hourly.slice(0, hour + 1).reduce((sum, visits) => sum + visits, 0) / hourlySum,
);

const weekdays = [1.18, 1.12, 1, 0.96, 0.94, 0.88, 0.92];

function weekOf(start: number): number {
  return weekdays[new Date(start).getUTCDay()] ?? 1;
}

const months = [0.72, 0.74, 0.9, 1.04, 1.2, 1.26, 1.22, 1.08, 0.92, 0.88, 1.12, 1.34];

/** Outdoor goods sell in early summer, gifts in December; months blend into each other. */
function yearOf(start: number): number {
  const day = new Date(start);
  const position = day.getUTCMonth() + (day.getUTCDate() - 15) / 30;
  const month = Math.floor(position);
  const [from = 1, to = 1] = [months[(month + 12) % 12], months[(month + 13) % 12]];
  return from + (to - from) * (position - month);
}

/** Black Friday is the day after the fourth Thursday of November. */
function fridayOf(start: number): number {
  const day = new Date(start);
  const first = new Date(Date.UTC(day.getUTCFullYear(), 10, 1)).getUTCDay();
  const friday = Date.UTC(day.getUTCFullYear(), 10, 1 + ((11 - first) % 7) + 22);
  const factors = [3.6, 2.1, 2.3, 2.8];
  return factors[(start - friday) / DAY] ?? 1;
}

/** About seven months ago, on a Tuesday, so that no weekend hides it. */
function findOutage(end: number): number {
  const around = end - 212 * DAY;
  return around + ((9 - new Date(around).getUTCDay()) % 7) * DAY;
}
