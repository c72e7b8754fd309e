import {
  exportRoutes,
  type ExportFile,
  type ExportRecord,
  type ExportSource,
} from '@causeway/contract/exports.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ASK_AGAIN_MS, transferListQuery } from '#domain/transfers/list-query.ts';
import { exportKey } from '#domain/transfers/transfer-keys.ts';

export function isOver({ state }: Pick<ExportRecord, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

export function exportQuery(connectorId: string, exportId: string) {
  return queryOptions({
    queryKey: exportKey(connectorId, 'one', exportId),
    queryFn: ({ signal }) =>
      api.call(
        exportRoutes.show,
        { params: { exportId }, query: { connector: { id: connectorId } } },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : ASK_AGAIN_MS),
  });
}

export function exportsQuery(connectorId: string) {
  return transferListQuery(exportKey(connectorId, 'list'), connectorId, (query, signal) =>
    api.call(exportRoutes.list, { query }, { signal }),
  );
}

/** What would come: the planner's guess and the name of the file. */
export function estimateQuery(connectorId: string, source: ExportSource, file: ExportFile) {
  return queryOptions({
    queryKey: exportKey(connectorId, 'estimate', JSON.stringify([source, file])),
    queryFn: ({ signal }) =>
      api.call(
        exportRoutes.estimate,
        { body: { connector: { id: connectorId }, source, file } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function cancelExport(connectorId: string, exportId: string): Promise<ExportRecord> {
  return api.call(exportRoutes.cancel, {
    params: { exportId },
    query: { connector: { id: connectorId } },
  });
}

export function removeExport(connectorId: string, exportId: string): Promise<null> {
  return api.call(exportRoutes.remove, {
    params: { exportId },
    query: { connector: { id: connectorId } },
  });
}
