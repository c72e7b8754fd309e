import type { Cue } from './cues.ts';
import { grains } from './find-measure.ts';
import type { Period } from './days.ts';
import type { Plan } from './plan.ts';
import { qualities } from './rankings.ts';
import { operators } from './read-filters.ts';
import type { Slots } from './slots.ts';

/** What was asked for and is not in the plan. */
export type Unheeded =
  | { kind: 'date'; table: string }
  | { kind: 'periods' }
  | { kind: 'words'; words: string[] };

/**
 * A plan that leaves out a word answers another question, and nobody sees that it does: such a one is
 * not run.
 */
export function findUnheeded(
  { placed, cues }: Slots,
  periods: readonly Period[],
  plan: Plan,
): Unheeded | undefined {
  if (periods.length > 1) return { kind: 'periods' };
  const isTimed = plan.filters.some(({ kind }) => kind === 'period');
  const isByTime = plan.dimensions.some(({ kind }) => kind === 'time');
  const wantsTime = grains.some((grain) => cues.has(grain));
  if ((periods.length > 0 && !isTimed) || (wantsTime && !isByTime && plan.measure))
    return { kind: 'date', table: plan.from };
  const own = plan.measure?.fn === 'own' ? plan.measure.own : undefined;
  const words = placed.flatMap((one, at) => {
    // One number is asked for at a time.
    if (one.kind === 'own') return one.measure === own ? [] : [one.word];
    if (one.kind !== 'cue') return [];
    if (own && reckoning.has(one.cue)) return [one.word];
    const isCompared = placed[at + 1]?.kind === 'number';
    const isHeeded = one.cue in operators ? isCompared : !isSorting(one.cue) || plan.order;
    return isHeeded ? [] : [one.word];
  });
  const [word] = words;
  return word === undefined ? undefined : { kind: 'words', words };
}

/** A measure says itself how it is reckoned: `average revenue` is another number. */
const reckoning: ReadonlySet<Cue> = new Set([
  'avg',
  'max',
  'min',
  'count',
  'distinct',
  'revenue',
  'value',
  'sold',
]);

/** Words that order rows, and are lost where there is nothing to order them by. */
function isSorting(cue: Cue): boolean {
  return cue in qualities || cue === 'last' || cue === 'first' || cue === 'duplicates';
}
