type Context = { source?: string } | undefined;

/**
 * The first number that would not stay what it is: JSON may write more digits than a number of ours
 * holds. All that a double prints itself, shortest or with 17 digits, stays.
 */
export function findLostNumber(text: string): string | undefined {
  if (!mayBeLost.test(text)) return undefined;
  let lost: string | undefined;
  JSON.parse(text, (_key, value: unknown, context?: Context) => {
    if (isLost(value, context)) lost ??= context?.source;
    return value;
  });
  return lost;
}

/** Such numbers as the text they are written as, for who takes numbers and texts alike. */
export function parseWithAllDigits(text: string): unknown {
  if (!mayBeLost.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: Context) => {
    return isLost(value, context) ? context?.source : value;
  });
}

/** Many digits, or an exponent of three: looked for before each number is. */
const mayBeLost = /[\d.]{16}|\d[eE][+-]?\d{3}/;

function isLost(value: unknown, context: Context): boolean {
  if (typeof value !== 'number' || context?.source === undefined) return false;
  const written = significant(context.source);
  return written !== significant(String(value)) && written !== significant(value.toPrecision(17));
}

/** What is left of a number without sign, point and zeros at either end. */
function significant(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const bare = digits.slice(0, lengthWithoutZeros(digits));
  const shift = Number(exponent) - fraction.length + digits.length - bare.length;
  return bare === '' ? '0' : `${bare}e${shift}`;
}

/** Counted from the end: a pattern would try each zero within a long number as the first of its last. */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return length;
}
