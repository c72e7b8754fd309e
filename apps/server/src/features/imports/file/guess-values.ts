import type { ReadOptions } from '@causeway/contract/imports/plan.ts';

/** What values look like, before anybody said how they are written. */

const number = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)([eE][+-]?\d+)?$/;
const anyDate = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T].*)?$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A number, a date, a truth or an id: nothing a column would be called. */
export function isTyped(value: string): boolean {
  return (
    number.test(value) || anyDate.test(value) || uuid.test(value) || /^(true|false)$/i.test(value)
  );
}

/**
 * A comma where values have it in front of their fraction, and none has a dot there. One in front of
 * three digits says nothing: 1,234 is a thousand and more for some, and little more than one for others.
 */
export function guessDecimal(values: readonly string[]): ReadOptions['decimal'] {
  let commas = 0;
  for (const value of values) {
    if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(value)) continue;
    if (/^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(value)) commas += 1;
    // 1.234 could be a thousand and more; 1.2 could not.
    else if (/^[+-]?\d+\.(\d{1,2}|\d{4,})$/.test(value)) return '.';
  }
  return commas > 0 ? ',' : '.';
}

/** A number above 12 can't be a month; where none is, dots are for days first, slashes for months. */
export function guessDateOrder(values: readonly string[]): ReadOptions['dateOrder'] {
  let guess: ReadOptions['dateOrder'] = 'ymd';
  for (const value of values) {
    const match = /^(\d{1,2})([-./])(\d{1,2})\2\d{2,4}\b/.exec(value);
    if (!match) continue;
    if (Number(match[1]) > 12) return 'dmy';
    if (Number(match[3]) > 12) return 'mdy';
    if (guess === 'ymd') guess = match[2] === '/' ? 'mdy' : 'dmy';
  }
  return guess;
}
