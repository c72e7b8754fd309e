import type { RunResult } from '@causeway/contract/sql/editor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderOf, type Sort } from './compare-cells.ts';
import type { ResultRows } from './result-rows.ts';

/** Beyond these the browser would hold more than it shows; the database sorts them. */
export const MOST_SORTED = 10_000;

export type SortedResult = {
  sort: Sort | undefined;
  /** Numbers of the rows in the order they are shown; undefined as they came. */
  order: readonly number[] | undefined;
  /** What is shown is not the order of everything the statement would give. */
  shortfall: 'too-many' | 'cut' | undefined;
  change(sort: Sort | undefined): void;
};

/** Sorts what was loaded, in the browser. */
export function useSortedResult(result: RunResult, rows: ResultRows): SortedResult {
  const { i18n } = useTranslation();
  const [sort, change] = useState<Sort>();
  const isPossible = result.loadedRows <= MOST_SORTED;
  const { data: order } = useQuery({
    queryKey: ['queries', 'sorted', result.runId, sort, i18n.language],
    queryFn: async () => {
      if (!sort) return [];
      const all = await rows.readFirst(result.loadedRows);
      const type = result.fields[sort.column]?.type ?? '';
      const { direction } = sort;
      const cells = all.map((row) => row[sort.column]);
      return orderOf(cells, type, { direction, language: i18n.language });
    },
    enabled: sort !== undefined && isPossible,
    staleTime: Infinity,
    gcTime: 0,
  });
  const shortfall = !sort
    ? undefined
    : !isPossible
      ? 'too-many'
      : result.hasMore
        ? 'cut'
        : undefined;
  return { sort, order: sort && isPossible ? order : undefined, shortfall, change };
}

/** The statement as it is, sorted by the database: by the column's place, since names may be there twice. */
export function sortedStatement(sql: string, { column, direction }: Sort): string {
  let inside = sql.trim();
  while (inside.endsWith(';')) inside = inside.slice(0, -1);
  return `select * from (\n${inside}\n) as result\norder by ${column + 1} ${direction.toLowerCase()} nulls last`;
}
