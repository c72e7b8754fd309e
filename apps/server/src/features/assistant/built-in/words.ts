import type { OwnMeasure } from './own-measure.ts';

/** Lower case, without marks: `Größe` and `groesse` are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}

/** A word without the endings of both languages: names and questions are cut alike. */
export function stem(word: string): string {
  let cut = word;
  if (cut.length <= 3) return cut;
  if (cut.endsWith('ies')) cut = `${cut.slice(0, -3)}y`;
  else if (!/(ss|us|is)$/.test(cut)) cut = cut.replace(/s$/, '');
  // Twice: `offener` is `offen` with an ending, which itself looks like one.
  for (let time = 0; time < 2 && cut.length > 4; time += 1) {
    const ending = /(ern|en|er|em|es|e|n)$/.exec(cut)?.[0] ?? '';
    if (cut.length - ending.length >= 3) cut = cut.slice(0, cut.length - ending.length);
  }
  // `Ärzte` are more than one `Arzt`, `Häuser` more than one `Haus`.
  return cut.replace(/([aou])e/g, '$1');
}

/** The words of a name: `order_items`, `orderItems` and `Order items` have the same two. */
export function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return fold(spaced)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export type Token = {
  /** As typed, folded. */
  word: string;
  stem: string;
  /** As typed: that is told back. */
  typed?: string;
  number?: number;
  /** Stood in quotes: a value, whatever it says. */
  quoted?: string;
  /** Said with `un-` before it: what is meant is the opposite. */
  isNegated?: true;
  /** Names a number as the project means it. */
  own?: OwnMeasure;
};

const MOST_TOKENS = 60;
const LONGEST = 400;

const smallNumbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  twenty: 20,
  hundred: 100,
  zwei: 2,
  drei: 3,
  vier: 4,
  fuenf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwoelf: 12,
  zwanzig: 20,
  hundert: 100,
};

/** Cut at blanks and signs; what stands in quotes stays whole. Linear, whatever is sent. */
export function tokenize(text: string, language: 'en' | 'de'): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /"([^"]{1,200})"|„([^“”]{1,200})[“”]|“([^”]{1,200})”|(\d{4}-\d\d-\d\d(?![\p{L}\p{N}-])|[\p{L}\p{N}][\p{L}\p{N}_.,'’]*)|([<>]=?)/gu;
  for (const match of text.slice(0, LONGEST).matchAll(pattern)) {
    if (tokens.length >= MOST_TOKENS) break;
    const quoted = match[1] ?? match[2] ?? match[3];
    if (quoted !== undefined) {
      tokens.push({ word: fold(quoted), stem: fold(quoted), quoted });
      continue;
    }
    const raw = (match[4] ?? match[5] ?? '').replace(/[.,'’]+$/, '');
    if (raw === '') continue;
    const day = readDay(raw);
    if (day !== undefined) {
      tokens.push({ word: day, stem: day });
      continue;
    }
    const number = readNumber(raw, language);
    if (number !== undefined) {
      tokens.push({ word: raw, stem: raw, number });
      continue;
    }
    for (const typed of raw
      .replace(/['’]s$/i, '')
      .split(/[.,'’_]/)
      .filter(Boolean)) {
      const word = fold(typed);
      const small = smallNumbers[word];
      tokens.push({ word, stem: stem(word), typed, ...(small !== undefined && { number: small }) });
    }
  }
  return tokens;
}

/** `01.10.2026` is one day everywhere; `10/01/2026` is not, and stays what was typed. */
function readDay(text: string): string | undefined {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (!match) return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
  const [, day = '', month = '', year = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `1.500` is 1500 in German and 1.5 in English; `2k` is 2000. */
export function readNumber(text: string, language: 'en' | 'de'): number | undefined {
  const match = /^(\d[\d.,]*)(k|m|mio)?$/i.exec(text);
  if (!match) return undefined;
  const [, digits = '', unit] = match;
  const point = language === 'de' ? ',' : '.';
  const group = language === 'de' ? '.' : ',';
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${point}\\d+)?$`).test(digits);
  const plain = isGrouped
    ? digits.replaceAll(group, '').replace(point, '.')
    : digits.replace(',', '.');
  const number = Number(plain);
  if (!Number.isFinite(number)) return undefined;
  return number * ({ k: 1_000, m: 1_000_000, mio: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1);
}

/** How many letters have to change; more than two is not looked for. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let best = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? most + 1;
}
