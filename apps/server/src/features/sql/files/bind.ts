import type { SqlRequest } from '@causeway/contract/sql/sql.ts';
import type { SqlParser } from '#platform/connectors/sql/parser.ts';

export type BoundStatement = {
  text: string;
  values: (string | null)[];
  /** From a place in `text`, from 0, to one in what was sent. */
  placeInOriginal(place: number): number;
};

/** Placeholders become DuckDB's `$1`; their values go as text, which DuckDB turns into what it needs. */
export async function bind(
  parser: SqlParser,
  { sql, bindings }: Pick<SqlRequest, 'sql' | 'bindings'>,
): Promise<BoundStatement> {
  const { text, values, placeInOriginal } = await parser.bind(sql, bindings);
  return { text, values: values.map(textOf), placeInOriginal };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
