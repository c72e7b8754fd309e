import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { findKey, type GridRow, type RowLayout } from '../edits/grid-rows.ts';
import type { TableName } from '../table-name.ts';

type WholeRowInput = {
  connectorId: string;
  name: TableName;
  row: GridRow | undefined;
  layout: RowLayout | undefined;
};

/** The row with the columns that pages leave out while they are hidden, as soon as they are read. */
export function useWholeRow({ connectorId, name, row, layout }: WholeRowInput) {
  const cells = row?.cells;
  const isPartial = cells && layout?.columns.some(({ place }) => cells[place] === undefined);
  const key = row && layout && isPartial ? findKey(row, layout) : undefined;
  const { schema, table } = name;
  const { data } = useQuery({
    queryKey: ['tables', connectorId, 'rows', schema, table, 'whole', key],
    queryFn: key
      ? ({ signal }) =>
          api.call(
            tableRoutes.show,
            {
              params: { table },
              query: { connector: { id: connectorId }, schema, key: JSON.stringify(key) },
            },
            { signal },
          )
      : skipToken,
  });
  if (!row || !cells || !layout || !data) return row;
  const whole = [...cells];
  for (const { place } of layout.columns) whole[place] ??= data.row[place] ?? null;
  return { ...row, cells: whole };
}
