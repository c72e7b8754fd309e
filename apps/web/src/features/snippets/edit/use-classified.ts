import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Badge } from '@causeway/contract/snippets/snippet.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export type SqlProblem = { message: string; position?: number | undefined };

/** What the parser makes of the SQL, a moment after somebody stops typing. */
export function useClassified(sql: string): { badge: Badge | null; problem: SqlProblem | null } {
  const [settled] = useDebouncedValue(sql, 300);
  const { data } = useQuery({
    queryKey: ['snippets', 'classified', settled],
    queryFn: ({ signal }) =>
      api.call(snippetRoutes.classify, { body: { sql: settled } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  // What was said of another text may point beside this one.
  return { badge: data?.badge ?? null, problem: (settled === sql && data?.problem) || null };
}
