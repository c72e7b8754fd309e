import { meanings, valueWords } from './business-words.ts';
import { tradeStates, tradeWords } from './trade-words.ts';
import { cutCompound, isHead } from './vocabulary.ts';
import { fold, stem, wordsOf } from './words.ts';

/**
 * Words of the vocabulary that are English themselves. A name made of them says what it says: a `note` in
 * an English database is no mark somebody got, and a `line` no item.
 */
const english = new Set(
  `client buyer shopper ordered bought purchased purchase goods article line lines department staff
    worker wage pay reviewed star ticket request inventory stock unit piece profit turnover sale earning
    postage freight coupon voucher promo nation town zip type birthday registered signup joined position
    personal note german english`
    .split(/\s+/)
    .map((word) => stem(word)),
);

/** As stems are written: their endings stay. */
function withoutMarks(word: string): string {
  return word.replace(/([aou])e/g, '$1');
}

const MOST_READINGS = 12;

const byStem = new Map<string, string[][]>();
for (const [word, said] of [tradeWords, tradeStates, meanings, valueWords].flatMap((one) =>
  Object.entries(one),
)) {
  const key = stem(fold(word));
  if (english.has(key)) continue;
  const readings = said.split(' ').filter(Boolean);
  byStem.set(key, [
    ...(byStem.get(key) ?? []),
    ...readings.map((reading) => reading.split('_').map((part) => stem(part))),
  ]);
}

/** Ends of amounts that are a part of them only: a `Steuerbetrag` is not what was earned. */
const parts = new Set(
  'steuer mehrwertsteuer umsatzsteuer mwst ust rabatt skonto versand porto mahn anzahlung teil rest storno gutschrift'
    .split(' ')
    .map(withoutMarks),
);

/** What names say in English. Many columns of a database are made of the same words. */
export type Translator = {
  /** The ways to say a whole name, each as stems; none where no word of it is German. */
  readingsOf(name: string): string[][];
  /** What kind of thing it is, as one word of English that names it: of a compound that of its end. */
  headOf(name: string): string[];
};

export function createTranslator(): Translator {
  const known = new Map<string, string[][]>();

  function readWord(word: string): string[][] {
    const found = known.get(word) ?? translate(word);
    known.set(word, found);
    return found;
  }

  return {
    readingsOf: (name) => {
      const words = wordsOf(name);
      const read = words.map(readWord);
      if (read.every(({ length }) => length === 0)) return [];
      return read.reduce<string[][]>(
        (readings, of, at) =>
          readings
            .flatMap((one) =>
              (of.length > 0 ? of : [[stem(words[at]!)]]).map((more) => [...one, ...more]),
            )
            .slice(0, MOST_READINGS),
        [[]],
      );
    },
    headOf: (name) => {
      const words = wordsOf(name);
      const last = words.at(-1);
      if (last === undefined) return [];
      const own = stem(last);
      const modifiers = words.slice(0, -1);
      if (modifiers.length > 0 && !byStem.has(own)) return [];
      if (modifiers.some((one) => parts.has(withoutMarks(one)))) return [];
      return headsOf(own);
    },
  };
}

const LONGEST_VALUE = 40;

/** What a value says in English: `storniert` is cancelled. */
export function translationsOf(value: string): string[][] {
  return value.length > LONGEST_VALUE ? [] : createTranslator().readingsOf(value);
}

/** Of a word by itself, and of a compound as its two parts say it. */
function translate(word: string): string[][] {
  const own = stem(word);
  const whole = byStem.get(own) ?? [];
  const cut = cutCompound(word, (part) => byStem.has(part));
  if (!cut) return whole;
  const [left, right] = cut.map((part) => byStem.get(part) ?? byStem.get(stem(part)) ?? []);
  const joined = left!.flatMap((one) => right!.map((other) => [...one, ...other]));
  return [...whole, ...joined].slice(0, MOST_READINGS);
}

function headsOf(own: string): string[] {
  const exact = general.get(own);
  if (exact) return exact;
  const ends = [...general.keys()].filter((one) => isHead(own, one));
  const longest = ends.toSorted((one, other) => other.length - one.length)[0];
  if (longest === undefined) return [];
  const before = own.slice(0, -longest.length);
  const isPart = [...parts].some((part) => before === part || before === `${part}s`);
  return isPart ? [] : general.get(longest)!;
}

/** As they are said, whole: `line_total` is one name. */
const general = new Map(
  Object.entries({ ...tradeWords, ...meanings }).map(([word, said]): [string, string[]] => [
    stem(fold(word)),
    said.split(' ').filter(Boolean),
  ]),
);
