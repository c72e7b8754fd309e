import { readTokens, type SqlToken } from './lexer.ts';

/**
 * What a statement is made of, read word by word: one SELECT, perhaps after WITH, whose columns are
 * named. Undefined is for everything else: nothing is guessed.
 */
export type ReadSelect = {
  /** What stands before its SELECT. */
  before: string;
  items: Item[];
  /** It makes one row of many. */
  isGrouped: boolean;
  /** A column of it is counted over other rows of the result: running sums, shares of the whole. */
  hasWindows: boolean;
  /** Where the text of a clause is, without the words it begins with. */
  placeOf(clause: Clause): { from: number; to: number } | undefined;
  /** Behind its last column. */
  listEnd: number;
};

type Clause = 'from' | 'where' | 'group' | 'having' | 'limit' | 'offset' | 'fetch';

const LONGEST = 200_000;
const joined = new Set(['union', 'intersect', 'except', 'window', 'into', 'for']);
const clauses = new Set(['from', 'where', 'group', 'having', 'order', 'limit', 'offset', 'fetch']);

export function readSelect(text: string): ReadSelect | undefined {
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
  return {
    before: text.slice(0, words[select]?.from),
    items,
    listEnd: words[from.at - 1]?.to ?? 0,
    isGrouped: places.has('group') || items.some(({ words: own }) => aggregates(own)),
    hasWindows: items.some(({ words: own }) => own.some(isOver)),
    placeOf: (clause) => {
      const place = places.get(clause);
      const to = words[(place?.end ?? 0) - 1]?.to ?? text.length;
      return place && { from: words[place.at]?.to ?? 0, to };
    },
  };
}

export type Word = {
  word: string;
  from: number;
  to: number;
  depth: number;
  kind: SqlToken['kind'];
};

/** Without spaces and comments; how many brackets each stands in. */
export function wordsOf(text: string): Word[] {
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

type Stretch = { at: number; end: number };

/** Where each begins, by its last word (`by` of `group by`), and where the next one begins. */
function clausesOf(words: readonly Word[], select: number): Map<string, Stretch> {
  const starts = words.flatMap(({ word, depth, kind }, at) =>
    at > select && depth === 0 && kind === 'word' && clauses.has(word) ? [at] : [],
  );
  return new Map(
    starts.map((at, place): [string, Stretch] => {
      const { word } = words[at]!;
      const isTwo = word === 'group' || word === 'order';
      return [word, { at: isTwo ? at + 1 : at, end: starts[place + 1] ?? words.length }];
    }),
  );
}

/** Its place is counted from one, as `group by 1` does. */
export type Item = { name: string; text: string; words: Word[]; place: number };

/** The columns of a list, each with its name and its expression. */
function itemsOf(text: string, words: readonly Word[]): Item[] {
  return splitList(words).flatMap((part, at): Item[] => {
    const [last, before] = [part.at(-1), part.at(-2)];
    if (!last || last.word === '*') return [];
    const cut = (count: number): Item => {
      const own = part.slice(0, part.length - count);
      return {
        name: unquoted(last),
        text: text.slice(own[0]?.from, own.at(-1)?.to),
        words: own,
        place: at + 1,
      };
    };
    if (before?.word === 'as') return [cut(2)];
    const isName = last.kind === 'word' || last.kind === 'quoted';
    if (!isName) return last.word === ')' ? [{ ...cut(0), name: part[0]?.word ?? '' }] : [];
    if (!before || before.word === '.') return [cut(0)];
    const inside = castName(part);
    if (inside !== undefined) return [{ ...cut(0), name: inside }];
    // Behind a whole expression a word is its name; behind an operator it is part of it.
    const isWhole =
      before.word === ')' || ['word', 'quoted', 'string', 'number'].includes(before.kind);
    return isWhole ? [cut(1)] : [];
  });
}

/** What is cast keeps the name of its column or function: `placed_at::date` is `placed_at`. */
function castName(part: readonly Word[]): string | undefined {
  if (part.at(-2)?.word !== ':' || part.at(-3)?.word !== ':') return undefined;
  const own = part.slice(0, -3);
  const [first, open] = own;
  const last = own.at(-1);
  const close = own.find(({ word, depth }, at) => at > 0 && word === ')' && depth === first?.depth);
  if (first?.kind === 'word' && open?.word === '(' && close === last) return first.word;
  const isName = last?.kind === 'word' || last?.kind === 'quoted';
  return last && isName && (own.length === 1 || own.at(-2)?.word === '.')
    ? unquoted(last)
    : undefined;
}

/** Commas inside brackets part nothing. */
export function splitList(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (word.word === ',' && word.depth === 0) parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}

const counting = new Set(
  (
    'count sum avg min max mode any_value every bool_and bool_or array_agg string_agg json_agg ' +
    'jsonb_agg json_object_agg jsonb_object_agg stddev stddev_pop stddev_samp variance var_pop ' +
    'var_samp corr percentile_cont percentile_disc covar_pop covar_samp bit_and bit_or'
  ).split(' '),
);

export function aggregates(words: readonly Word[]): boolean {
  return words.some(
    ({ word, kind }, at) =>
      isOver({ word, kind }) ||
      (kind === 'word' && counting.has(word) && words[at + 1]?.word === '('),
  );
}

function isOver({ word, kind }: Pick<Word, 'word' | 'kind'>): boolean {
  return kind === 'word' && word === 'over';
}

/** As the database calls the column. */
export function unquoted({ word, kind }: Word): string {
  return kind === 'quoted' ? word.slice(1, -1).replaceAll('""', '"') : word;
}
