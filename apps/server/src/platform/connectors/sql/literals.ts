import pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { Sql } from '#platform/db/sql.ts';

/**
 * A statement with its values written into it, for the few that take no parameters: COPY, and what
 * is shown or kept as text. Every value is a quoted literal, so its type is found as a parameter's is.
 */
export function withLiterals({ parts, values }: Sql): string {
  return parts.reduce((text, part, index) => `${text}${literal(values[index - 1])}${part}`);
}

export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'string') throw new TypeError('Only plain values are written as literals');
  if (value.includes('\0')) {
    throw new Failure('E_SQL_INVALID_VALUE', 'A text of Postgres has no zero byte.');
  }
  return pg.escapeLiteral(value);
}
