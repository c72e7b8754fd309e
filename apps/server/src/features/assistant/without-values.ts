import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import { readTokens, type SqlToken } from '@causeway/contract/sql/lexer.ts';

/**
 * A statement as a level lets a model read it: below samples no text that may have come from the data, at
 * schema no number either. What is covered keeps its length, so that places in the statement still fit.
 */
export function withoutValues(sql: string, level: DataLevel): string {
  if (level === 'samples' || level === 'full') return sql;
  let before = '';
  return readTokens(sql)
    .map((token) => {
      const text = sql.slice(token.from, token.to);
      const shown = isValue(token, before, level) ? '•'.repeat(text.length) : text;
      if (token.kind !== 'space') before = text.toLowerCase();
      return shown;
    })
    .join('');
}

function isValue({ kind }: SqlToken, before: string, level: DataLevel): boolean {
  if (kind === 'string' || kind === 'comment') return true;
  if (kind === 'number') return level === 'schema';
  // A name given by the statement may be a value; one of the catalog is none.
  return kind === 'quoted' && before === 'as';
}
