import { readTokens, type SqlToken } from './lexer.ts';

/** A value of a column that a mark stands for; the condition is the value of a parameter. */
export type BehindCondition = { column: string; name: string };

/**
 * The statement that finds the rows behind one number of a query that groups: the same tables and
 * conditions, without grouping, narrowed to what the mark stands for. Each narrowing is a condition
 * `:name(expression)`, bound like every other.
 *
 * What a statement is made of is read word by word, so only what is plain is understood: one SELECT,
 * perhaps after WITH, whose columns are named. Undefined is for everything else: nothing is guessed.
 */
export type RowsBehind = {
  sql: string;
  /** Where the rows are those of one table, by its own names: what narrows it. */
  table: { name: string; where: string } | undefined;
};

type Measured = { conditions: readonly BehindCondition[]; measure?: string | undefined };

const LONGEST = 200_000;
const joined = new Set(['union', 'intersect', 'except', 'window', 'into', 'for']);
const clauses = new Set(['from', 'where', 'group', 'having', 'order', 'limit', 'offset', 'fetch']);

export function rowsBehind(
  text: string,
  { conditions, measure }: Measured,
): RowsBehind | undefined {
  if (text.length > LONGEST) return undefined;
  const words = wordsOf(text);
  const select = words.findIndex(({ word, depth }) => depth === 0 && word === 'select');
  if (select < 0 || words.some(({ word, depth }) => depth === 0 && joined.has(word))) {
    return undefined;
  }
  const places = clausesOf(words, select);
  const from = places.get('from');
  if (!from || ['distinct', 'all'].includes(words[select + 1]?.word ?? '')) return undefined;
  const items = itemsOf(text, words.slice(select + 1, from.at));
  const isGrouped = places.has('group') || items.some(({ words: own }) => aggregates(own));
  const part = (name: string) => {
    const place = places.get(name);
    return place && text.slice(words[place.at]?.to, words[place.end]?.from ?? text.length).trim();
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
  const before = text.slice(0, words[select]?.from);
  const sql = `${before}select * from ${source}${where && `\nwhere ${where}`}`;
  const isPlain = before.trim() === '' && isTableName(source);
  return { sql, table: isPlain ? { name: source, where } : undefined };
}

type Word = { word: string; from: number; to: number; depth: number; kind: SqlToken['kind'] };

/** Without spaces and comments; how many brackets each stands in. */
function wordsOf(text: string): Word[] {
  let depth = 0;
  return readTokens(text).flatMap(({ kind, from, to }): Word[] => {
    if (kind === 'space' || kind === 'comment') return [];
    const word = kind === 'quoted' ? text.slice(from, to) : text.slice(from, to).toLowerCase();
    if (word === ')' || word === ']') depth -= 1;
    const one = { word, from, to, depth, kind };
    if (word === '(' || word === '[') depth += 1;
    return word === ';' ? [] : [one];
  });
}

type Clause = { at: number; end: number };

/** Where each begins, by its last word (`by` of `group by`), and where the next one begins. */
function clausesOf(words: readonly Word[], select: number): Map<string, Clause> {
  const starts = words.flatMap(({ word, depth, kind }, at) =>
    at > select && depth === 0 && kind === 'word' && clauses.has(word) ? [at] : [],
  );
  return new Map(
    starts.map((at, place): [string, Clause] => {
      const { word } = words[at]!;
      const isTwo = word === 'group' || word === 'order';
      return [word, { at: isTwo ? at + 1 : at, end: starts[place + 1] ?? words.length }];
    }),
  );
}

type Item = { name: string; text: string; words: Word[] };

/** The columns of a list, each with its name and its expression. */
function itemsOf(text: string, words: readonly Word[]): Item[] {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (word.word === ',' && word.depth === 0) parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts.flatMap((part): Item[] => {
    const [last, before] = [part.at(-1), part.at(-2)];
    if (!last || last.word === '*') return [];
    const cut = (count: number): Item => {
      const own = part.slice(0, part.length - count);
      return {
        name: unquoted(last),
        text: text.slice(own[0]?.from, own.at(-1)?.to),
        words: own,
      };
    };
    if (before?.word === 'as') return [cut(2)];
    const isName = last.kind === 'word' || last.kind === 'quoted';
    if (!isName) return last.word === ')' ? [{ ...cut(0), name: part[0]?.word ?? '' }] : [];
    if (!before || before.word === '.') return [cut(0)];
    // Behind a whole expression a word is its name; behind an operator it is part of it.
    const isWhole =
      before.word === ')' || ['word', 'quoted', 'string', 'number'].includes(before.kind);
    return isWhole ? [cut(1)] : [];
  });
}

const counting = new Set(
  (
    'count sum avg min max mode any_value every bool_and bool_or array_agg string_agg json_agg ' +
    'jsonb_agg json_object_agg jsonb_object_agg stddev stddev_pop stddev_samp variance var_pop ' +
    'var_samp corr percentile_cont percentile_disc covar_pop covar_samp bit_and bit_or'
  ).split(' '),
);

function aggregates(words: readonly Word[]): boolean {
  return words.some(
    ({ word, kind }, at) =>
      kind === 'word' && (word === 'over' || (counting.has(word) && words[at + 1]?.word === '(')),
  );
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

/** As the database calls the column. */
function unquoted({ word, kind }: Word): string {
  return kind === 'quoted' ? word.slice(1, -1).replaceAll('""', '"') : word;
}
