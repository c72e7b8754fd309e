import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableView } from '@causeway/contract/tables/view.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { beyondFilter, reverseOrder, wholeOrder, type Direction } from './neighbours.ts';
import type { SeenRow } from '#domain/row-drafts/stage.ts';

type NeighboursInput = DraftSource & {
  key: readonly string[];
  row: SeenRow | undefined;
  /** The list the row was opened from. */
  list: Pick<TableView, 'filters' | 'where' | 'sorts'>;
};

/** Keys of the rows before and after this one; null where the list ends. */
export function useNeighbours(input: NeighboursInput) {
  const previous = useQuery({ ...neighbourQuery(input, 'previous'), enabled: !!input.row });
  const next = useQuery({ ...neighbourQuery(input, 'next'), enabled: !!input.row });
  return { previous: previous.data, next: next.data };
}

function neighbourQuery(
  { connectorId, name, key, row, list }: NeighboursInput,
  direction: Direction,
) {
  const { filters, where, sorts } = list;
  return queryOptions({
    queryKey: [
      'tables',
      connectorId,
      'neighbours',
      name.schema,
      name.table,
      direction,
      { key: row?.key, filters, where, sorts },
    ],
    queryFn: async ({ signal }): Promise<string[] | null> => {
      const forth = wholeOrder(sorts, key);
      const order = direction === 'next' ? forth : reverseOrder(forth);
      const beyond = beyondFilter(order, row?.image ?? {});
      // Nothing lies beyond a null that is the last there can be.
      if ('or' in beyond && beyond.or.length === 0) return null;
      const { fields, rows } = await api.call(
        tableRoutes.rows,
        {
          params: { table: name.table },
          query: {
            connector: { id: connectorId },
            schema: name.schema,
            filter: JSON.stringify({ and: [...filters, beyond] }),
            ...(where.trim() !== '' && { where }),
            sort: order,
            columns: [...key],
            limit: 1,
          },
        },
        { signal },
      );
      const [found] = rows;
      const placeOf = (column: string) => fields.findIndex((field) => field.name === column);
      return found ? key.map((column) => cellText(found[placeOf(column)]) ?? '') : null;
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
