import { type ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import { connectorRoutes, type Connector } from '@causeway/contract/connectors/connectors.ts';
import { changeSettings, type SettingsChange } from '@causeway/contract/connectors/settings.ts';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';

export function connectorsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['connectors', projectId],
    queryFn: ({ signal }) => api.call(connectorRoutes.list, { params: { projectId } }, { signal }),
  });
}

export function safetyQuery({ projectId, id: connectorId }: Connector) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'safety'],
    queryFn: ({ signal }) =>
      api.call(connectorRoutes.safety, { params: { projectId, connectorId } }, { signal }),
  });
}

/** A visit is noted when the settings of a database are opened; what it found holds until the next. */
export function visitQuery({ projectId, id: connectorId }: Connector) {
  return queryOptions({
    queryKey: ['connector-visits', connectorId],
    queryFn: async ({ signal }) => {
      const news = await api.call(
        connectorRoutes.visit,
        { params: { projectId, connectorId } },
        { signal },
      );
      // The server gave the settings their new names.
      if (news.renamed.length > 0) void refreshConnectors(projectId);
      return news;
    },
    staleTime: 60_000,
  });
}

export function useTestConnector(connector: Connector) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(connectorRoutes.test, { params: paramsOf(connector) }),
    onSuccess: (lastCheck: ConnectorCheck) => replace(queryClient, connector, { lastCheck }),
  });
}

/**
 * Settings change on screen at once and are sent one after the other, so that the last one wins. Each
 * change carries whole lists; what the server kept is read when no other change is on its way.
 */
export function useChangeSettings(connector: Connector) {
  const queryClient = useQueryClient();
  const mutationKey = ['connectors', connector.id, 'settings'];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (settings: SettingsChange) =>
      api.call(connectorRoutes.update, { params: paramsOf(connector), body: { settings } }),
    onMutate: async (settings) => {
      const show = () => {
        const { settings: before } = findNow(queryClient, connector);
        replace(queryClient, connector, { settings: changeSettings(before, settings) });
      };
      // At once, and again: a reading that is called off leaves what was there when it began.
      show();
      await queryClient.cancelQueries(connectorsQuery(connector.projectId));
      show();
    },
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await refreshConnectors(connector.projectId);
    },
  });
}

export function paramsOf({ projectId, id }: Connector) {
  return { projectId, connectorId: id };
}

/** The connector as it is known now, for who asks later than it was drawn. */
export function findNow(queryClient: QueryClient, connector: Connector): Connector {
  const list = queryClient.getQueryData(connectorsQuery(connector.projectId).queryKey);
  return list?.find(({ id }) => id === connector.id) ?? connector;
}

function replace(queryClient: QueryClient, { projectId, id }: Connector, part: Partial<Connector>) {
  queryClient.setQueryData(connectorsQuery(projectId).queryKey, (list) =>
    list?.map((one) => (one.id === id ? { ...one, ...part } : one)),
  );
}
