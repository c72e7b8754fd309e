import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import { readTokens, type SqlToken } from '@causeway/contract/sql/lexer.ts';

/**
 * A statement as a level lets a model read it: below samples no text that may have come from the data, at
 * schema no number either. What is covered keeps its length, so that places in the statement still fit.
 */
export function withoutValues(sql: string, level: DataLevel): string {
  if (level === 'samples' || level === 'full') return sql;
  const tokens = readTokens(sql);
  const textOf = ({ from, to }: SqlToken) => sql.slice(from, to);
  const given = givenNames(tokens, textOf);
  return tokens
    .map((token) => {
      const text = textOf(token);
      const isNamed = token.kind === 'quoted' && given.has(text);
      return isNamed || isValue(token, level) ? '•'.repeat(text.length) : text;
    })
    .join('');
}

function isValue({ kind }: SqlToken, level: DataLevel): boolean {
  if (kind === 'string' || kind === 'comment') return true;
  return kind === 'number' && level === 'schema';
}

/**
 * Names the statement gives may be values (`as "Ann Smith"`); those of the catalog are none. They are
 * given behind `as` or `with`, in the list of columns behind one, and behind what is named without `as`.
 */
function givenNames(tokens: readonly SqlToken[], textOf: (token: SqlToken) => string): Set<string> {
  const given = new Set<string>();
  const told = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  let isList = false;
  for (const [at, token] of told.entries()) {
    const before = told[at - 1];
    const text = textOf(token);
    if (text === ')') isList = false;
    if (text === '(' && before && isGiven(told, at - 1, textOf)) isList = true;
    if (token.kind === 'quoted' && (isList || isGiven(told, at, textOf))) given.add(text);
  }
  return given;
}

/** Whether the word or quoted name at this place is given there. */
function isGiven(
  told: readonly SqlToken[],
  at: number,
  textOf: (token: SqlToken) => string,
): boolean {
  const token = told[at];
  const before = told[at - 1];
  if (!token || !before || (token.kind !== 'quoted' && token.kind !== 'word')) return false;
  const text = textOf(before).toLowerCase();
  if (text === 'as' || text === 'with' || text === 'recursive') return true;
  if (token.kind === 'word') return false;
  if (before.kind === 'word') return !leadingWords.has(text);
  return before.kind === 'quoted' || before.kind === 'number' || text === ')' || text === ']';
}

/** A quoted name behind one of these is looked up and not given. */
const leadingWords = new Set(
  `all alter analyze and any array asc between by call case column cross current delete desc distinct
   drop else except exists explain fetch filter first for foreign from full function group having if
   ilike in index inner insert intersect into is join key last lateral left like limit natural not null
   nulls of offset on only or order outer over partition primary references returning right schema select
   set similar some table tablesample then to truncate union update using values view when where within`
    .split(/\s+/)
    .filter(Boolean),
);
