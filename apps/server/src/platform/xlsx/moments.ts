/** How a number of days is shown: as a day, as a time of day, or as hours that have passed. */
export type MomentStyle = 'date' | 'time' | 'elapsed';

/** Formats that every workbook knows without naming them. */
const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);
const builtInTimes = new Set([18, 19, 20, 21, 45, 47]);
const BUILT_IN_ELAPSED = 46;
/** A format has 255 characters. */
const LONGEST_CODE = 1_000;

export function momentStyleOf(format: number, code: string | undefined): MomentStyle | undefined {
  if (code !== undefined) return styleOf(code.slice(0, LONGEST_CODE));
  if (format === BUILT_IN_ELAPSED) return 'elapsed';
  if (builtInTimes.has(format)) return 'time';
  return builtInDates.has(format) ? 'date' : undefined;
}

/**
 * Letters of a date outside quotes, brackets and escapes; in brackets, hours that go beyond 24. Behind
 * `_` stands what a gap is as wide as, behind `*` what fills the cell: `0.00\ _D_M` are no days.
 */
function styleOf(code: string): MomentStyle | undefined {
  let letters = '';
  let at = 0;
  while (at < code.length) {
    const sign = code[at]!;
    const end =
      sign === '"' ? code.indexOf('"', at + 1) : sign === '[' ? code.indexOf(']', at) : at;
    if (sign === '\\' || sign === '_' || sign === '*') at += 2;
    else if (end === -1 || end === at) {
      letters += sign.toLowerCase();
      at += 1;
    } else {
      const inside = code.slice(at + 1, end).toLowerCase();
      if (sign === '[' && elapsed.has(inside)) return 'elapsed';
      at = end + 1;
    }
  }
  if (letters === 'general' || !/[ymdhs]/.test(letters)) return undefined;
  return /[yd]/.test(letters) || !/[hs]/.test(letters) ? 'date' : 'time';
}

const elapsed = new Set(['h', 'hh', 'hhh', 'hhhh', 'm', 'mm', 'mmm', 'mmmm', 's', 'ss', 'sss']);

const DAY_MS = 86_400_000;
/** 29 February 1900, which never was: days before it are counted from one day later. */
const NO_DAY = 60;
/** Beyond it there are no dates. */
const MOST_DAYS = 100_000_000;

/** What a cell of a day's number says; undefined where it is no day at all. */
export function momentText(
  days: number,
  style: MomentStyle,
  isFrom1904: boolean,
): string | undefined {
  if (!(Math.abs(days) < MOST_DAYS)) return undefined;
  return style === 'elapsed' ? elapsedText(days) : dateText(days, isFrom1904, style === 'time');
}

/** A day number as a date, as a time of day, or as both. Midnight is a time only where times stand. */
function dateText(days: number, isFrom1904: boolean, isTime: boolean): string | undefined {
  const isEarly = days >= 1 && days < NO_DAY;
  const zero = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, isEarly ? 31 : 30);
  const at = new Date(zero + Math.round(days * DAY_MS));
  if (Number.isNaN(at.getTime())) return undefined;
  const text = at.toISOString();
  const time = withoutZeros(text.slice(11, 23));
  if (days < 1 && (days > 0 || (days === 0 && isTime))) return time;
  const isWhole = Math.abs(days - Math.round(days)) * DAY_MS < 0.5;
  return isWhole ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

/** 27:30:00, which is no time of day but how long something took. */
function elapsedText(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * DAY_MS);
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = new Date(milliseconds % 3_600_000).toISOString().slice(14, 23);
  return `${days < 0 ? '-' : ''}${String(hours).padStart(2, '0')}:${withoutZeros(rest)}`;
}

/** 10:00:00.500 is 10:00:00.5; the fraction has three digits. */
function withoutZeros(time: string): string {
  const bare = time.endsWith('0') ? time.slice(0, -1) : time;
  const barer = bare !== time && bare.endsWith('0') ? bare.slice(0, -1) : bare;
  return barer.endsWith('.0') ? barer.slice(0, -2) : barer;
}
