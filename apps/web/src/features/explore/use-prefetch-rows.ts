import { useQueryClient } from '@tanstack/react-query';
import { readLayout } from './table-columns.ts';
import type { TableView } from './table-view.ts';
import { rowsQuery, type RowsSource } from './tables-query.ts';

/**
 * Asks for the first rows before the columns of the table are known. Where some columns are hidden
 * the rows wait for them, since nobody knows yet which others to read.
 */
export function usePrefetchRows(source: RowsSource & { view: TableView }): void {
  const queryClient = useQueryClient();
  const { connectorId, name, view } = source;
  const readsAll = !view.columns && readLayout(connectorId, name).hidden.length === 0;
  const options = rowsQuery(source);
  if (!readsAll || queryClient.getQueryState(options.queryKey)) return;
  void queryClient.prefetchInfiniteQuery(options);
}
