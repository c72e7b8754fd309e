import type { FilterPick } from '@causeway/contract/dashboards/filter-values.ts';

export type Choice = { value: string; isOffered: boolean };

/**
 * What a list shows: what is offered now, and behind it what was chosen before and is not offered any
 * more, marked, until somebody takes it away. While nothing is known to be offered, nothing is marked.
 */
export function choicesOf(offered: readonly string[], { values }: FilterPick): Choice[] {
  const known = new Set(offered);
  const gone = values.filter((value) => !known.has(value));
  return [
    ...offered.map((value) => ({ value, isOffered: true })),
    ...gone.map((value) => ({ value, isOffered: offered.length === 0 })),
  ];
}
