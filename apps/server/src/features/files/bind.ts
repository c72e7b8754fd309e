import { Failure } from '@causeway/contract/errors.ts';
import type { SqlRequest } from '@causeway/contract/sql.ts';
import { BindingProblem, bindPlaceholders } from '@causeway/contract/sql-placeholders.ts';

export type BoundStatement = {
  text: string;
  values: (string | null)[];
  /** From a place in `text`, from 0, to one in what was sent. */
  placeInOriginal(place: number): number;
};

/** Placeholders become DuckDB's `$1`; their values go as text, which DuckDB turns into what it needs. */
export function bind({ sql, bindings }: Pick<SqlRequest, 'sql' | 'bindings'>): BoundStatement {
  if (sql.includes('\0')) throw new Failure('E_SQL_SYNTAX', 'The statement has a zero byte.');
  try {
    const { text, values, placeInOriginal } = bindPlaceholders(sql, bindings);
    return { text, values: values.map(textOf), placeInOriginal };
  } catch (error) {
    if (error instanceof BindingProblem) throw new Failure('E_SQL_BINDINGS', error.message);
    throw error;
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
