import { z } from 'zod';

/**
 * `:status(o.status)` in a statement is a condition on an expression its author names; what it asks
 * for is the value of the parameter, as JSON text. No value is no condition.
 */
const text = z.string().max(10_000);
const end = text.nullable().optional();
export const condition = z.union([
  /** One of them; `empty` is NULL as one more. */
  z.strictObject({ in: z.array(text).max(1_000), empty: z.boolean().optional() }),
  /** None of them: what is left over beside those that were shown, NULL unless it is among them. */
  z.strictObject({ out: z.array(text).max(1_000), empty: z.boolean().optional() }),
  /** Half open: from the first day, before the one after the last. */
  z.strictObject({ from: end, before: end }),
  /** Both ends included. */
  z.strictObject({ least: end, most: end }),
]);
export type Condition = z.infer<typeof condition>;

/** As a parameter carries it; null is no condition. */
export function writeCondition(asked: Condition | null): string | null {
  return asked === null ? null : JSON.stringify(asked);
}

/** Undefined where the text is none. */
export function readCondition(value: string): Condition | undefined {
  try {
    return condition.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** The condition as SQL; `bind` takes a value and gives its place, `$3`. */
export function conditionSql(
  expression: string,
  asked: Condition,
  bind: (value: string) => string,
): string {
  const subject = `(${expression})`;
  if ('in' in asked) {
    const named = asked.in.length > 0 ? [`${subject} in (${asked.in.map(bind).join(', ')})`] : [];
    const parts = asked.empty ? [...named, `${subject} is null`] : named;
    // Nothing chosen is nothing found: an unfiltered answer would look like one.
    return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
  }
  if ('out' in asked) {
    const named =
      asked.out.length > 0 ? [`${subject} not in (${asked.out.map(bind).join(', ')})`] : [];
    if (asked.empty) return `(${[...named, `${subject} is not null`].join(' and ')})`;
    return named.length === 0 ? 'true' : `(${named[0]} or ${subject} is null)`;
  }
  const ends: [string, string | null | undefined][] =
    'from' in asked || 'before' in asked
      ? [
          ['>=', asked.from],
          ['<', asked.before],
        ]
      : [
          ['>=', 'least' in asked ? asked.least : null],
          ['<=', 'most' in asked ? asked.most : null],
        ];
  const parts = ends.flatMap(([sign, value]) =>
    value === null || value === undefined ? [] : [`${subject} ${sign} ${bind(value)}`],
  );
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
}
