/**
 * What made a day unusual. Pure: what each value of a dimension had and was expected to have; out comes
 * the smallest set of values that explains the difference, or that all of them moved alike.
 */
export type Share = { value: string; actual: number; expected: number };
export type Contribution =
  | { kind: 'values'; values: { value: string; share: number }[]; surprise: number }
  | { kind: 'across' }
  | { kind: 'unclear' };

const EACH = 0.1;
const TOGETHER = 0.67;
const ALIKE = 0.001;
/** Values this small are no explanation. */
const LEAST = 30;

export function explainDifference(shares: readonly Share[]): Contribution {
  const actual = sum(shares.map((one) => one.actual));
  const expected = sum(shares.map((one) => one.expected));
  const difference = actual - expected;
  if (difference === 0 || actual < 0 || expected <= 0) return { kind: 'unclear' };
  const surprise = sum(
    shares.map((one) =>
      surpriseOf(one.expected / expected, actual === 0 ? 0 : one.actual / actual),
    ),
  );
  if (actual > 0 && surprise < ALIKE) return { kind: 'across' };
  const ranked = shares
    .filter((one) => Math.max(one.actual, one.expected) >= Math.min(LEAST, expected / 20))
    .map((one) => ({ value: one.value, share: (one.actual - one.expected) / difference }))
    .filter(({ share }) => share >= EACH)
    .toSorted((one, other) => other.share - one.share);
  const chosen: { value: string; share: number }[] = [];
  for (const one of ranked) {
    if (sum(chosen.map(({ share }) => share)) >= TOGETHER) break;
    chosen.push(one);
  }
  const isEnough = sum(chosen.map(({ share }) => share)) >= TOGETHER;
  if (!isEnough || chosen.length === shares.length) return { kind: 'across' };
  return { kind: 'values', values: chosen, surprise };
}

/** How much a part of the whole has changed, by Jensen and Shannon. */
function surpriseOf(before: number, after: number): number {
  const half = (one: number) => (one === 0 ? 0 : one * Math.log((2 * one) / (before + after)));
  return (half(before) + half(after)) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
