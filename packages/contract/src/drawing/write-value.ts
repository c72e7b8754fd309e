import type { ColumnFormat } from '../number-formats.ts';
import { isPlainNumber, writeNumber } from './write-number.ts';

type Options = {
  language: string;
  /** Without a format of its own, so many digits behind the point. */
  mostDigits?: number;
  /** On an axis there is little room. */
  isShort?: boolean;
};

/** A number as its tile wants it written, from the digits as the database printed them. */
export function writeValue(
  digits: string,
  format: ColumnFormat | undefined,
  { language, mostDigits = 2, isShort = false }: Options,
): string {
  if (!isPlainNumber(digits)) return digits;
  if (!format && !isShort) return writeNumber(digits, language, { mostDigits });
  const written = inStyle(digits, format ?? { column: null, style: 'number' }, {
    language,
    isShort,
    mostDigits,
  });
  return format?.unit ? `${written} ${format.unit}` : written;
}

/** From here on an axis says 12K instead of 12,000. */
const LONG = 10_000;

function inStyle(
  digits: string,
  format: ColumnFormat,
  { language, isShort, mostDigits }: Required<Options>,
): string {
  const { style, currency = 'EUR', isShare = false, isCompact = false, decimals } = format;
  const size = Math.abs(Number(digits));
  if (style === 'bytes') return writeBytes(Number(digits), language);
  if (style === 'duration') return writeDuration(Number(digits), language);
  const compact = isCompact || (isShort && size >= LONG);
  const options: Intl.NumberFormatOptions = {
    // What is rounded to zero is no negative number.
    signDisplay: 'negative',
    ...(compact && { notation: 'compact' }),
    ...digitsOf({ decimals, compact, style, digits, mostDigits, isShort }),
    ...(style === 'currency' && { style, currency }),
    ...(style === 'percent' && (isShare ? { style } : { style: 'unit', unit: 'percent' })),
  };
  const number = digits as `${number}`;
  const written = new Intl.NumberFormat(language, options);
  // Where a language has no short form of it, German below a million, it stands in full, to the unit.
  const isFull =
    compact &&
    size >= 1_000 &&
    !written.formatToParts(number).some(({ type }) => type === 'compact');
  const toUnit = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  return (isFull ? new Intl.NumberFormat(language, { ...options, ...toUnit }) : written).format(
    number,
  );
}

type Digits = Required<Pick<Options, 'mostDigits' | 'isShort'>> & {
  decimals: number | undefined;
  compact: boolean;
  style: ColumnFormat['style'];
  digits: string;
};

function digitsOf({ decimals, compact, style, digits, mostDigits, isShort }: Digits) {
  if (decimals !== undefined && !isShort) {
    return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  }
  if (compact) return { maximumFractionDigits: 1 };
  // Cents are written in a sum; along an axis they only take room.
  if (style === 'currency') return isShort ? { maximumFractionDigits: 0 } : {};
  if (style === 'percent') return { maximumFractionDigits: 1 };
  const printed = digits.length - digits.lastIndexOf('.') - 1;
  const least = digits.includes('.') && !isShort ? Math.min(printed, mostDigits) : 0;
  return { minimumFractionDigits: least, maximumFractionDigits: mostDigits };
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

function writeBytes(bytes: number, language: string): string {
  const step = bytes === 0 ? 0 : Math.floor(Math.log10(Math.abs(bytes)) / 3);
  const place = Math.max(0, Math.min(byteUnits.length - 1, step));
  const unit = byteUnits[place] ?? 'byte';
  const number = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
  return number.format(bytes / 1000 ** place);
}

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Of seconds: the two largest units that say something. */
function writeDuration(seconds: number, language: string): string {
  const write = (count: number, unit: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      maximumFractionDigits: 1,
    }).format(count);
  const size = Math.abs(seconds);
  const first = spans.findIndex(([, length]) => size >= length);
  const span = spans[first];
  if (!span || span[0] === 'second') return write(seconds, 'second');
  const [unit, length] = span;
  const next = spans[first + 1] ?? spans[spans.length - 1];
  const whole = Math.floor(size / length);
  const rest = Math.round((size - whole * length) / (next?.[1] ?? 1));
  const sign = seconds < 0 ? '-' : '';
  const written = [write(whole, unit), ...(rest > 0 && next ? [write(rest, next[0])] : [])];
  return sign + written.join(' ');
}
