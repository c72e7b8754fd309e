import { useQueryClient } from '@tanstack/react-query';
import { readLayout } from '../grid/kept-layout.ts';
import type { TableView } from '@causeway/contract/tables/view.ts';
import { rowsQuery, type RowsSource } from '../tables-query.ts';

type ViewSource = Omit<RowsSource, 'view'> & { view: TableView };

export function readsAllColumns({ connectorId, name, view }: ViewSource): boolean {
  return !view.columns && readLayout({ connectorId, name }).hidden.length === 0;
}

/**
 * Asks for the first rows before the columns of the table are known. Where some columns are hidden
 * the rows wait for them, since nobody knows yet which others to read.
 */
export function usePrefetchRows(source: ViewSource): void {
  const queryClient = useQueryClient();
  const options = rowsQuery(source);
  if (!readsAllColumns(source) || queryClient.getQueryState(options.queryKey)) return;
  void queryClient.prefetchInfiniteQuery(options);
}
