import type { QueryRows } from '../sql/queries.ts';

/** So many values a query offers; of more, nobody reads a list. */
export const MOST_CHOICES = 1_000;

/** What a query finds in its first column, as a filter offers it. That there is nothing is no value. */
export function choicesIn({ rows }: Pick<QueryRows, 'rows'>): string[] {
  const found = rows.flatMap(([cell]) =>
    cell === null || cell === undefined ? [] : [String(cell)],
  );
  return [...new Set(found)].slice(0, MOST_CHOICES);
}
