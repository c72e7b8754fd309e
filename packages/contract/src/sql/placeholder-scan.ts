import { endOfPiece, kindOfPiece } from './scanner.ts';

/** Where placeholders of every kind stand; which of them count is told by the bindings. */
export type FoundPlaceholders = {
  /** `?` and `??` */
  marks: Mark[];
  /** `:name`, `:name:`, and `:name(expression)`, which is a condition on the expression. */
  named: NamedMark[];
  /** `\?` */
  escapes: Mark[];
  /** The highest of $1, $2, …; 0 where there is none. */
  numbered: number;
};

type Mark = { start: number; end: number };
type NamedMark = Mark & { key: string; isName: boolean; expression?: string };

/** What was read so far, as far as the next piece has to know it. */
type Reading = {
  sql: string;
  found: FoundPlaceholders;
  /** Behind an operand stands an operator; otherwise an operand is expected. */
  endsOperand: boolean;
  isWord: boolean;
  /** Open brackets; in square ones a colon after an operand parts a slice. */
  open: string[];
  /** Conditions that are not closed yet, with how many brackets were open before theirs. */
  conditions: { mark: NamedMark; from: number; depth: number }[];
};

export function scanPlaceholders(sql: string): FoundPlaceholders {
  const found: FoundPlaceholders = { marks: [], named: [], escapes: [], numbered: 0 };
  const reading: Reading = {
    sql,
    found,
    endsOperand: false,
    isWord: false,
    open: [],
    conditions: [],
  };
  let place = 0;
  while (place < sql.length) {
    const start = place;
    const kind = kindOfPiece(sql, start);
    place = endOfPiece(sql, start, kind);
    if (kind === 'space' || kind === 'line comment' || kind === 'block comment') continue;
    if (kind === 'sign' || kind === 'operator') {
      place = readSign(reading, start);
      continue;
    }
    if (kind === 'parameter') {
      found.numbered = Math.max(found.numbered, Number(sql.slice(start + 1, place)));
    }
    reading.isWord = kind === 'word';
    reading.endsOperand = kind !== 'word' || !expectsOperand(sql, start, place);
  }
  return found;
}

/** No word of SQL is longer, and a long name is not worth folding. */
const LONGEST_WORD = 20;

function expectsOperand(sql: string, start: number, end: number): boolean {
  return end - start <= LONGEST_WORD && operandFollows.has(sql.slice(start, end).toLowerCase());
}

function readSign(reading: Reading, start: number): number {
  const { sql, open, found } = reading;
  const sign = sql.charAt(start);
  if (sign === ':') return readColon(reading, start);
  if (sign === '\\' && sql[start + 1] === '?') {
    found.escapes.push({ start, end: start + 2 });
    end(reading, false);
    return start + 2;
  }
  const endOfRun = endOfOperator(sql, start);
  if (endOfRun > start) return readOperator(reading, start, endOfRun);
  if ('([{'.includes(sign)) open.push(sign);
  const isClosing = ')]}'.includes(sign);
  if (isClosing) {
    open.pop();
    closeCondition(reading, start);
  }
  end(reading, isClosing);
  return start + 1;
}

function closeCondition({ sql, open, conditions }: Reading, at: number): void {
  const last = conditions.at(-1);
  if (last?.depth !== open.length) return;
  conditions.pop();
  last.mark.expression = sql.slice(last.from, at);
  last.mark.end = at + 1;
}

function end(reading: Reading, endsOperand: boolean): void {
  reading.endsOperand = endsOperand;
  reading.isWord = false;
}

/** `:name` takes the colons after it into account: none or a cast is a value, one makes it a name. */
function readColon(reading: Reading, start: number): number {
  const { sql, open, found } = reading;
  const key = nameAt(sql, start + 1);
  const endOfKey = start + 1 + key.length;
  let colons = 0;
  while (key !== '' && sql[endOfKey + colons] === ':') colons += 1;
  const inSlice = open.at(-1) === '[';
  const isName = colons % 2 === 1 && !inSlice;
  if (key === '' || (!isName && separates(reading, inSlice))) {
    const next = sql[start + 1];
    end(reading, false);
    return start + (next === ':' || next === '=' ? 2 : 1);
  }
  const endOfPlace = isName ? endOfKey + 1 : endOfKey;
  const mark: NamedMark = { start, end: endOfPlace, key, isName };
  found.named.push(mark);
  if (!isName && sql[endOfKey] === '(') {
    reading.conditions.push({ mark, from: endOfKey + 1, depth: open.length });
  }
  end(reading, true);
  return endOfPlace;
}

/** Names of bindings are plain. */
function nameAt(sql: string, from: number): string {
  if (!/[A-Za-z_]/.test(sql.charAt(from))) return '';
  let to = from;
  while (/\w/.test(sql.charAt(to))) to += 1;
  return sql.slice(from, to);
}

/** After an operand a colon parts a slice, or key and value of json_object('key': value). */
function separates({ endsOperand, isWord }: Reading, inSlice: boolean): boolean {
  return endsOperand && (inSlice || !isWord);
}

const operatorSigns = new Set('-+*/<>=~!@#%^&|`?');

/** A run of operator signs, up to a comment. */
function endOfOperator(sql: string, start: number): number {
  let to = start;
  while (to < sql.length && operatorSigns.has(sql.charAt(to))) {
    const pair = sql.charAt(to) + sql.charAt(to + 1);
    if (pair === '--' || pair === '/*') break;
    to += 1;
  }
  return to;
}

/** Operators of Postgres and its usual extensions that have a question mark in them. */
const questionOperators = ['?||', '?-|', '?@>', '?<@', '?|', '?&', '?#', '?-', '?~', '?@', '?'];

/** After an operand a run starts with an operator; where an operand is expected, a question mark is one. */
function readOperator(reading: Reading, start: number, to: number): number {
  const { sql, found } = reading;
  if (to - start === 2 && sql.startsWith('??', start)) {
    found.marks.push({ start, end: to });
    end(reading, true);
    return to;
  }
  let at = start;
  while (at < to) {
    const isMark = sql[at] === '?' && !reading.endsOperand;
    const isDouble = sql[at + 1] === '?' && at + 1 < to;
    const width = isMark ? (isDouble ? 2 : 1) : widthOfOperator(reading, at, to);
    if (isMark) found.marks.push({ start: at, end: at + width });
    end(reading, isMark);
    at += width;
  }
  return to;
}

function widthOfOperator({ sql, endsOperand }: Reading, at: number, to: number): number {
  if (sql[at] === '?') {
    return questionOperators.find((one) => sql.startsWith(one, at) && at + one.length <= to)!
      .length;
  }
  // jsonb's `@?` is the one operator that ends in a question mark.
  if (endsOperand && sql[at] === '@' && sql[at + 1] === '?' && at + 1 < to) return 2;
  let question = at;
  while (question < to && sql[question] !== '?') question += 1;
  return question - at;
}

/** Words after which a value stands, so that a question mark there is one. */
const operandFollows = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between binary both by call
  case cast check collate collation column concurrently constraint create cross deferrable desc
  distinct do else escape except exclude execute explain filter for foreign
  freeze from full grant group having if ilike in initially inner insert intersect into is isnull
  join lateral leading left like limit natural not notnull offset on only or order outer over
  overlaps partition perform placing primary references returning right select
  set show similar some symmetric table tablesample then to trailing union unique update using
  values variadic verbose when where window with xmlattributes zone`.split(/\s+/),
);
