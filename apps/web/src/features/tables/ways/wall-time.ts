/**
 * Days of a calendar by the clock of a zone. A day is written as the standard does, 2026-11-18. What a
 * clock on the wall shows is a number of milliseconds as if the wall were in Greenwich: clocks that go
 * forward or back never change it.
 */
export type Day = string;

/** How a column's values become days: instants by the clock of a zone, others by what they say. */
export type Clock = { timeZone: string } | 'as-written';

const DAY_MS = 86_400_000;
const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?([+-]\d\d(?::?\d\d){0,2}|Z)?$/;

type Written = {
  wall: number;
  rest: string;
  fraction: string;
  offset: number | undefined;
  sign: string;
};

/** Undefined for what is on no calendar: infinity, years before Christ, what somebody is still typing. */
function read(text: string): Written | undefined {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', sign = ''] =
    WRITTEN.exec(text) ?? [];
  const wall = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (day === undefined || Number.isNaN(wall)) return undefined;
  return { wall, rest: text.slice(day.length), fraction, offset: offsetIn(sign), sign };
}

/** On which day something is, and when on it: as 14:30, none for a day as such. */
export function momentOf(text: string, clock: Clock): { day: Day; time: string } | undefined {
  const written = read(text);
  const wall = written && wallOf(written, clock);
  if (wall === undefined) return undefined;
  return { day: dayAt(wall), time: written?.rest === '' ? '' : timeAt(wall).slice(0, 5) };
}

/**
 * The same time on another day. Where clocks went forward over it, it is as much later as they did;
 * where they went back and it is there twice, it is the one with the offset it had, else the second.
 * It is written with the offset it had, so that going back makes it what it was.
 */
export function onDay(text: string, day: Day, clock: Clock): string | undefined {
  const written = read(text);
  const wall = written && wallOf(written, clock);
  if (wall === undefined || !written) return undefined;
  if (clock === 'as-written') return `${day}${written.rest}`;
  const { offset = 0, sign, fraction } = written;
  const time = wall - startOf(dayAt(wall));
  const usual = wall - (written.wall - offset);
  const instant = instantOf(startOf(day) + time, clock.timeZone, usual);
  const shown = instant + offset;
  return `${dayAt(shown)} ${timeAt(shown)}${fraction}${sign}`;
}

/** The first moment of a day, as a value to compare a column with. */
export function firstMoment(day: Day, clock: Clock): string {
  if (clock === 'as-written') return day;
  const instant = instantOf(startOf(day), clock.timeZone);
  const offset = offsetAt(instant, clock.timeZone);
  const shown = instant + offset;
  return `${dayAt(shown)} ${timeAt(shown)}${offsetText(offset)}`;
}

export function addDays(day: Day, count: number): Day {
  return dayAt(startOf(day) + count * DAY_MS);
}

export function daysBetween(from: Day, to: Day): number {
  return (startOf(to) - startOf(from)) / DAY_MS;
}

/** As a moment in Greenwich, for who writes it out. */
export function startOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function wallOf({ wall, offset }: Written, clock: Clock): number | undefined {
  if (clock === 'as-written') return wall;
  if (offset === undefined) return undefined;
  return wall - offset + offsetAt(wall - offset, clock.timeZone);
}

function instantOf(wall: number, timeZone: string, usual?: number): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const fitting = [before, after].filter((offset) => offsetAt(wall - offset, timeZone) === offset);
  if (fitting.length === 0) return wall - before;
  return wall - (fitting.find((offset) => offset === usual) ?? Math.min(...fitting));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of Greenwich at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    // Swedes write a time as the standard does.
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formats.set(timeZone, format);
  // No clock is ahead or behind by more than a day.
  const asked = inFourDigits(instant, DAY_MS);
  const text = format.format(asked).padStart(WALL_LENGTH, '0');
  return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(asked / 1000) * 1000;
}

function offsetIn(sign: string): number | undefined {
  if (sign === 'Z') return 0;
  const [, direction, hours, minutes = '0', seconds = '0'] =
    /^([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(sign) ?? [];
  if (direction === undefined) return undefined;
  const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return direction === '-' ? -length : length;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const padded = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = minutes % 60;
  return `${offset < 0 ? '-' : '+'}${padded(minutes / 60)}${rest > 0 ? `:${padded(rest)}` : ''}`;
}

function dayAt(wall: number): Day {
  return new Date(inFourDigits(wall)).toISOString().slice(0, 10);
}

function timeAt(wall: number): string {
  return new Date(inFourDigits(wall)).toISOString().slice(11, 19);
}

const WALL_LENGTH = '2026-11-18 14:30:00'.length;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/** The years that can be written with four digits; what is later stands for what never ends. */
function inFourDigits(wall: number, edge = 0): number {
  return Math.min(Math.max(wall, FIRST + edge), LAST - edge);
}
