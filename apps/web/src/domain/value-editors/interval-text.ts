export const intervalUnits = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];
/** Each as text: `-3`, `6.789`. */
export type IntervalParts = Record<IntervalUnit, string>;

const noParts: IntervalParts = {
  years: '0',
  months: '0',
  days: '0',
  hours: '0',
  minutes: '0',
  seconds: '0',
};

const DATE_PART = /^([+-]?\d+) (years?|mons?|days?)/;
const TIME_PART = /^([+-]?)(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/;

/** `1 year 2 mons -3 days +04:05:06.789` taken apart; undefined for other ways to write one. */
export function findIntervalParts(text: string): IntervalParts | undefined {
  const parts = { ...noParts };
  let rest = text.trim();
  if (rest === '') return undefined;
  for (;;) {
    const [whole, amount, unit] = DATE_PART.exec(rest) ?? [];
    if (whole === undefined || amount === undefined || unit === undefined) break;
    parts[unit.startsWith('year') ? 'years' : unit.startsWith('mon') ? 'months' : 'days'] =
      plain(amount);
    rest = rest.slice(whole.length).trimStart();
  }
  if (rest === '') return parts;
  const [, sign, hours, minutes, seconds] = TIME_PART.exec(rest) ?? [];
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  const minus = sign === '-' ? '-' : '';
  const signed = (digits: string) =>
    /^[0.]*$/.test(digits) ? '0' : `${minus}${withoutZeros(digits)}`;
  return { ...parts, hours: signed(hours), minutes: signed(minutes), seconds: signed(seconds) };
}

/** A text every database reads: units by name, each with its own sign. */
export function intervalText(parts: IntervalParts): string {
  const written = intervalUnits
    .filter((unit) => !/^[+-]?[0.]*$/.test(parts[unit].trim()))
    .map((unit) => `${parts[unit].trim()} ${unit}`);
  return written.join(' ') || '0 seconds';
}

function plain(amount: string): string {
  return amount.replace('+', '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
