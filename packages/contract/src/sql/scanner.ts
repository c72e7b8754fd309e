/**
 * The smallest pieces of SQL, found by looking at each character once. Statements are as long as
 * strangers make them, so nothing here goes back over what it has read: no regular expression, and
 * no piece that is looked through again for the next one.
 */
export type SqlPieceKind =
  | 'space'
  | 'line comment'
  | 'block comment'
  | 'string'
  | 'dollar string'
  | 'quoted'
  | 'word'
  | 'number'
  | 'parameter'
  | 'sign'
  | 'operator';

/** The kind of the piece that starts at a place. Where it ends is told by `endOfPiece`. */
export function kindOfPiece(sql: string, at: number): SqlPieceKind {
  const code = sql.charCodeAt(at);
  if (isSpace(code)) return 'space';
  const next = sql.charCodeAt(at + 1);
  if (code === DASH && next === DASH) return 'line comment';
  if (code === SLASH && next === STAR) return 'block comment';
  if (code === QUOTE || (next === QUOTE && opensString(code))) return 'string';
  if (code === DOUBLE_QUOTE) return 'quoted';
  if ((code === UPPER_U || code === LOWER_U) && next === AMPERSAND) {
    const third = sql.charCodeAt(at + 2);
    if (third === QUOTE) return 'string';
    if (third === DOUBLE_QUOTE) return 'quoted';
  }
  if (code === DOLLAR) {
    if (endOfDollarTag(sql, at) !== -1) return 'dollar string';
    return isDigit(next) ? 'parameter' : 'operator';
  }
  if (isDigit(code) || (code === DOT && isDigit(next))) return 'number';
  if (isWordStart(code)) return 'word';
  return signs.has(code) ? 'sign' : 'operator';
}

/** The place behind a piece; an operator is one character of it. What is never closed ends with the text. */
export function endOfPiece(sql: string, at: number, kind: SqlPieceKind): number {
  switch (kind) {
    case 'space':
      return skip(sql, at, isSpace);
    case 'line comment':
      return endOrLength(sql.indexOf('\n', at), sql);
    case 'block comment':
      return endOfBlockComment(sql, at);
    case 'string':
      return endOfString(sql, at);
    case 'quoted':
      return endOfQuotes(sql, sql.indexOf('"', at) + 1, DOUBLE_QUOTE);
    case 'dollar string':
      return endOfDollarString(sql, at);
    case 'parameter':
      return skip(sql, at + 1, isDigit);
    case 'number':
      return endOfNumber(sql, at);
    case 'word':
      return skip(sql, at, isWordPart);
    default:
      return at + 1;
  }
}

/** Whether there is nothing but space, semicolons and comments that are closed. */
export function isBlankSql(sql: string): boolean {
  let at = 0;
  while (at < sql.length) {
    const kind = kindOfPiece(sql, at);
    const end = endOfPiece(sql, at, kind);
    if (kind === 'block comment' && !isClosed(sql, at, end)) return false;
    const isNothing = kind === 'space' || kind.endsWith('comment') || sql[at] === ';';
    if (!isNothing) return false;
    at = end;
  }
  return true;
}

const DASH = 0x2d;
const SLASH = 0x2f;
const STAR = 0x2a;
const QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const DOLLAR = 0x24;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;
const UPPER_U = 0x55;
const LOWER_U = 0x75;
const ZERO = 0x30;

const signs = new Set([...';,.()[]:'].map((sign) => sign.charCodeAt(0)));
/** E'…', B'…', X'…' and N'…'. */
const prefixes = new Set([...'eEbBxXnN'].map((letter) => letter.charCodeAt(0)));

function opensString(code: number): boolean {
  return prefixes.has(code);
}

function skip(sql: string, from: number, isPart: (code: number) => boolean): number {
  let at = from;
  while (at < sql.length && isPart(sql.charCodeAt(at))) at += 1;
  return at;
}

function endOrLength(found: number, sql: string): number {
  return found === -1 ? sql.length : found;
}

/** Comments of this kind lie inside each other. */
function endOfBlockComment(sql: string, start: number): number {
  let depth = 1;
  let at = start + 2;
  while (at < sql.length) {
    const code = sql.charCodeAt(at);
    const next = sql.charCodeAt(at + 1);
    if (code === SLASH && next === STAR) {
      depth += 1;
      at += 2;
    } else if (code === STAR && next === SLASH) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else at += 1;
  }
  return sql.length;
}

/** One that ends the text may have been left open: its depth is counted again. */
function isClosed(sql: string, from: number, to: number): boolean {
  if (to < sql.length) return true;
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const pair = sql.slice(at, at + 2);
    if (pair !== '/*' && pair !== '*/') continue;
    depth += pair === '/*' ? 1 : -1;
    at += 1;
  }
  return depth === 0;
}

function endOfString(sql: string, at: number): number {
  const first = sql.charCodeAt(at);
  const open = sql.indexOf("'", at);
  const hasEscapes = first === 0x65 || first === 0x45;
  return hasEscapes ? endOfEscapes(sql, open + 1) : endOfQuotes(sql, open + 1, QUOTE);
}

/** A doubled quote is part of it. */
function endOfQuotes(sql: string, from: number, quote: number): number {
  const sign = String.fromCharCode(quote);
  let at = from;
  for (;;) {
    const found = sql.indexOf(sign, at);
    if (found === -1) return sql.length;
    if (sql.charCodeAt(found + 1) !== quote) return found + 1;
    at = found + 2;
  }
}

function endOfEscapes(sql: string, from: number): number {
  let at = from;
  while (at < sql.length) {
    const code = sql.charCodeAt(at);
    if (code === BACKSLASH) at += 2;
    else if (code !== QUOTE) at += 1;
    else if (sql.charCodeAt(at + 1) === QUOTE) at += 2;
    else return at + 1;
  }
  return sql.length;
}

/** `$$` or `$tag$`: the place behind its second sign, or -1. */
function endOfDollarTag(sql: string, at: number): number {
  const first = sql.charCodeAt(at + 1);
  if (first === DOLLAR) return at + 2;
  if (!isWordStart(first)) return -1;
  const end = skip(sql, at + 1, isTagPart);
  return sql.charCodeAt(end) === DOLLAR ? end + 1 : -1;
}

function endOfDollarString(sql: string, at: number): number {
  const body = endOfDollarTag(sql, at);
  const tag = sql.slice(at, body);
  const end = sql.indexOf(tag, body);
  return end === -1 ? sql.length : end + tag.length;
}

function endOfNumber(sql: string, at: number): number {
  const radix = sql.charCodeAt(at) === ZERO ? radixDigits(sql.charCodeAt(at + 1)) : undefined;
  if (radix && radix(sql.charCodeAt(at + 2))) return skip(sql, at + 2, radix);
  let end = skip(sql, at, isDigitOrGap);
  // `1..10` is a range, not a number with a point.
  if (sql.charCodeAt(end) === DOT && sql.charCodeAt(end + 1) !== DOT) {
    end = skip(sql, end + 1, isDigitOrGap);
  }
  const exponent = sql.charCodeAt(end);
  if (exponent !== 0x65 && exponent !== 0x45) return end;
  const sign = sql.charCodeAt(end + 1);
  const digits = sign === 0x2b || sign === DASH ? end + 2 : end + 1;
  return isDigit(sql.charCodeAt(digits)) ? skip(sql, digits, isDigit) : end;
}

function radixDigits(letter: number): ((code: number) => boolean) | undefined {
  if (letter === 0x78 || letter === 0x58) return isHexDigit;
  if (letter === 0x6f || letter === 0x4f)
    return (code) => code === UNDERSCORE || isIn(code, 0x30, 0x37);
  if (letter === 0x62 || letter === 0x42)
    return (code) => code === UNDERSCORE || isIn(code, 0x30, 0x31);
  return undefined;
}

function isIn(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

function isDigit(code: number): boolean {
  return isIn(code, ZERO, 0x39);
}

function isDigitOrGap(code: number): boolean {
  return isDigit(code) || code === UNDERSCORE;
}

function isHexDigit(code: number): boolean {
  return isDigitOrGap(code) || isIn(code, 0x61, 0x66) || isIn(code, 0x41, 0x46);
}

/** Every character beyond ASCII may stand in a name, as Postgres has it. */
function isWordStart(code: number): boolean {
  return isIn(code, 0x61, 0x7a) || isIn(code, 0x41, 0x5a) || code === UNDERSCORE || code >= 0x80;
}

function isTagPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}

function isWordPart(code: number): boolean {
  return isTagPart(code) || code === DOLLAR;
}

/** What `\s` stands for. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || isIn(code, 0x09, 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    isIn(code, 0x2000, 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
