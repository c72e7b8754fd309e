import { useQueryClient } from '@tanstack/react-query';
import { forgetLabels } from '../references/label-store.ts';
import type { TableName } from '../table-name.ts';
import { rowsKey, tableQuery } from '../tables-query.ts';

type Shown = { projectId: string; connectorId: string; name: TableName };

/** Asks the database again for all that is on screen of a table. */
export function useReadAgain({ projectId, connectorId, name }: Shown): () => void {
  const queryClient = useQueryClient();
  return () => {
    forgetLabels();
    void queryClient.invalidateQueries({ queryKey: rowsKey(connectorId, name) });
    void queryClient.invalidateQueries(tableQuery({ projectId, connectorId }, name));
  };
}
