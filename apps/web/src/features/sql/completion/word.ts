import type { SqlToken } from '@causeway/contract/sql/lexer.ts';

/** A piece of a statement that means something, as written and in small letters. */
export type Word = { token: SqlToken; text: string; low: string };

export function isName({ token }: Word): boolean {
  return token.kind === 'word' || token.kind === 'quoted';
}
