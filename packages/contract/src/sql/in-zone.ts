import { nameOf } from './lexer.ts';
import { type Word, wordsOf } from './read-select.ts';

type Zoned = { zone: string; columns: readonly { name: string; type: string }[] };

/**
 * A condition on rows of a table as it is meant in a zone, for a session that has another one: instants
 * become wall time of that zone, and so does now, so that days, months and hours, and bounds that are
 * written without an offset, mean the same rows anywhere. Undefined where that can’t be said for sure.
 * The hour that clocks repeat in autumn is one here.
 */
export function inZone(where: string, { zone, columns }: Zoned): string | undefined {
  const words = wordsOf(where);
  const instants = new Set(columns.filter(({ type }) => isInstant(type)).map(({ name }) => name));
  const isUsed = ({ kind, word }: Word, at: number) =>
    (kind === 'word' || kind === 'quoted') &&
    instants.has(kind === 'quoted' ? nameOf(word) : word) &&
    words[at + 1]?.word !== '(' &&
    words[at + 1]?.word !== '.' &&
    words[at - 1]?.word !== '::' &&
    !(words[at - 1]?.word === '(' && words[at - 2]?.word === 'extract');
  const changed: { from: number; to: number; text: string }[] = [];
  for (const [at, word] of words.entries()) {
    if (isUnclear(where, words, at)) return undefined;
    const { from, to } = word;
    if (isUsed(word, at)) {
      const start = words[at - 1]?.word === '.' ? (words[at - 2]?.from ?? from) : from;
      changed.push({ from: start, to, text: wallTime(where.slice(start, to), zone) });
    } else if (word.kind === 'word' && word.word === 'now') {
      // Its brackets are behind it.
      changed.push({ from, to: words[at + 2]?.to ?? to, text: wallTime('now()', zone) });
    } else if (word.kind === 'word' && moments.has(word.word)) {
      const text = wallTime('now()', zone);
      changed.push({ from, to, text: word.word === 'current_date' ? `${text}::date` : text });
    }
  }
  let at = 0;
  const parts = changed.flatMap(({ from, to, text }) => {
    const before = where.slice(at, from);
    at = to;
    return [before, text];
  });
  return [...parts, where.slice(at)].join('');
}

function isInstant(type: string): boolean {
  return type === 'timestamptz' || type === 'timestamp with time zone';
}

function wallTime(instant: string, zone: string): string {
  return `(${instant} at time zone '${zone.replaceAll("'", "''")}')`;
}

/** They mean this moment by the clock of the session. */
const moments = new Set(['current_timestamp', 'current_date', 'localtimestamp']);

/** Functions that say the same of wall time as they said of an instant in its zone, or know no time. */
const understood = new Set(
  `abs and any array between btrim cast ceil ceiling coalesce concat date date_part date_trunc exists
   extract filter floor greatest in initcap least left length like ilike lower ltrim mod not now nullif
   numeric or round rtrim sign split_part starts_with strpos substr substring to_char trim trunc upper
   varchar when then else case char decimal`
    .split(/\s+/)
    .filter(Boolean),
);

/** Another table, another zone, or a time that is counted from somewhere else. */
const unclear = new Set(
  `select values table zone timezone timestamptz epoch current_time localtime timetz lateral with`.split(
    ' ',
  ),
);

function isUnclear(text: string, words: readonly Word[], at: number): boolean {
  const { kind, word, from, to } = words[at]!;
  if (kind === 'string')
    return /^[a-z]*'\s*(now|today|tomorrow|yesterday)\b/i.test(text.slice(from, to));
  if (kind === 'quoted') return words[at + 1]?.word === '(';
  if (kind !== 'word') return false;
  const isCalled = words[at + 1]?.word === '(';
  // `now` alone is a column's name; with a field of its own it is none of ours.
  if (word === 'now') return !isCalled || words[at + 2]?.word !== ')';
  return unclear.has(word) || (isCalled && !understood.has(word));
}
