import { nameOf, readTokens } from './lexer.ts';

/** Values a column is limited to by a CHECK. */
export type CheckedValues = { column: string; values: string[] };

/** Rules are the database owner's; one that is longer than this is no list to choose from. */
const LONGEST_RULE = 20_000;

/**
 * Reads `CHECK ((status = ANY (ARRAY['new'::text, 'paid'::text])))` and the same written with OR, as
 * Postgres prints them. Undefined for every other rule.
 */
export function readCheckedValues(definition: string): CheckedValues | undefined {
  if (definition.length > LONGEST_RULE) return undefined;
  const words = readWords(definition);
  if (words[0]?.toLowerCase() !== 'check') return undefined;
  const column = words[1];
  if (column === undefined || !/^["\p{L}_]/u.test(column)) return undefined;
  const values = readList(words.slice(2)) ?? readAlternatives(words.slice(1), column);
  return values && { column: nameOf(column), values };
}

/** `= ANY ARRAY 'a' 'b'` */
function readList([sign, any, array, ...rest]: string[]): string[] | undefined {
  const isList = sign === '=' && any?.toLowerCase() === 'any' && array?.toLowerCase() === 'array';
  return isList ? readStrings(rest) : undefined;
}

/** `status = 'a' OR status = 'b'` */
function readAlternatives(words: string[], column: string): string[] | undefined {
  const strings: string[] = [];
  for (let at = 0; at < words.length; at += 4) {
    const isOne =
      words[at] === column &&
      words[at + 1] === '=' &&
      (words[at + 3] === undefined || words[at + 3]?.toLowerCase() === 'or');
    if (!isOne) return undefined;
    strings.push(words[at + 2] ?? '');
  }
  return readStrings(strings);
}

function readStrings(words: string[]): string[] | undefined {
  const isText = words.length > 0 && words.every((word) => /^'[^\\]*'$/s.test(word));
  return isText ? words.map((word) => word.slice(1, -1).replaceAll("''", "'")) : undefined;
}

const afterType = new Set(['or', 'and', 'not']);

/** All that means something: without brackets, commas and the types values are cast to. */
function readWords(definition: string): string[] {
  const words: string[] = [];
  let isType = false;
  for (const { kind, from, to } of readTokens(definition)) {
    const text = definition.slice(from, to);
    if (kind === 'space') continue;
    if (text === ':' || text === '::') {
      isType = true;
      continue;
    }
    const isName = kind === 'word' || kind === 'quoted';
    if (isType && isName && !afterType.has(text.toLowerCase())) continue;
    if (kind === 'sign') {
      if (text !== '[') isType = false;
      continue;
    }
    isType = false;
    words.push(text);
  }
  return words;
}
