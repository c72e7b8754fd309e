import { readTokens } from '@causeway/contract/sql/lexer.ts';

/*
 * What functions, blocks and databases elsewhere are told stands in literals that Postgres does not
 * read with the statement around them. Whether a secret is among them is told by words, so where
 * they speak of one, no literal of that statement is shown.
 */

/** In the place of a literal. */
export const WITHHELD = `'…'`;

const secret = /pass(?:word|wd|phrase)/i;
const letsIn = /\b(?:role|user|dblink\w*|server|mapping|subscription|connection|host)\b/i;

export function mayTellSecret(text: string): boolean {
  return secret.test(text) && letsIn.test(text);
}

/** A block or the definition of a function, without the secrets of its body. */
export function withoutSecretsInBody(sql: string): string {
  const parts = readTokens(sql).map(({ kind, from, to }) => {
    const text = sql.slice(from, to);
    if (kind !== 'string' || !mayTellSecret(text)) return text;
    const [quote] = /^\$[^$]*\$/.exec(text) ?? [];
    if (quote === undefined) return WITHHELD;
    const body = text.slice(quote.length, -quote.length);
    return `${quote}${withoutLiterals(body)}${quote}`;
  });
  return parts.join('');
}

/** Takes the literals out of those of its statements that may tell a secret. */
export function withoutLiterals(sql: string): string {
  const statements: string[] = [];
  let tokens: { text: string; isLiteral: boolean }[] = [];
  const end = () => {
    const whole = tokens.map(({ text }) => text).join('');
    const shown = tokens.map(({ text, isLiteral }) => (isLiteral ? WITHHELD : text)).join('');
    statements.push(mayTellSecret(whole) ? shown : whole);
    tokens = [];
  };
  for (const { kind, from, to } of readTokens(sql)) {
    const text = sql.slice(from, to);
    tokens.push({ text, isLiteral: kind === 'string' });
    if (text === ';') end();
  }
  end();
  return statements.join('');
}
