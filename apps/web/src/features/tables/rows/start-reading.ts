import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import { draftQuery } from '#domain/row-drafts/draft-query.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { findTableName } from '../table-name.ts';
import { readDefinition } from '@causeway/contract/tables/view.ts';
import { rowsQuery, tableQuery } from '../tables-query.ts';
import { readsAllColumns } from './use-prefetch-rows.ts';

/**
 * Asks for a table, its first rows and what is staged for them by nothing but the address, while the
 * session and the page are still on their way. A link that names no connector waits for them.
 */
export function startReading({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const name = findTableName(addressToPath(pathname.replace(/^\/explore\//, '')));
  const scope = new URLSearchParams(search);
  const projectId = scope.get('projectId');
  const connectorId = scope.get('connectorId');
  if (!name || !projectId || !connectorId || scope.has('history')) return;
  const view = readDefinition(search);
  void queryClient.prefetchQuery(tableQuery({ projectId, connectorId }, name));
  void queryClient.prefetchQuery(draftQuery({ connectorId, name }));
  if (readsAllColumns({ connectorId, name, view })) {
    void queryClient.prefetchInfiniteQuery(rowsQuery({ connectorId, name, view }));
  }
}
