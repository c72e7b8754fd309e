import type { KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';

/** How much of a column is usually empty; of one that was told of, how much it was before it rose. */
export type UsualGaps = Map<string, { share: number; isTold: boolean }>;

/**
 * Of the weeks that were kept, the low ones: what creeps up a point a day is far from how it was, and
 * never far from yesterday. The lowest alone may have been an odd week. What was told of stays told
 * of until it falls back, however long that takes.
 */
export function usualGaps(
  kept: readonly Pick<KeptProfile, 'columns'>[],
  told: ReadonlyMap<string, number>,
): UsualGaps {
  const shares = Map.groupBy(
    kept.flatMap(({ columns }) => columns),
    ({ name }) => name,
  );
  const usual: UsualGaps = new Map();
  for (const [name, columns] of shares) {
    const sorted = columns
      .flatMap(({ nullShare }) => nullShare ?? [])
      .toSorted((one, other) => one - other);
    const share = sorted[Math.floor((sorted.length - 1) / 4)];
    if (share !== undefined) usual.set(name, { share, isTold: false });
  }
  for (const [name, share] of told) usual.set(name, { share, isTold: true });
  return usual;
}
