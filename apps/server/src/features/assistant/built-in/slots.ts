import { type Catalog, keepsSales, type Table } from './catalog.ts';
import { hasRevenue } from './find-measure.ts';
import { pathTo, reaches } from './joins.ts';
import { type Cue, type Item, readCues } from './cues.ts';
import { type Mention, mentionsAt } from './matching.ts';
import { fillers, softWords } from './vocabulary.ts';
import type { OwnMeasure } from './own-measure.ts';
import type { Token } from './words.ts';

/** Where in the question something stands: what it is about, by what, with and without what. */
export type Mode = 'main' | 'by' | 'with' | 'without' | 'most' | 'fewest';

export type Placed =
  | {
      kind: 'mention';
      mention: Mention;
      mode: Mode;
      /** Follows the one before it directly. */ isAdjacent: boolean;
    }
  | { kind: 'own'; measure: OwnMeasure; word: string; mode: Mode }
  | { kind: 'cue'; cue: Cue; word: string; mode: Mode }
  | { kind: 'number'; number: number; mode: Mode };

export type Slots = {
  placed: Placed[];
  /** What a word stands for nobody knows. */
  unknown: string[];
  cues: Set<Cue>;
  /** `Which customer has the most` is one, `customers with the most` are several. */
  isSingular: boolean;
};

/** A name of its own or the last word of one: `values` are no `measured_values` by the sound alone. */
const WHOLE_WORD = 0.9;

const modes: Partial<Record<Cue, Mode>> = {
  by: 'by',
  with: 'with',
  without: 'without',
  missing: 'without',
  most: 'most',
  fewest: 'fewest',
};

/**
 * Revenue is a word of its own only where there is anything that it could be: else it is a name, or
 * unknown. `How many sales` are counted where there is a table of them.
 */
function isNamed(catalog: Catalog, tokens: readonly Token[], cue: Cue, at: number): boolean {
  if (cue !== 'revenue') return false;
  if (!hasRevenue(catalog)) return true;
  const isCounted = /^(many|of|viele|vielen|anzahl|count)$/.test(tokens[at - 1]?.word ?? '');
  const { stem: word } = tokens[at]!;
  return isCounted && catalog.tables.some(({ stems }) => stems.join(' ') === word);
}

export function fillSlots(catalog: Catalog, tokens: readonly Token[]): Slots {
  const items = readCues(tokens, (cue, at) => isNamed(catalog, tokens, cue, at));
  const focus = findFocus(catalog, items);
  const placed: Placed[] = [];
  const unknown: string[] = [];
  let mode: Mode = 'main';
  for (let at = 0; at < items.length;) {
    const item = items[at]!;
    if ('cue' in item) {
      mode = modes[item.cue] ?? mode;
      placed.push({ kind: 'cue', cue: item.cue, word: item.word, mode });
      at += 1;
      continue;
    }
    const { token } = item;
    if (token.number !== undefined) {
      placed.push({ kind: 'number', number: token.number, mode });
      at += 1;
      continue;
    }
    if (token.own !== undefined) {
      placed.push({ kind: 'own', measure: token.own, word: token.typed ?? token.word, mode });
      at += 1;
      continue;
    }
    const run = tokensFrom(items, at);
    const readings = mentionsAt(catalog, run, 0).filter(
      ({ length, kind, score }) =>
        length > 1 || !fillers.has(token.word) || (kind === 'table' && score >= WHOLE_WORD),
    );
    const mention = choose(catalog, readings, { focus, placed, mode });
    if (mention) {
      placed.push({
        kind: 'mention',
        mention,
        mode: token.isNegated ? 'without' : mode,
        isAdjacent: placed.at(-1)?.kind === 'mention',
      });
      at += mention.length;
    } else {
      const isSaid =
        fillers.has(token.word) || softWords.has(token.word) || token.word.length === 1;
      if (!isSaid || token.isNegated) unknown.push(token.typed ?? token.word);
      at += 1;
    }
  }
  const cues = new Set(placed.flatMap((one) => (one.kind === 'cue' ? [one.cue] : [])));
  return { placed, unknown, cues, isSingular: isAboutOne(tokens) };
}

function isAboutOne(tokens: readonly Token[]): boolean {
  const words = new Set(tokens.map(({ word }) => word));
  const asks = ['which', 'what', 'who', 'welche', 'welcher', 'welches', 'wer', 'was'].some((word) =>
    words.has(word),
  );
  return (
    asks &&
    ['has', 'hat', 'is', 'ist', 'was', 'sold', 'brought', 'bringt'].some((word) => words.has(word))
  );
}

/** Words up to the next cue or number. */
function tokensFrom(items: readonly Item[], at: number): Token[] {
  const run: Token[] = [];
  for (const item of items.slice(at, at + 3)) {
    if (!('token' in item) || item.token.number !== undefined || item.token.own) break;
    run.push(item.token);
  }
  return run;
}

/** The tables a question names itself: they decide which of two columns of a name is meant. */
function findFocus(catalog: Catalog, items: readonly Item[]): Table[] {
  const focus: Table[] = [];
  const isSales = items.some(
    (item) => 'cue' in item && (item.cue === 'revenue' || item.cue === 'sold'),
  );
  if (isSales) {
    focus.push(...catalog.tables.filter((table) => !table.isView && keepsSales(table)));
  }
  for (const item of items) {
    const own = 'token' in item ? item.token.own : undefined;
    if (own) focus.push(...catalog.tables.filter(({ name }) => name === own.table));
  }
  for (let at = 0; at < items.length;) {
    const run = tokensFrom(items, at);
    const best =
      run.length > 0 && !fillers.has(run[0]!.word) ? mentionsAt(catalog, run, 0)[0] : undefined;
    if (best?.kind === 'table') focus.push(best.table);
    at += best?.length ?? 1;
  }
  return focus;
}

type Choosing = { focus: Table[]; placed: Placed[]; mode: Mode };

/** The reading that fits what stands around it. */
function choose(
  catalog: Catalog,
  mentions: Mention[],
  { focus, placed, mode }: Choosing,
): Mention | undefined {
  if (mentions.length === 0) return undefined;
  const before = placed.findLast((one) => one.kind === 'mention');
  const previous = before?.kind === 'mention' ? before.mention.table : undefined;
  // What is counted, or is there or not, is a thing and not one of its numbers.
  const isCounted =
    mode === 'without' ||
    mode === 'most' ||
    mode === 'fewest' ||
    placed.some((one) => one.kind === 'cue' && one.cue === 'count');
  const isReckoned = placed.some(
    (one) => one.kind === 'cue' && ['avg', 'sum', 'range'].includes(one.cue),
  );
  const rank = (mention: Mention) => {
    let rank = mention.score;
    if (mention.kind === 'table') return isCounted ? rank + 0.4 : rank;
    if (mention.table === previous) rank += 0.15;
    if (focus.includes(mention.table)) rank += 0.3;
    else if (focus.some((table) => reaches(catalog, table.name, mention.table.name))) rank += 0.12;
    else if (focus.some((table) => reaches(catalog, mention.table.name, table.name))) rank += 0.06;
    if (mention.kind === 'column' && mention.column.isReference) rank -= 0.4;
    if (mention.kind === 'column' && mention.column.kind === 'other') rank -= 0.2;
    // Nobody adds texts up.
    if (
      isReckoned &&
      mode === 'main' &&
      mention.kind === 'column' &&
      mention.column.kind === 'text'
    )
      rank -= 0.3;
    return rank;
  };
  // A value of a table that has nothing to do with what is asked about is another thing's.
  const near = mentions.filter(
    ({ kind, table }) => kind !== 'value' || focus.length === 0 || isNear(catalog, table, focus),
  );
  const best = near.toSorted((one, other) => rank(other) - rank(one))[0];
  return best && rank(best) >= 0.5 ? best : undefined;
}

function isNear(catalog: Catalog, table: Table, focus: readonly Table[]): boolean {
  return focus.some(
    ({ name }) =>
      name === table.name ||
      pathTo(catalog, name, table.name) !== undefined ||
      pathTo(catalog, table.name, name) !== undefined,
  );
}
