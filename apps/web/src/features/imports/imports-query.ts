import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { ASK_AGAIN_MS, isAtWork, transferListQuery } from '#domain/transfers/list-query.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';

export function importQuery(connectorId: string, importId: string) {
  return queryOptions({
    queryKey: importKey(connectorId, 'one', importId),
    queryFn: ({ signal }) =>
      api.call(
        importRoutes.show,
        { params: { importId }, query: { connector: { id: connectorId } } },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) =>
      data && (isAtWork(data) || data.analysis?.state === 'running') ? ASK_AGAIN_MS : false,
  });
}

export function importsQuery(connectorId: string) {
  return transferListQuery(importKey(connectorId, 'list'), connectorId, (query, signal) =>
    api.call(importRoutes.list, { query }, { signal }),
  );
}

/** What was not chosen is detected by the server, anew with every choice. */
export function previewQuery(connectorId: string, importId: string, read: Partial<ReadOptions>) {
  return queryOptions({
    queryKey: importKey(connectorId, 'preview', importId, JSON.stringify(read)),
    queryFn: ({ signal }) =>
      api.call(
        importRoutes.preview,
        { params: { importId }, body: { connector: { id: connectorId }, read } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** Reading the whole file is asked for once for each way to read it; the record tells how far it is. */
export function analyseQuery(connectorId: string, importId: string, read: ReadOptions) {
  return queryOptions({
    queryKey: importKey(connectorId, 'analyse', importId, JSON.stringify(read)),
    queryFn: async () => {
      const record = await api.call(importRoutes.analyse, {
        params: { importId },
        body: { connector: { id: connectorId }, read },
      });
      keepImport(connectorId, record);
      return record.id;
    },
    staleTime: Infinity,
    retry: false,
  });
}

export function rejectsQuery(connectorId: string, { id, endedAt }: ImportRecord) {
  return infiniteQueryOptions({
    // Another run has other rejects.
    queryKey: importKey(connectorId, 'rejects', id, endedAt ?? ''),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        importRoutes.rejects,
        {
          params: { importId: id },
          query: {
            connector: { id: connectorId },
            limit: 100,
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function recipesQuery(connectorId: string) {
  return queryOptions({
    queryKey: importKey(connectorId, 'recipes'),
    queryFn: ({ signal }) =>
      api.call(importRoutes.listRecipes, { query: { connector: { id: connectorId } } }, { signal }),
  });
}

/** What an answer says about an import is known at once; lists are read again. */
export function keepImport(connectorId: string, record: ImportRecord): void {
  queryClient.setQueryData(importKey(connectorId, 'one', record.id), record);
  void queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'list') });
}
