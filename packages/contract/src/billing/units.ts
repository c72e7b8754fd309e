import { z } from 'zod';

/**
 * Amounts of credits. A credit is a million units, whole ones only: counted as bigint, on the wire as
 * decimal text, never as a float. This module is the only place that turns one into the other.
 */
declare const counted: unique symbol;
export type Units = bigint & { readonly [counted]: true };

const UNITS_A_CREDIT = 1_000_000n;
const PLACES = 6;

export const NO_UNITS = 0n as Units;

export function toUnits(units: bigint | string): Units {
  return BigInt(units) as Units;
}

export function negated(units: Units): Units {
  return toUnits(0n - units);
}

const decimal = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/** `"12.5"` is twelve and a half credits. */
export function creditsToUnits(text: string): Units {
  const [, sign, whole, part = ''] = decimal.exec(text) ?? [];
  if (whole === undefined) throw new Error(`No amount of credits: ${text}`);
  const units = BigInt(whole) * UNITS_A_CREDIT + BigInt(part.padEnd(PLACES, '0'));
  return (sign === '-' ? -units : units) as Units;
}

/** All six places there can be, without those that say nothing: what files and the wire have. */
export function unitsToCredits(units: bigint): string {
  const size = units < 0n ? -units : units;
  let part = String(size % UNITS_A_CREDIT).padStart(PLACES, '0');
  while (part.endsWith('0')) part = part.slice(0, -1);
  return `${units < 0n ? '-' : ''}${size / UNITS_A_CREDIT}${part === '' ? '' : `.${part}`}`;
}

const UNITS_A_CENT = UNITS_A_CREDIT / 100n;

/**
 * For reading: two places. A balance is rounded down, so that nobody counts on what is not there; a
 * cost is rounded up, so that what cost something never shows as nothing.
 */
export function shownCredits(units: bigint, kind: 'balance' | 'cost'): string {
  const size = units < 0n ? -units : units;
  const isUp = (kind === 'cost') !== units < 0n;
  const cents = isUp ? (size + UNITS_A_CENT - 1n) / UNITS_A_CENT : size / UNITS_A_CENT;
  const shown = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  return units < 0n && cents !== 0n ? `-${shown}` : shown;
}

/** An amount as the wire has it. */
export const credits = z.string().regex(decimal, 'An amount like 12.5');
