import type { Condition, Operator } from '@causeway/contract/automations/nodes.ts';
import { count, EACH, textOf } from '../engine/effort.ts';

/** Compared as what they look like: two numbers as numbers, anything else as text. */
export function holds({ left, operator, right }: Condition): boolean {
  return tests[operator](left, right);
}

export function holdAll(match: 'all' | 'any', conditions: readonly Condition[]): boolean {
  return match === 'all' ? conditions.every(holds) : conditions.some(holds);
}

const tests: Record<Operator, (left: unknown, right: unknown) => boolean> = {
  equals: (left, right) => compare(left, right) === 0,
  differs: (left, right) => compare(left, right) !== 0,
  less: (left, right) => compare(left, right) < 0,
  'at-most': (left, right) => compare(left, right) <= 0,
  more: (left, right) => compare(left, right) > 0,
  'at-least': (left, right) => compare(left, right) >= 0,
  contains: (left, right) =>
    Array.isArray(left)
      ? left.some((item) => compare(item, right) === 0)
      : textOf(left).includes(textOf(right)),
  'starts-with': (left, right) => textOf(left).startsWith(textOf(right)),
  'is-empty': isEmpty,
  'is-not-empty': (left) => !isEmpty(left),
};

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function compare(left: unknown, right: unknown): number {
  count(EACH);
  const [first, second] = [numberOf(left), numberOf(right)];
  if (first !== undefined && second !== undefined) {
    return first === second ? compareDigits(left, right) : first - second;
  }
  return order(textOf(left), textOf(right));
}

function order<Value extends string | bigint>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Two texts may say more digits than the one number that both are to us. */
function compareDigits(left: unknown, right: unknown): number {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  if (!one || !other) return 0;
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return order(scaled(one), scaled(other));
}

type Decimal = { digits: bigint; places: number };

function decimalOf(value: unknown): Decimal | undefined {
  const written =
    typeof value === 'string' ? /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(value.trim()) : null;
  if (!written) return undefined;
  const [, sign, whole = '', part = ''] = written;
  const digits = BigInt(whole + part);
  return { digits: sign === '-' ? -digits : digits, places: part.length };
}

/** Texts of digits count as numbers: that is how databases hand out large ones. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '' || value.length > 40) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
