import { countedRowsRoutes } from '@causeway/contract/tables/counted-rows.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableName } from '../table-name.ts';
import { rowsKey, type Selection, selectionOf } from '../tables-query.ts';
import { MOST_STACKS } from './stacks.ts';

type CountedSource = { connectorId: string; name: TableName; view: Selection; column: string };

/** How many rows of a view have each value of a column; read again whenever its rows are. */
export function countedValuesQuery({ connectorId, name, view, column }: CountedSource) {
  const selection = selectionOf(view);
  return queryOptions({
    queryKey: [...rowsKey(connectorId, name), 'values', column, selection],
    queryFn: ({ signal }) =>
      api.call(
        countedRowsRoutes.countValues,
        {
          params: { table: name.table },
          query: {
            connector: { id: connectorId },
            schema: name.schema,
            column,
            ...selection,
            // Rows without a value are counted as well.
            limit: MOST_COUNTED,
          },
        },
        { signal },
      ),
    staleTime: 10_000,
  });
}

/** Known values are all stacks, however few rows they have: what is beyond them is told from these. */
const MOST_COUNTED = 4 * MOST_STACKS;

type DaysSource = CountedSource & { from: string; to: string; timeZone: string };

/** How many rows of a view begin on each day, by the clock of a zone. */
export function countedDaysQuery({ connectorId, name, view, column, ...days }: DaysSource) {
  const selection = selectionOf(view);
  return queryOptions({
    queryKey: [...rowsKey(connectorId, name), 'days', column, days, selection],
    queryFn: ({ signal }) =>
      api.call(
        countedRowsRoutes.countDays,
        {
          params: { table: name.table },
          query: {
            connector: { id: connectorId },
            schema: name.schema,
            column,
            ...days,
            ...selection,
          },
        },
        { signal },
      ),
    staleTime: 10_000,
  });
}
