import { readTokens } from '@causeway/contract/sql/lexer.ts';

/*
 * What functions, blocks and databases elsewhere are told stands in literals that Postgres does not
 * read with the statement around them. Whether a secret is among them is told by words: of a whole
 * that speaks of one, no literal is shown of a statement that has one of these words. They may stand
 * apart, since what is said in one statement is used in the next.
 */

/** In the place of a literal. */
export const WITHHELD = `'…'`;

const secret = /pass(?:word|wd|phrase)/i;
const letsIn =
  /\b(?:role|user|dblink\w*|server|mapping|subscription|connection|host(?:addr|name)?)\b/i;

export function mayTellSecret(text: string): boolean {
  return (secret.test(text) && letsIn.test(text)) || holdsSignIn(text);
}

function speaksOfOne(text: string): boolean {
  return secret.test(text) || letsIn.test(text) || holdsSignIn(text);
}

/** `://name:password@` somewhere. Each character is looked at once: a pattern would begin anew at every colon. */
function holdsSignIn(text: string): boolean {
  let isName = false;
  let isPassword = false;
  let at = text.indexOf('://');
  if (at === -1) return false;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isPassword) {
      if (character === '@') return true;
      if (isBlank(character)) isPassword = false;
    } else if (text.startsWith('://', at)) {
      isName = true;
      at += 2;
    } else if (isName) {
      isPassword = character === ':';
      isName = !isPassword && character !== '/' && !isBlank(character);
    }
  }
  return false;
}

function isBlank(character: string): boolean {
  return character.trim() === '';
}

/**
 * What tells a secret, without its literals. Of a body in dollars, which stands behind such a word,
 * those of its statements go that speak of one.
 */
export function withoutLiterals(sql: string, bodyBehind?: RegExp): string {
  let before = '';
  const parts = readTokens(sql).map(({ kind, from, to }) => {
    const text = sql.slice(from, to);
    const isBody = bodyBehind?.test(before) ?? false;
    if (kind !== 'space' && kind !== 'comment') before = text;
    if (kind !== 'string') return text;
    const [quote] = /^\$[^$]*\$/.exec(text) ?? [];
    if (quote === undefined || !isBody) return WITHHELD;
    return `${quote}${withoutLiteralsWithin(text.slice(quote.length, -quote.length))}${quote}`;
  });
  return parts.join('');
}

function withoutLiteralsWithin(body: string): string {
  const statements: string[] = [];
  let tokens: { text: string; isLiteral: boolean }[] = [];
  const end = () => {
    const whole = tokens.map(({ text }) => text).join('');
    const shown = tokens.map(({ text, isLiteral }) => (isLiteral ? WITHHELD : text)).join('');
    statements.push(speaksOfOne(whole) ? shown : whole);
    tokens = [];
  };
  for (const { kind, from, to } of readTokens(body)) {
    const text = body.slice(from, to);
    tokens.push({ text, isLiteral: kind === 'string' });
    if (text === ';') end();
  }
  end();
  return statements.join('');
}
