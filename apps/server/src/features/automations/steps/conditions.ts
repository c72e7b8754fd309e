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
  if (first !== undefined && second !== undefined) return first - second;
  const [one, other] = [textOf(left), textOf(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Texts of digits count as numbers: that is how databases hand out large ones. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '' || value.length > 40) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
