import { useMemo } from 'react';
import { queryClient } from '#platform/api/query-client.ts';
import type { KnownValue } from '#domain/filters/known-values.tsx';
import { profileQuery } from '../profile/profile-query.ts';
import type { TableSource } from '../use-table-source.ts';

/** What the database's own statistics know of a column: nothing is read from the table for it. */
export function useKnownValues({ connectorId, name }: Pick<TableSource, 'connectorId' | 'name'>) {
  const { schema, table } = name;
  return useMemo(() => {
    const source = { connectorId, name: { schema, table } };
    return (column: string) => ({
      queryKey: ['tables', connectorId, 'values', schema, table, column],
      queryFn: async (): Promise<KnownValue[]> => {
        const { common } = await queryClient.fetchQuery(profileQuery(source, column));
        return common;
      },
      staleTime: 60_000,
    });
  }, [connectorId, schema, table]);
}
