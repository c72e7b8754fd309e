import { tableLabelRoutes, type ReferencedKey } from '@causeway/contract/tables/labels.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Reference } from './data-column.ts';

/** Rows a foreign key may point at, by what people call them. */
export function lookupQuery(
  connectorId: string,
  { references }: Reference,
  { search, near }: { search: string; near: ReferencedKey },
) {
  const { schema, table, columns } = references;
  const others = Object.keys(near).length > 0 ? { near: JSON.stringify(near) } : {};
  return queryOptions({
    queryKey: ['tables', connectorId, 'lookup', schema, table, columns, search, near],
    queryFn: ({ signal }) =>
      api.call(
        tableLabelRoutes.lookup,
        {
          params: { table },
          query: { connector: { id: connectorId }, schema, columns, search, ...others },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** What the row is called that a foreign key points at now. */
export function labelQuery(
  connectorId: string,
  { references }: Reference,
  key: ReferencedKey | undefined,
) {
  const { schema, table, columns } = references;
  return queryOptions({
    queryKey: ['tables', connectorId, 'label', schema, table, columns, key],
    queryFn: async ({ signal }) => {
      const body = { connector: { id: connectorId }, schema, columns, keys: key ? [key] : [] };
      const { items } = await api.call(
        tableLabelRoutes.labels,
        { params: { table }, body },
        { signal },
      );
      return items[0] ?? null;
    },
    enabled: key !== undefined,
    staleTime: 10_000,
  });
}
