import { tableLabelRoutes } from '@causeway/contract/tables/labels.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { keyFilters } from '#domain/filters/filter-choices.ts';
import { joinFilters } from '@causeway/contract/tables/view.ts';
import type { PeekedRow } from './peek-context.ts';

/** The one row a reference points at, which need not be by the key of its table. */
export function findRowQuery(connectorId: string, { reference, values }: PeekedRow) {
  const { schema, table, columns } = reference;
  return queryOptions({
    queryKey: ['tables', connectorId, 'referenced', schema, table, columns, values],
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.rows,
        {
          params: { table },
          query: {
            connector: { id: connectorId },
            schema,
            filter: JSON.stringify(joinFilters(keyFilters(columns, values))),
            limit: 1,
          },
        },
        { signal },
      ),
  });
}

/** What the row is called; null where it has no label, or says no more than its key. */
export function labelOfQuery(connectorId: string, { reference, values }: PeekedRow) {
  const { schema, table, columns } = reference;
  return queryOptions({
    queryKey: ['tables', connectorId, 'labelled', schema, table, columns, values],
    queryFn: async ({ signal }) => {
      const key = Object.fromEntries(columns.map((name, place) => [name, values[place] ?? '']));
      const { labelColumn, items } = await api.call(
        tableLabelRoutes.labels,
        {
          params: { table },
          body: { connector: { id: connectorId }, schema, columns, keys: [key] },
        },
        { signal },
      );
      return labelColumn !== null && columns.includes(labelColumn)
        ? null
        : (items[0]?.label ?? null);
    },
    staleTime: 10_000,
  });
}
