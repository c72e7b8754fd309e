/** Largest and smallest of each type; a database refuses the rest, this says so while typing. */
const BOUNDS: Record<string, readonly [bigint, bigint]> = {
  smallint: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
  oid: [0n, 4_294_967_295n],
};

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const SPECIAL = /^([+-]?(inf|infinity)|nan)$/i;

export type NumberProblem = 'notWhole' | 'notNumber' | 'outOfRange';

/** Digits are compared as text and as whole numbers of any size: a float would round them. */
export function findNumberProblem(text: string, baseType: string): NumberProblem | undefined {
  const trimmed = text.trim();
  const bounds = BOUNDS[baseType];
  if (!bounds) return DECIMAL.test(trimmed) || SPECIAL.test(trimmed) ? undefined : 'notNumber';
  if (!WHOLE.test(trimmed)) return 'notWhole';
  const value = BigInt(trimmed.replace('+', ''));
  return value < bounds[0] || value > bounds[1] ? 'outOfRange' : undefined;
}
