import { queryClient } from '#platform/api/query-client.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';

/** After a write: rows, counts, single rows, labels and the history of the table are read again. */
export async function refreshTable(
  connectorId: string,
  { schema, table }: TableName,
): Promise<void> {
  const parts = ['rows', 'total', 'row', 'history', 'neighbours'];
  await Promise.all([
    ...parts.map((part) =>
      queryClient.invalidateQueries({ queryKey: ['tables', connectorId, part, schema, table] }),
    ),
    queryClient.invalidateQueries({ queryKey: ['ledger', connectorId] }),
    queryClient.invalidateQueries({ queryKey: ['tables', connectorId, 'related'] }),
  ]);
}
