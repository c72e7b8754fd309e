import type { TableSummary } from '@causeway/contract/tables/details.ts';

export const tablesOrders = ['name', 'rows', 'size'] as const;
export type TablesOrder = { by: (typeof tablesOrders)[number]; isDescending: boolean };

/** What is not known, as the rows of a view, stands at the end whatever the direction. */
export function sortTables(tables: TableSummary[], { by, isDescending }: TablesOrder) {
  if (by === 'name') return isDescending ? tables.toReversed() : tables;
  const valueOf = ({ rowCount, sizeBytes }: TableSummary) =>
    by === 'rows' ? rowCount : sizeBytes > 0 ? sizeBytes : null;
  const sign = isDescending ? -1 : 1;
  return tables.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
