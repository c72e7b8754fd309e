import { type BucketUnit, bucketUnits } from '../drawing/time-buckets.ts';
import { isCast } from './part-of-bucket.ts';
import { readSelect } from './read-select.ts';

/** How long the times of a statement are, by column, where it says so: `date_trunc('month', x)`. */
export function bucketUnitsIn(text: string): Record<string, BucketUnit> {
  const found = (readSelect(text)?.items ?? []).flatMap(({ name, words }) => {
    const [first, open, length] = words;
    if (first?.word !== 'date_trunc' || open?.word !== '(') return [];
    const close = words.findIndex(({ word, depth }) => word === ')' && depth === open.depth);
    // A difference of two months is no month.
    if (!isCast(words.slice(close + 1))) return [];
    const unit = bucketUnits.find((one) => length?.word === `'${one}'`);
    return unit ? [{ name, unit }] : [];
  });
  // Of two columns of one name nobody knows which one is asked about.
  const only = found.filter(({ name }) => found.filter((one) => one.name === name).length === 1);
  return Object.fromEntries(only.map(({ name, unit }) => [name, unit]));
}
