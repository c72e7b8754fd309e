import type { Catalog, Column, Table } from './catalog.ts';
import {
  businessWords,
  cutCompound,
  fillers,
  isBusinessWord,
  isHead,
  meaningsOf,
  valueMeaningsOf,
} from './vocabulary.ts';
import { translationsOf } from './translated-names.ts';
import { distance, fold, stem, type Token, wordsOf } from './words.ts';

/** What words of a question may name. */
export type Mention =
  | { kind: 'table'; table: Table; score: number; length: number }
  | { kind: 'column'; table: Table; column: Column; score: number; length: number }
  | { kind: 'value'; table: Table; column: Column; value: string; score: number; length: number };

/** Endings of names that say what kind of thing it is, not which. */
const generic = new Set(
  'at on am um id key dat date datum time zeit gram cod'.split(' ').map((word) => stem(word)),
);

/** Every reading of the words at a place, best first; longer ones first among equals. */
export function mentionsAt(catalog: Catalog, tokens: readonly Token[], at: number): Mention[] {
  const found: Mention[] = [];
  for (let length = Math.min(3, tokens.length - at); length >= 1; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.some(({ number, own }) => number !== undefined || own !== undefined)) continue;
    if (length > 1 && words.every(({ word }) => fillers.has(word))) continue;
    const readings = readingsOf(words);
    for (const table of catalog.tables) {
      const score = table.isView ? viewScore(table, words) : tableScore(table, readings);
      if (score > 0) found.push({ kind: 'table', table, score: score + length / 10, length });
      if (table.isView) continue;
      for (const column of table.columns) {
        const fit = columnScore(column, readings);
        if (fit > 0)
          found.push({ kind: 'column', table, column, score: fit + length / 10, length });
        const value = valueIn(column, words);
        if (value !== undefined) {
          found.push({ kind: 'value', table, column, value, score: 0.85 + length / 10, length });
        }
      }
    }
  }
  return found.toSorted((one, other) => other.score - one.score);
}

/** The ways to read words as the stems of a name. */
function readingsOf(words: readonly Token[]): string[][] {
  return words.reduce<string[][]>(
    (readings, word) =>
      readings
        .flatMap((reading) => meaningsOf(word.stem).map((meaning) => [...reading, ...meaning]))
        .slice(0, 60),
    [[]],
  );
}

function viewScore(table: Table, words: readonly Token[]): number {
  return words.length === 1 && words[0]!.word === fold(table.name) ? 1 : 0;
}

/** What a name says in its own language comes before what it says in the other. */
const TRANSLATED = 0.96;

function tableScore({ stems, english }: Table, readings: readonly string[][]): number {
  const own = nameScore(stems, readings);
  return Math.max(own, ...english.map((one) => TRANSLATED * nameScore(one, readings)));
}

function nameScore(stems: readonly string[], readings: readonly string[][]): number {
  if (readings.some((reading) => isSame(reading, stems))) return 1;
  // The last word of a name is what it is: support_tickets are tickets.
  const head = stems.at(-1);
  const alone = readings.filter(({ length }) => length === 1).map(([word = '']) => word);
  if (head === undefined) return 0;
  if (alone.includes(head)) return 0.8;
  return alone.some((word) => isHead(head, word)) ? 0.7 : 0;
}

function columnScore({ stems, english }: Column, readings: readonly string[][]): number {
  const own = fieldScore(stems, readings);
  return Math.max(own, ...english.map((one) => TRANSLATED * fieldScore(one, readings)));
}

function fieldScore(stems: readonly string[], readings: readonly string[][]): number {
  if (readings.some((reading) => isSame(reading, stems))) return 0.95;
  const own = stems.filter((one) => !generic.has(one));
  if (own.length > 0 && readings.some((reading) => isSame(reading, own))) return 0.9;
  const head = own.at(-1);
  const alone = readings.filter(({ length }) => length === 1).map(([word = '']) => word);
  if (head === undefined) return 0;
  if (own.length > 1 && alone.includes(head)) return 0.5;
  return alone.some((word) => isHead(head, word)) ? 0.45 : 0;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

const regionNames = (['en', 'de'] as const).map(
  (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
);
const countries = new Map<string, Map<string, string>>();

/** `Österreich` is AT, where a column holds such codes. */
function countryCode(words: string): string | undefined {
  if (!countries.has('all')) {
    const byName = new Map<string, string>();
    for (let first = 65; first <= 90; first += 1) {
      for (let second = 65; second <= 90; second += 1) {
        const code = String.fromCharCode(first, second);
        for (const names of regionNames) {
          const name = names.of(code);
          if (name) byName.set(fold(name), code);
        }
      }
    }
    for (const [name, code] of [
      ['usa', 'US'],
      ['america', 'US'],
      ['amerika', 'US'],
      ['uk', 'GB'],
      ['england', 'GB'],
      ['britain', 'GB'],
      ['holland', 'NL'],
    ] as const)
      byName.set(name, code);
    countries.set('all', byName);
  }
  return countries.get('all')!.get(words);
}

function valueIn(column: Column, words: readonly Token[]): string | undefined {
  if (column.values.length === 0) return undefined;
  const spoken = words.map(({ word }) => word).join(' ');
  if (words.length === 1 && fillers.has(spoken) && words[0]!.quoted === undefined) return undefined;
  const code = countryCode(spoken);
  const alone = words.length === 1 ? [words[0]!.stem] : undefined;
  const meanings = alone ? valueMeaningsOf(alone[0]!) : [];
  for (const { value, folded, stems, translations } of readValues(column)) {
    if (folded === spoken) return value;
    if (code !== undefined && value === code) return value;
    if (!alone) continue;
    if (translations.some((one) => isSame(one, alone))) return value;
    if (value.length > 2 && meanings.some((meaning) => isSame(meaning, stems))) return value;
    if (value.length === 2 && meanings.slice(1).some((meaning) => meaning.join('') === folded))
      return value;
  }
  return undefined;
}

type ReadValue = { value: string; folded: string; stems: string[]; translations: string[][] };

const readOnce = new WeakMap<Column, ReadValue[]>();

/** A database may have thousands of values, and each word of a question is held against all of them. */
function readValues(column: Column): ReadValue[] {
  const known = readOnce.get(column);
  if (known) return known;
  const read = column.values.map((value): ReadValue => {
    const words = wordsOf(value);
    const translations = translationsOf(value);
    return { value, folded: words.join(' '), stems: words.map(stem), translations };
  });
  readOnce.set(column, read);
  return read;
}

export type Repaired = { tokens: Token[]; corrected: { typed: string; read: string }[] };

/**
 * Words nobody knows, made known: a compound cut into words that are (Bestellanzahl, Durchschnittspreis),
 * a slip of the hand where one word is nearest. What stays unknown is named to who asks.
 */
export function repair(
  catalog: Catalog,
  tokens: readonly Token[],
  isKnown: (token: Token) => boolean,
  cues: readonly string[],
): Repaired {
  const names = new Set<string>();
  const spelled = new Set<string>([...businessWords, ...cues]);
  for (const table of catalog.tables) {
    for (const word of table.stems) names.add(word);
    for (const word of wordsOf(table.name)) spelled.add(word);
    for (const column of table.columns) {
      for (const word of column.stems) names.add(word);
      for (const word of wordsOf(column.name)) spelled.add(word);
    }
  }
  const isWord = (word: string) => names.has(word) || isBusinessWord(word) || cues.includes(word);
  const corrected: Repaired['corrected'] = [];
  const repaired = tokens.flatMap((token): Token[] => {
    if (token.number !== undefined || token.quoted !== undefined || token.own) return [token];
    if (isKnown(token) || isWord(token.stem)) return [token];
    // Before slips are looked for: `unpaid` is no slip of `paid`.
    const opposite = /^(?:un|non|nicht)(.{4,})$/.exec(token.word)?.[1];
    if (opposite !== undefined) {
      const said: Token = {
        word: opposite,
        stem: stem(opposite),
        typed: token.typed ?? token.word,
        isNegated: true,
      };
      return [isKnown(said) || isWord(said.stem) ? said : token];
    }
    const typed = token.typed ?? token.word;
    const parts = splitCompound(token.word, isWord);
    if (parts) return parts.map((part) => ({ ...part, typed }));
    const near = nearest(token.word, [...spelled]);
    if (near === undefined) return [token];
    corrected.push({ typed, read: near });
    return [{ word: near, stem: stem(near) }];
  });
  return { tokens: repaired, corrected };
}

function splitCompound(word: string, isWord: (word: string) => boolean): Token[] | undefined {
  return cutCompound(word, isWord)?.map((part) => ({
    word: part,
    stem: isWord(part) ? part : stem(part),
  }));
}

/**
 * The word that is meant, by words as they are written: endings are cut off only where enough is left to
 * tell words apart, since what is short is near to everything.
 */
function nearest(word: string, known: readonly string[]): string | undefined {
  if (slips(word) === 0) return undefined;
  const cut = stem(word);
  const near = new Map<string, number>();
  for (const candidate of known) {
    if (candidate.length < 3) continue;
    const root = stem(candidate);
    const whole = distance(word, candidate, slips(word));
    const most = Math.min(slips(cut), slips(root));
    const cutFar = most === 0 ? Infinity : distance(cut, root, most);
    const far = Math.min(
      whole <= slips(word) ? whole : Infinity,
      cutFar <= most ? cutFar : Infinity,
    );
    if (Number.isFinite(far) && far > 0) near.set(candidate, far);
  }
  const best = Math.min(...near.values());
  const closest = [...near].filter(([, far]) => far === best).map(([candidate]) => candidate);
  const isOne = new Set(closest.map(stem)).size === 1;
  return isOne ? closest[0] : undefined;
}

/** How many slips of the hand a word of this length may have. */
function slips(word: string): number {
  return word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
}
