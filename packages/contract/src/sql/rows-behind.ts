import { nameOf, readTokens } from './lexer.ts';
import { aggregates, readSelect, type Word, wordsOf } from './read-select.ts';

/** A value of a column that a mark stands for; the condition is the value of a parameter. */
export type BehindCondition = { column: string; name: string };

/**
 * The statement that finds the rows behind one number of a query that groups: the same tables and
 * conditions, without grouping, narrowed to what the mark stands for. Each narrowing is a condition
 * `:name(expression)`, bound like every other. Undefined where that can't be read (`readSelect`).
 */
export type RowsBehind = {
  sql: string;
  /** Where the rows are those of one table, by its own names: what narrows it. */
  table: { name: string; where: string } | undefined;
};

type Measured = { conditions: readonly BehindCondition[]; measure?: string | undefined };

export function rowsBehind(
  text: string,
  { conditions, measure }: Measured,
): RowsBehind | undefined {
  const select = readSelect(text);
  if (!select) return undefined;
  const { before, items, isGrouped } = select;
  const part = (name: 'from' | 'where') => {
    const place = select.placeOf(name);
    return place && text.slice(place.from, place.to).trim();
  };
  const narrowed = conditions.map(({ column, name }) => {
    const found = items.filter((item) => item.name === column);
    const [only] = found;
    return found.length === 1 && only && !aggregates(only.words) ? `:${name}(${only.text})` : '';
  });
  if (!isGrouped || narrowed.includes('')) return undefined;
  const measured = items.find(({ name }) => name === measure);
  const filtered = measured && filterOf(text, measured.words);
  const wheres = [part('where'), filtered].flatMap((one) => (one ? [`(${one})`] : []));
  const where = [...wheres, ...narrowed].join('\n  and ');
  const source = part('from') ?? '';
  const sql = `${before}select * from ${source}${where && `\nwhere ${where}`}`;
  const isPlain = before.trim() === '' && isTableName(source);
  return { sql, table: isPlain ? { name: source, where } : undefined };
}

/** What `sum(total) filter (where …)` counts, where it is the only one in the expression. */
function filterOf(text: string, words: readonly Word[]): string | undefined {
  const places = words.flatMap(({ word }, at) =>
    word === 'filter' && words[at + 1]?.word === '(' && words[at + 2]?.word === 'where' ? [at] : [],
  );
  const [at] = places;
  if (at === undefined || places.length > 1) return undefined;
  const { depth } = words[at + 1]!;
  const end = words.find((one, place) => place > at + 1 && one.word === ')' && one.depth === depth);
  return end && text.slice(words[at + 2]!.to, end.from).trim();
}

function isTableName(source: string): boolean {
  const words = wordsOf(source);
  const isName = ({ kind }: Word) => kind === 'word' || kind === 'quoted';
  if (words.length === 1) return isName(words[0]!);
  return words.length === 3 && words[1]?.word === '.' && isName(words[0]!) && isName(words[2]!);
}

/** `public."Order lines (2.0)"` as the catalog has it, part by part. */
export function namesIn(source: string): string[] {
  return readTokens(source)
    .filter(({ kind }) => kind === 'word' || kind === 'quoted')
    .map(({ from, to }) => nameOf(source.slice(from, to)));
}
