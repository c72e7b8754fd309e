/** Round marks of an axis from zero (or below, for negative values) over all values. */
export function axisTicks(values: number[], wanted = 4): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values) || (lowest === 0 ? 1 : 0);
  const step = roundStep((highest - lowest) / wanted);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => exact((first + index) * step));
}

/** 1, 2 or 5 times a power of ten, not smaller than asked. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** 3 × 0.1 is 0.30000000000000004, which nobody wants on an axis. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** Which labels of an axis to show so that none runs into its neighbour. */
export function labelStride(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}

/** What a letter of an axis takes at most, as a rule, in the size they have. */
export const LETTER = 6.6;
const GAP = 8;
/** More names than these are left out where they would touch. */
const MOST_NAMES = 20;
const NARROWEST_SLANTED = 18;
const MOST_SLANTED_LETTERS = 16;

export type NamePlaces = {
  /** Every how many-th is shown. */
  stride: number;
  isSlanted: boolean;
  /** Longer ones are cut: they would run into the next. */
  most: number;
};

/**
 * How names stand below a chart: side by side where they fit, slanted where each is one thing of its own,
 * as bars are; of those that are too many, and of days along a line, some are left out.
 */
export function placeNames(names: readonly string[], band: number, isEachOne: boolean): NamePlaces {
  const longest = Math.max(0, ...names.map(({ length }) => length)) * LETTER + GAP;
  if (longest <= band) return { stride: 1, isSlanted: false, most: Infinity };
  if (isEachOne && names.length <= MOST_NAMES && band >= NARROWEST_SLANTED)
    return { stride: 1, isSlanted: true, most: MOST_SLANTED_LETTERS };
  const stride = labelStride(names.length, band * names.length, Math.min(longest, WIDEST_NAME));
  return { stride, isSlanted: false, most: Math.floor((stride * band - GAP) / LETTER) };
}

const WIDEST_NAME = 120;

export function cutName(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, Math.max(1, most - 1)).trimEnd()}…` : name;
}

/** The room that figures beside an axis take: `150 Mio.` is longer than `150M`. */
export function roomBeside(figures: readonly string[]): number {
  return Math.max(44, ...figures.map(({ length }) => Math.ceil(length * LETTER) + 12));
}
