import { readTokens } from '@causeway/contract/sql/lexer.ts';
import { bindPlaceholders } from '@causeway/contract/sql/placeholders.ts';

/** A statement with the values of its parameters written into it, for those who take only a text. */
export function writeValues(sql: string, bindings: Record<string, string | null>): string {
  if (Object.keys(bindings).length === 0) return sql;
  const { text, values } = bindPlaceholders(sql, bindings);
  return readTokens(text)
    .map(({ kind, from, to }) => {
      const part = text.slice(from, to);
      return kind === 'parameter' ? literal(values[Number(part.slice(1)) - 1]) : part;
    })
    .join('');
}

/** Postgres finds the type of a quoted value as it finds a parameter's. */
function literal(value: unknown): string {
  return value === null || value === undefined
    ? 'null'
    : `'${String(value).replaceAll("'", "''")}'`;
}
