import type { SchemaElement } from 'hyparquet';
import { singleText } from '#platform/rows/single-text.ts';

/**
 * Single values of a Parquet file as the text Postgres reads. The library would turn decimals into
 * floats and cut moments to milliseconds, so what a value means is taken from its element here and
 * kept from the library, which then hands out the bare numbers and bytes.
 */
export function valueReader(element: SchemaElement): (value: unknown) => string {
  const { converted_type: kind, logical_type: logical, type } = element;
  const isPlain = type !== 'INT96';
  if (kind === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical as { scale?: number } | undefined)?.scale ?? 0;
    strip(element);
    return (value) => decimal(unscaled(value), scale);
  }
  if (kind === 'DATE' || logical?.type === 'DATE') {
    strip(element);
    return (value) => dayText(Number(value));
  }
  const moment = momentOf(element);
  if (moment && isPlain) {
    strip(element);
    return (value) => moment.write(toBigInt(value));
  }
  const isText =
    kind === 'UTF8' || kind === 'ENUM' || kind === 'JSON' || textLogical.has(logical?.type ?? '');
  if (type === 'BYTE_ARRAY' && isText) {
    strip(element);
    return (value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value));
  }
  if (type !== 'FLOAT') return plain;
  return (value) =>
    Number.isFinite(value) && value !== 0 ? singleText(Number(value)) : plain(value);
}

/** Moments of twelve bytes, whose type alone tells what they are. */
export const parsers = {
  timestampFromNanoseconds: (nanos: bigint) => momentText(nanos, '+00'),
};

const textLogical = new Set(['STRING', 'JSON', 'ENUM']);

function strip(element: SchemaElement): void {
  delete element.converted_type;
  delete element.logical_type;
}

/** A moment or a time of day, and what turns it into nanoseconds. */
function momentOf({ converted_type: kind, logical_type: logical }: SchemaElement) {
  const isUtc = (logical as { isAdjustedToUTC?: boolean } | undefined)?.isAdjustedToUTC ?? true;
  const unit = (logical as { unit?: string } | undefined)?.unit;
  const scale = (value: bigint, of: string | undefined) => {
    if (of === 'MILLIS') return value * 1_000_000n;
    return of === 'NANOS' ? value : value * 1_000n;
  };
  if (logical?.type === 'TIMESTAMP' || kind?.startsWith('TIMESTAMP_')) {
    const of = unit ?? kind?.slice('TIMESTAMP_'.length);
    return { write: (value: bigint) => momentText(scale(value, of), isUtc ? '+00' : '') };
  }
  if (logical?.type === 'TIME' || kind?.startsWith('TIME_')) {
    const of = unit ?? kind?.slice('TIME_'.length);
    return { write: (value: bigint) => momentText(scale(value, of)).slice(11) };
  }
  return undefined;
}

const DAY = 86_400_000_000_000n;

/** `2021-09-27 20:55:25.625535`, with all digits there are, also before 1970 and before Christ. */
function momentText(nanos: bigint, zone = ''): string {
  const day = nanos >= 0n ? nanos / DAY : -((-nanos + DAY - 1n) / DAY);
  const rest = nanos - day * DAY;
  const seconds = rest / 1_000_000_000n;
  const two = (value: bigint) => String(value).padStart(2, '0');
  const time = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const fraction = String(rest % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const [date, era = ''] = splitEra(dayText(Number(day)));
  return `${date} ${time}${fraction === '' ? '' : `.${fraction}`}${zone}${era}`;
}

function splitEra(text: string): [string, string?] {
  return text.endsWith(' BC') ? [text.slice(0, -3), ' BC'] : [text];
}

/** Days since 1970 as Postgres writes a date; years beyond what a Date of JavaScript knows too. */
function dayText(days: number): string {
  // Civil from days, after Howard Hinnant: eras of 400 years all have the same length.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (value: number) => String(value).padStart(2, '0');
  const shown = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return `${shown}-${two(month)}-${two(day)}${year > 0 ? '' : ' BC'}`;
}

function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return toBigInt(value);
  let number = 0n;
  for (const byte of value) number = number * 256n + BigInt(byte);
  return BigInt.asIntN(value.length * 8, number);
}

function toBigInt(value: unknown): bigint {
  return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value)));
}

function decimal(value: bigint, scale: number): string {
  if (scale === 0) return String(value);
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Bytes as Postgres writes them; numbers, truths and texts as they are. */
function plain(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  // Text made of it would lose the sign, which Postgres keeps.
  if (Object.is(value, -0)) return '-0';
  return String(value);
}
