import { readSelect, type Word } from './read-select.ts';

/**
 * The same statement over a part of one of its buckets: `date_trunc('month', placed_at)` stands for
 * whole months, `:name(placed_at)` narrows to some days of one. Undefined where the column is no
 * bucket of anything, another one looks beyond it, or the statement says more than can be read word
 * by word.
 */
export function partOfBucket(
  text: string,
  { column, name }: { column: string; name: string },
): string | undefined {
  const select = readSelect(text);
  // What is counted over the buckets before is not what it was once they are left out.
  if (!select?.isGrouped || select.hasWindows) return undefined;
  const [only, another] = select.items.filter((item) => item.name === column);
  const inside = only && !another && truncated(text, only.words);
  if (!inside) return undefined;
  const condition = `:${name}(${inside})`;
  const where = select.placeOf('where');
  if (where) {
    const own = text.slice(where.from, where.to);
    return `${text.slice(0, where.from)} (${own}\n) and ${condition}\n${text.slice(where.to)}`;
  }
  const from = select.placeOf('from');
  return from && `${text.slice(0, from.to)}\nwhere ${condition}\n${text.slice(from.to)}`;
}

/** What is cut to whole months or days: `date_trunc('month', x)`, `x::date`, or both. */
function truncated(text: string, words: readonly Word[]): string | undefined {
  const [first, open] = words;
  if (first?.word === 'date_trunc' && open?.word === '(') {
    const depth = open.depth + 1;
    const commas = words.flatMap((one, at) =>
      one.word === ',' && one.depth === depth ? [at] : [],
    );
    const close = words.findIndex(
      ({ word, depth: own }, at) => at > 1 && word === ')' && own === open.depth,
    );
    const [comma] = commas;
    // With a zone of its own it has three parts, and days that are not those of the project.
    if (comma === undefined || commas.length > 1 || close < 0 || !isCast(words.slice(close + 1))) {
      return undefined;
    }
    return text.slice(words[comma]?.to, words[close]?.from).trim();
  }
  const [inside, cast] = [words.slice(0, -3), words.slice(-3)];
  const isDay = isCast(cast) && cast.at(-1)?.word === 'date';
  return isDay && inside.length > 0
    ? text.slice(inside[0]?.from, inside.at(-1)?.to).trim()
    : undefined;
}

/** `::date`, or nothing at all. */
export function isCast(words: readonly Word[]): boolean {
  const [first, second] = words;
  return words.length === 0 || (words.length === 3 && first?.word === ':' && second?.word === ':');
}
